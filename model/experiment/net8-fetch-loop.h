// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FETCH_LOOP_H
#define NET8_FETCH_LOOP_H

#include "ns3/event-impl.h"
#include "ns3/net8-call-record.h"
#include "ns3/net8-call-waits.h"
#include "ns3/net8-client-session.h"
#include "ns3/net8-server-cursor.h"
#include "ns3/net8-server-session.h"
#include "ns3/net8-tcp-tape.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8TcpMachineSocket;

/**
 * @ingroup net8
 * Both ends of a session that fetches in a loop, of which turns may be skipped: what it did in a
 * turn, whether its next turns are like that, and how it goes on after some of them.
 */
class Net8FetchLoop
{
  public:
    /**
     * @param client the session at the client, which has a connection with the TCP machine
     * @param server the same session at the server, which has one, too
     */
    Net8FetchLoop(Net8ClientSession& client, const Ptr<Net8ServerSession>& server);
    ~Net8FetchLoop();
    /**
     * @param other a loop that is not used any more
     */
    Net8FetchLoop(Net8FetchLoop&& other);
    Net8FetchLoop& operator=(Net8FetchLoop&& other) = delete;

    /**
     * @param connection a connection
     * @return its socket, if it has the TCP machine; else null
     */
    static Ptr<Net8TcpMachineSocket> FindMachine(const Net8Connection* connection);

    /// @return number of the session
    uint32_t GetSession() const
    {
        return m_client->GetRecord().session;
    }

    /// @return the sockets of its connection
    Net8TcpTape::Pair GetPair() const;

    /**
     * @param end 0: the client, 1: the server
     * @return the socket there
     */
    const Net8TcpMachineSocket& GetSocket(std::size_t end) const
    {
        return *m_sockets[end];
    }

    /**
     * @param events receives the events in which this session goes on, but for those of TCP; null
     * for one that is not there
     */
    void ListEvents(std::vector<const EventImpl*>& events) const;

    /// @return what stands against skipping now, a sentence; empty: nothing
    std::string FindObstacle() const;

    /**
     * Find out after how many fetches replies repeat.
     *
     * @param most how many at most
     * @return the least number; 0: there is none; nothing: it does not fetch in a loop
     */
    std::optional<std::size_t> FindPeriod(std::size_t most) const;

    /**
     * Note a call that is done in the turn under way.
     *
     * @param record the call
     */
    void NoteCall(const CallRecord& record);

    /// End a turn in which nothing was drawn, so that replies can be foreseen, and begin the next.
    void BeginTurn();

    /// Forget what was done so far, at the end of a turn: nothing is known of the next one.
    void Forget()
    {
        m_turn = {};
        m_now = {};
    }

    /**
     * @param most how often at most
     * @return how often the next turns have the replies of the last one, if nothing stands against
     * skipping
     */
    uint64_t CountAlike(uint64_t most) const;

    /**
     * Report a call that is skipped.
     *
     * @param record a call of the last turn
     * @param turns how many turns later it comes
     * @param length length of a turn
     */
    void TellCall(const CallRecord& record, uint64_t turns, Time length) const;

    /**
     * Go on as if the last turn had come again, but for TCP and for the calls to report.
     *
     * @param turns how often
     * @param by time that it took
     */
    void Skip(uint64_t turns, Time by);

  private:
    /// What it has done so far.
    struct Mark
    {
        CallWaits::Sums waits;              ///< Waits of the server.
        std::array<uint64_t, 2> sent{};     ///< Bytes written at each end.
        std::array<uint64_t, 2> received{}; ///< Bytes read at each end.
        std::vector<ServerAnswer> next;     ///< What as many further requests as the last turn had
                                            ///< will be answered.
        bool again{false};                  ///< That is what the requests before were answered.
    };

    /// What it did in a turn.
    struct Turn
    {
        uint64_t calls{0}; ///< Calls that were done.
        uint64_t rows{0};  ///< Their rows.
    };

    /// @return the fetch under way, or the next one; nothing: it does not fetch in a loop
    std::optional<TtcPrefix> GetRequest() const;

    /// @return its connections, at the client and at the server
    std::array<Net8Connection*, 2> GetConnections() const;

    /// @return the present, and what is answered next
    Mark TakeMark() const;

    Net8ClientSession* m_client;                        ///< The session at the client.
    Ptr<Net8ServerSession> m_server;                    ///< The session at the server.
    std::array<Ptr<Net8TcpMachineSocket>, 2> m_sockets; ///< Its sockets there.
    Mark m_begin;                                       ///< When the last turn began.
    Mark m_now;                                         ///< When it ended.
    Turn m_last;                                        ///< The last turn.
    Turn m_turn;                                        ///< The turn under way.
};

} // namespace ns3::net8

#endif // NET8_FETCH_LOOP_H
