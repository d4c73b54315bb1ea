// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_SERIES_H
#define NET8_SESSION_SERIES_H

#include "net8-record-table.h"

#include "ns3/net8-client.h"
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
 * A sample of TCP at one end of a session.
 */
struct SessionSample
{
    Time time{};               ///< Time of the sample.
    uint32_t session{0};       ///< Number of the session.
    bool server{false};        ///< Whether it is the server's end.
    uint32_t cwndBytes{0};     ///< Congestion window of this end, bytes.
    Time rtt{};                ///< Its smoothed round-trip time; 0: none measured yet.
    uint32_t inFlightBytes{0}; ///< Bytes in flight from this end.
};

/**
 * @ingroup net8
 * Samples the TCP connections of sessions, at both ends.
 *
 * It handles connections that run the TCP machine on hosts with hashed tables of connections; the
 * server's end is found by the addresses of the client's. If a session tries several addresses, the
 * last connection it opened is sampled.
 */
class Net8SessionSeries
{
  public:
    Net8SessionSeries() = default;
    Net8SessionSeries(const Net8SessionSeries&) = delete;
    Net8SessionSeries& operator=(const Net8SessionSeries&) = delete;

    /**
     * @param sessions all sessions, with their groups
     * @param each number of sessions of each group to sample, starting with its first
     */
    void Choose(const Net8SessionList& sessions, uint32_t each);

    /**
     * @param host a server host
     */
    void AddServer(const Ptr<Node>& host);

    /**
     * @param client a client whose sessions are sampled
     */
    void Listen(const Ptr<Net8Client>& client);

    /**
     * Sample all open connections.
     */
    void Look();

    /**
     * @return samples in order of time and session, the client's end first
     */
    const std::vector<SessionSample>& GetSamples() const;

  private:
    /**
     * @param session number of a session
     * @param socket the socket that it connects with
     */
    void HandleDialling(uint32_t session, Ptr<Socket> socket);

    /**
     * @param record a session that is over
     */
    void HandleDone(const SessionRecord& record);

    /**
     * @param session number of a session
     * @param server whether it is the server's end
     * @param socket its socket, or null
     */
    void Take(uint32_t session, bool server, const Ptr<Net8TcpOptionSocket>& socket);

    /**
     * @param client the socket of a client
     * @return the corresponding socket at its server, or null
     */
    Ptr<Net8TcpOptionSocket> FindServer(const Net8TcpOptionSocket& client) const;

    std::vector<Ptr<Node>> m_servers; ///< Server hosts.
    std::map<uint32_t, Ptr<Net8TcpOptionSocket>>
        m_sessions;                       ///< Sockets of clients, or null, by session.
    std::vector<SessionSample> m_samples; ///< Samples taken so far.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_SERIES_H */
