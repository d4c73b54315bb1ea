// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SOCKET_FACTORY_H
#define NET8_TCP_SOCKET_FACTORY_H

#include "net8-tcp-socket.h"

#include "ns3/net8-tcp-profile.h"
#include "ns3/socket-factory.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Makes TCP sockets that behave as a Net8TcpProfile says.
 *
 * Net8TcpProfile::Install aggregates one to a node. Any ns-3 application uses it when its Protocol
 * attribute is ns3::net8::Net8TcpSocketFactory, or through
 * Socket::CreateSocket(node, Net8TcpSocketFactory::GetTypeId()).
 */
class Net8TcpSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param settings values for the sockets made from now on; segmentSize must not be 0
     * @param ipv6 the same for IPv6; segment and buffers of a socket that is bound to it
     */
    void SetSettings(const Net8TcpProfile::Settings& settings,
                     const Net8TcpProfile::Settings& ipv6);

    /**
     * @return values of the sockets that are made
     */
    const Net8TcpProfile::Settings& GetSettings() const;

    // Inherited
    Ptr<Socket> CreateSocket() override;

  private:
    Net8TcpProfile::Settings m_settings; ///< Values of the sockets.
    Net8TcpSocket::Sizes m_ipv6Sizes;    ///< What differs for IPv6.
    bool m_traces{true};                 ///< The sockets have trace sources.
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_FACTORY_H */
