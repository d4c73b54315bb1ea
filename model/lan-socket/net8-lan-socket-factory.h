// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_SOCKET_FACTORY_H
#define NET8_LAN_SOCKET_FACTORY_H

#include "ns3/socket-factory.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Makes sockets over the LAN transport of a node (Net8LanHost).
 */
class Net8LanSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // Inherited
    Ptr<Socket> CreateSocket() override;
};

} // namespace ns3::net8

#endif // NET8_LAN_SOCKET_FACTORY_H
