// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_BOOK_H
#define NET8_SERVER_BOOK_H

#include "ns3/address.h"
#include "ns3/net8-server-record.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Finds the client session that belongs to a server's session.
 *
 * A server knows the address of its client, and clients report when they connect from which
 * address. Several sessions may use an address in turn: the match is the last one that connected
 * from it before the server's session ended. A Connection Manager between them connects for the
 * session that came to it. Clients and servers may be in different processes.
 */
class Net8ServerBook
{
  public:
    /// A client sent a SYN.
    struct Connecting
    {
        Time time{};         ///< Time of the SYN.
        uint32_t session{0}; ///< Number of its session.
        Address local{};     ///< Local socket address.
    };

    /// The end of a session on its server.
    struct Ended
    {
        Time time{};           ///< Time of the end.
        ServerRecord record{}; ///< Record of the server.
    };

    /**
     * @param connecting a client that connects, not earlier than those before
     */
    void Add(const Connecting& connecting);

    /**
     * @param ended a server's session that ended, not earlier than those before
     */
    void Add(Ended ended);

    /**
     * @param other a book of another process, which may cover the same times
     */
    void Add(const Net8ServerBook& other);

    /**
     * @param local a socket address
     * @return number of the session that connected from it last; nothing: none did
     */
    std::optional<uint32_t> FindSession(const Address& local) const;

    /**
     * @return all clients that connected, in order of time
     */
    const std::vector<Connecting>& GetConnecting() const;

    /**
     * @return all server sessions that ended, in order of time
     */
    const std::vector<Ended>& GetEnded() const;

    /**
     * @return the sessions of the servers with their clients' session numbers, in that order;
     * without those that no client of this experiment began. The book has no records any more: very
     * many have no room twice
     */
    std::vector<ServerRecord> Match();

  private:
    std::vector<Connecting> m_connecting; ///< In order of time.
    std::vector<Ended> m_ended;           ///< In order of time.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_BOOK_H */
