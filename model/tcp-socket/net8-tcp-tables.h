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
 * The hashed tables of a node, as seen by the sockets in them.
 */
class Net8TcpTables
{
  public:
    /**
     * @return connections of sockets that run the TCP machine
     */
    virtual Net8TcpFlowTable& GetFlows() = 0;

    /**
     * @return connections of these that are over but may still receive late segments
     */
    virtual Net8TimeWaitTable& GetTimeWaits() = 0;

    /**
     * Find the next ephemeral port in ns-3's order that is also free in the tables.
     *
     * @param ipv6 whether it is for IPv6
     * @return the port; 0 if all are in use
     */
    virtual uint16_t FindPort(bool ipv6) = 0;

  protected:
    ~Net8TcpTables() = default;
};

} // namespace ns3::net8

#endif // NET8_TCP_TABLES_H
