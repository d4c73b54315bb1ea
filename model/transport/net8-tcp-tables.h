// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TABLES_H
#define NET8_TCP_TABLES_H

#include <cstdint>

namespace ns3::net8
{

class Net8TcpFlowTable;
class Net8TimeWaitTable;

/**
 * @ingroup net8
 * The hashed tables of a node, as the sockets in them see them.
 */
class Net8TcpTables
{
  public:
    /**
     * @return the connections of sockets that run the TCP machine
     */
    virtual Net8TcpFlowTable& GetFlows() = 0;

    /**
     * @return those of them that are over, but for late segments
     */
    virtual Net8TimeWaitTable& GetTimeWaits() = 0;

    /**
     * Find the ephemeral port that is next in ns-3's order and free in the tables too.
     *
     * @param ipv6 whether it is for IPv6
     * @return the port, 0 if all are in use
     */
    virtual uint16_t FindPort(bool ipv6) = 0;

  protected:
    ~Net8TcpTables() = default;
};

} // namespace ns3::net8

#endif // NET8_TCP_TABLES_H
