// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_SERIES_H
#define NET8_SESSION_SERIES_H

#include "ns3/net8-client.h"
#include "ns3/net8-session-record.h"
#include "ns3/net8-tcp-option-socket.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * TCP of one end of a session at one moment.
 */
struct SessionSample
{
    Time time{};               ///< When.
    uint32_t session{0};       ///< Number of the session.
    bool server{false};        ///< Which end.
    uint32_t cwndBytes{0};     ///< Congestion window of what this end sends.
    Time rtt{};                ///< Its smoothed round-trip time; 0: none measured yet.
    uint32_t inFlightBytes{0}; ///< What it has sent and is in flight.
};

/**
 * @ingroup net8
 * Looks at the TCP connections of sessions, at both ends.
 *
 * It knows those that run the TCP machine on hosts with hashed tables of connections; the server's
 * end is found by the addresses of the client's. Of a session that tries several addresses the
 * connection counts that it opened last.
 */
class Net8SessionSeries
{
  public:
    Net8SessionSeries() = default;
    Net8SessionSeries(const Net8SessionSeries&) = delete;
    Net8SessionSeries& operator=(const Net8SessionSeries&) = delete;

    /**
     * @param sessions all sessions, of which the group is known
     * @param each how many of each group are looked at, from its first on
     */
    void Choose(const std::vector<SessionRecord>& sessions, uint32_t each);

    /**
     * @param host a server host
     */
    void AddServer(const Ptr<Node>& host);

    /**
     * @param client sessions of which are looked at
     */
    void Listen(const Ptr<Net8Client>& client);

    /**
     * Take samples of all connections that are open.
     */
    void Look();

    /**
     * @return samples in order of time and session, the client's end first
     */
    const std::vector<SessionSample>& GetSamples() const;

  private:
    /**
     * @param session number of a session
     * @param socket what it connects with
     */
    void HandleDialling(uint32_t session, Ptr<Socket> socket);

    /**
     * @param record a session that is over
     */
    void HandleDone(const SessionRecord& record);

    /**
     * @param session number of a session
     * @param server which end
     * @param socket its socket, or null
     */
    void Take(uint32_t session, bool server, const Ptr<Net8TcpOptionSocket>& socket);

    /**
     * @param client the socket of a client
     * @return the one at its server, or null
     */
    Ptr<Net8TcpOptionSocket> FindServer(const Net8TcpOptionSocket& client) const;

    std::vector<Ptr<Node>> m_servers;                        ///< Server hosts.
    std::map<uint32_t, Ptr<Net8TcpOptionSocket>> m_sessions; ///< Sockets of clients, or null.
    std::vector<SessionSample> m_samples;                    ///< Taken so far.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_SERIES_H */
