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
 * Makes TCP sockets that behave as set by a Net8TcpProfile: with the TCP machine
 * (Net8TcpMachineSocket) or with ns-3's TCP (Net8TcpSocket).
 *
 * Net8TcpProfile::Install aggregates one to a node. An ns-3 application uses it if its Protocol
 * attribute is ns3::net8::Net8TcpSocketFactory, or through Socket::CreateSocket(node,
 * Net8TcpSocketFactory::GetTypeId()).
 *
 * From the second one on, sockets with ns-3's TCP are copies of a pattern per node, which takes
 * half as long as creating one with all attributes of ns3::TcpSocket. Therefore defaults set by
 * Config::SetDefault apply as they are when the second socket is created.
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
     * @param settings values for sockets created from now on; segmentSize must not be 0
     * @param ipv6 the same for IPv6; segment and buffer sizes of a socket bound to IPv6 are taken
     * from it
     */
    void SetSettings(const Net8TcpValues& settings, const Net8TcpValues& ipv6);

    /**
     * @return values of the sockets
     */
    const Net8TcpValues& GetSettings() const;

    /**
     * Let the host draw the work on arriving segments from a stream of its own. Must be called
     * before the first socket is created.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used; a constant uses none
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Let the host differ from run to run, as real hosts do. Must be called before AssignStreams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @param timers whether the phase of its timers' tick is drawn; else it follows from the number
     * of the host
     * @param frameTime work on an arriving segment, s, if its profile has none; null: none
     */
    void Vary(int64_t stream, bool timers, const Ptr<RandomVariableStream>& frameTime);

    /**
     * @param congestion class of a congestion control
     * @return the same congestion control in the TCP machine; nothing if only ns-3 has it
     */
    static std::optional<TcpCongestion> FindCongestion(TypeId congestion);

    // Inherited
    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @return a socket with the TCP machine
     */
    Ptr<Socket> CreateMachineSocket();

    /**
     * @param host TCP of the host
     * @return settings of its operating system
     */
    TcpSettings MakeSystem(const Net8TcpHost& host) const;

    /**
     * Apply the profile's host-wide settings to the host.
     *
     * @param host TCP of the host
     */
    void SetHost(const Ptr<Net8TcpHost>& host) const;

    /**
     * @param segment segment size, bytes; 0: as the route allows
     * @return the size including the timestamp option, if timestamps are on
     */
    uint32_t WithTimestamps(uint32_t segment) const;

    /**
     * @return the options that the profile sets with setsockopt
     */
    TcpSocketOptions MakeOptions() const;

    /**
     * @return a socket with these settings, without node and congestion control
     */
    Ptr<Net8TcpSocket> CopyPattern();

    /**
     * @return the same, created from scratch
     */
    Ptr<Net8TcpSocket> MakePattern() const;

    Net8TcpValues m_settings;            ///< Values of the sockets.
    std::optional<double> m_phase;       ///< Phase of the timers of the host, if it is drawn.
    Net8TcpSocket::Sizes m_ipv6Sizes;    ///< Values that differ for IPv6.
    Ptr<Net8TcpSocket> m_pattern;        ///< Socket to copy from; null: not created yet.
    Ptr<Net8TcpMachineSocket> m_machine; ///< The same for the TCP machine.
    bool m_used{false};                  ///< It has created a socket.
    bool m_traces{true};                 ///< Whether sockets have trace sources.
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_FACTORY_H */
