// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SOCKET_FACTORY_H
#define NET8_TCP_SOCKET_FACTORY_H

#include "net8-tcp-machine-socket.h"
#include "net8-tcp-socket.h"
#include "net8-tcp-values.h"

#include "ns3/net8-tcp-settings.h"
#include "ns3/socket-factory.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Makes TCP sockets that behave as a Net8TcpProfile says: of the TCP machine (Net8TcpMachineSocket)
 * or of ns-3's TCP (Net8TcpSocket).
 *
 * Net8TcpProfile::Install aggregates one to a node. Any ns-3 application uses it when its Protocol
 * attribute is ns3::net8::Net8TcpSocketFactory, or through
 * Socket::CreateSocket(node, Net8TcpSocketFactory::GetTypeId()).
 *
 * From the second one on, the sockets of ns-3's TCP of a node are copies of a pattern, which takes
 * half as long as making one with all attributes of ns3::TcpSocket. So what Config::SetDefault says
 * of these counts as it is when the second one is made.
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
    void SetSettings(const Net8TcpValues& settings, const Net8TcpValues& ipv6);

    /**
     * @return values of the sockets that are made
     */
    const Net8TcpValues& GetSettings() const;

    /**
     * Let the host draw what a segment takes on its arrival from a stream of its own. Call it
     * before the first socket is made.
     *
     * @param stream first random stream to use
     * @return number of random streams used; a constant takes none
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param congestion class of a congestion control
     * @return the same in the TCP machine; none: ns-3 alone has it
     */
    static std::optional<TcpCongestion> FindCongestion(TypeId congestion);

    // Inherited
    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @return a socket of the TCP machine
     */
    Ptr<Socket> CreateMachineSocket();

    /**
     * @param host TCP of the host
     * @return settings of its operating system
     */
    TcpSettings MakeSystem(const Net8TcpHost& host) const;

    /**
     * Set on the host what the profile sets for all connections.
     *
     * @param host TCP of the host
     */
    void SetHost(const Ptr<Net8TcpHost>& host) const;

    /**
     * @param segment bytes of a segment, 0: as the way has it
     * @return the same with the option of timestamps, if there are any
     */
    uint32_t WithTimestamps(uint32_t segment) const;

    /**
     * @return what the profile sets with setsockopt
     */
    TcpSocketOptions MakeOptions() const;

    /**
     * @return a socket as the settings say, without node and congestion control
     */
    Ptr<Net8TcpSocket> CopyPattern();

    /**
     * @return the same, made anew
     */
    Ptr<Net8TcpSocket> MakePattern() const;

    Net8TcpValues m_settings;            ///< Values of the sockets.
    Net8TcpSocket::Sizes m_ipv6Sizes;    ///< What differs for IPv6.
    Ptr<Net8TcpSocket> m_pattern;        ///< What sockets are copied from; null: not made yet.
    Ptr<Net8TcpMachineSocket> m_machine; ///< The same of the TCP machine.
    bool m_used{false};                  ///< It has made a socket.
    bool m_traces{true};                 ///< The sockets have trace sources.
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_FACTORY_H */
