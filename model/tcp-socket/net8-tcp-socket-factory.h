// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SOCKET_FACTORY_H
#define NET8_TCP_SOCKET_FACTORY_H

#include "net8-tcp-machine-socket.h"
#include "net8-tcp-values.h"

#include "ns3/net8-tcp-settings.h"
#include "ns3/socket-factory.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Makes TCP sockets that behave as set by a Net8TcpProfile: with the TCP machine
 * (Net8TcpMachineSocket) or with ns-3's own TCP (MakeStockTcp).
 *
 * Net8TcpProfile::Install aggregates one to a node. An ns-3 application uses it if its Protocol
 * attribute is ns3::net8::Net8TcpSocketFactory, or through Socket::CreateSocket(node,
 * Net8TcpSocketFactory::GetTypeId()).
 * */
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
     * @param ipv6 the same for IPv6; a socket of the TCP machine that is bound to IPv6 takes its
     * segment size from it, one of ns-3's TCP all values if the node has IPv6
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

    Net8TcpValues m_settings;            ///< Values of the sockets.
    Net8TcpValues m_ipv6;                ///< The same for IPv6.
    std::optional<double> m_phase;       ///< Phase of the timers of the host, if it is drawn.
    Ptr<Net8TcpMachineSocket> m_machine; ///< Socket to copy from; null: not created yet.
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_FACTORY_H */
