// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINUX_TCP_SOCKET_FACTORY_H
#define NET8_LINUX_TCP_SOCKET_FACTORY_H

#include "net8-tcp-machine-socket.h"

#include "ns3/node-container.h"
#include "ns3/socket-factory.h"

#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Makes sockets that behave as those of Linux (Net8TcpMachineSocket).
 *
 * Install gives one to nodes. Any ns-3 application uses it when its Protocol attribute is
 * ns3::net8::Net8LinuxTcpSocketFactory, or through
 * Socket::CreateSocket(node, Net8LinuxTcpSocketFactory::GetTypeId()). What the host sets for all
 * its connections is in Net8TcpHost::Get(node).
 *
 * What Config::SetDefault says of the attributes of ns3::TcpSocket counts where it is not the value
 * that ns-3 has anyhow, as it is when the first socket of the node is made.
 */
class Net8LinuxTcpSocketFactory : public SocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Install a factory on nodes.
     *
     * @param nodes nodes with an Internet stack
     */
    static void Install(const NodeContainer& nodes);

    // Inherited
    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    /// Make the socket that all others are copies of.
    void MakePattern();

    Ptr<Net8TcpMachineSocket> m_pattern; ///< What sockets are copied from; null: not made yet.
    std::shared_ptr<const TcpSettings> m_settings; ///< Settings of the host that it was made with.
};

} // namespace ns3::net8

#endif // NET8_LINUX_TCP_SOCKET_FACTORY_H
