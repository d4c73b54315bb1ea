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
 * Makes sockets that behave like those of Linux (Net8TcpMachineSocket).
 *
 * Install adds a factory to nodes. An ns-3 application uses it if its Protocol attribute is
 * ns3::net8::Net8LinuxTcpSocketFactory, or through Socket::CreateSocket(node,
 * Net8LinuxTcpSocketFactory::GetTypeId()). The host-wide settings are in Net8TcpHost::Get(node).
 *
 * Attributes of ns3::TcpSocket that Config::SetDefault has set to a value other than ns-3's own
 * default apply, as they are when the first socket of the node is created.
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
    /// Create the socket that all others are copied from.
    void MakePattern();

    Ptr<Net8TcpMachineSocket> m_pattern;           ///< Socket to copy from; null: not created yet.
    std::shared_ptr<const TcpSettings> m_settings; ///< Host settings it was created with.
};

} // namespace ns3::net8

#endif // NET8_LINUX_TCP_SOCKET_FACTORY_H
