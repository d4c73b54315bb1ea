// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_BOOK_H
#define NET8_SERVER_BOOK_H

#include "ns3/address.h"
#include "ns3/net8-server-record.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Which session of a client each session of a server is.
 *
 * A server knows the address of its client, and clients tell when they connect from which address.
 * An address may serve several sessions in turn: the last one that connected from it before the
 * server's session ended is meant. Clients and servers may be of different processes.
 */
class Net8ServerBook
{
  public:
    /// A client sent a SYN.
    struct Connecting
    {
        Time time{};         ///< When.
        uint32_t session{0}; ///< Number of its session.
        Address local{};     ///< Where it connects from.
    };

    /// The end of a session on its server.
    struct Ended
    {
        Time time{};           ///< When.
        ServerRecord record{}; ///< What the server knows of it.
    };

    /**
     * @param connecting a client that connects, later than all before
     */
    void Add(const Connecting& connecting);

    /**
     * @param ended a server's session that ended, later than all before
     */
    void Add(const Ended& ended);

    /**
     * @param other a book of another process; it may be of the same times
     */
    void Add(const Net8ServerBook& other);

    /**
     * @return all that connected, in order of time
     */
    const std::vector<Connecting>& GetConnecting() const;

    /**
     * @return all that ended, in order of time
     */
    const std::vector<Ended>& GetEnded() const;

    /**
     * @return the sessions of the servers with the numbers of their clients, in order of these;
     * without those that no client of this experiment began
     */
    std::vector<ServerRecord> Match() const;

  private:
    std::vector<Connecting> m_connecting; ///< In order of time.
    std::vector<Ended> m_ended;           ///< In order of time.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_BOOK_H */
