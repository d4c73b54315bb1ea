// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FAST_FORWARD_H
#define NET8_FAST_FORWARD_H

#include "net8-draw-count.h"
#include "net8-experiment-result.h"

#include "ns3/net8-call-record.h"
#include "ns3/net8-call-waits.h"
#include "ns3/net8-client-session.h"
#include "ns3/net8-client.h"
#include "ns3/net8-event-heap.h"
#include "ns3/net8-server-cursor.h"
#include "ns3/net8-server-session.h"
#include "ns3/net8-tcp-tape.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8Cluster;
class Net8TcpMachineSocket;

/**
 * @ingroup net8
 * Skips fetches that repeat, without changing anything that a run tells.
 *
 * If the only session of a simulation fetches in a loop and two turns of its connection were alike
 * (Net8TcpTape), each of as many fetches as the lengths of replies take to repeat, TCP alone goes
 * on, at both ends and with all that depends on time, until it does something else; applications,
 * packets and hops are left out, and the clock, records, counters, positions and statistics advance
 * by whole turns. It stops before the reply that differs, before any event that belongs to
 * something else, and where a random number was drawn.
 *
 * What a plan may have besides is decided by who sets ExperimentPlan::fastForward.
 */
class Net8FastForward
{
  public:
    /**
     * Watch the calls of a simulation that is built.
     *
     * @param clients its clients
     * @param cluster its servers; must outlive this object
     * @param draws counts the random numbers; must outlive this object
     */
    Net8FastForward(const std::vector<Ptr<Net8Client>>& clients,
                    const Net8Cluster& cluster,
                    const Net8DrawCount& draws);
    ~Net8FastForward();
    Net8FastForward(const Net8FastForward&) = delete;
    Net8FastForward& operator=(const Net8FastForward&) = delete;

    /**
     * Skip nothing more.
     *
     * @return what was skipped
     */
    Skipped End();

  private:
    /// What is known at the beginning of a turn.
    struct Mark
    {
        uint64_t events{0};             ///< Events executed so far.
        std::optional<uint64_t> draws;  ///< Random numbers drawn so far; nothing: not known.
        CallWaits::Sums waits;          ///< Waits of the server.
        uint64_t clientSent{0};         ///< Bytes that the client has written.
        uint64_t clientReceived{0};     ///< Bytes that it has read.
        uint64_t serverSent{0};         ///< Bytes that the server has written.
        uint64_t serverReceived{0};     ///< Bytes that it has read.
        std::vector<uint32_t> pending;  ///< Unique numbers of pending events, in order.
        std::vector<ServerAnswer> next; ///< What the request that has come and further ones of
                                        ///< the turn will be answered; empty: not known.
    };

    /**
     * Handle a call that is done.
     *
     * @param record the call
     */
    void HandleCall(const CallRecord& record);

    /**
     * Handle a session that is over.
     *
     * @param record the session
     */
    void HandleSession(const SessionRecord& record);

    /// Listen to the connection of the only session, if there is only one.
    void Listen();

    /// Listen to it no more.
    void Leave();

    /// Look between two events whether the turn that has ended repeats, and skip. What lets it
    /// listen no more happens at the client, thus not in the event in which a turn ends.
    void Look();

    /// Find out how many fetches a turn has, unless answers may be drawn at random.
    void FindTurn();

    /**
     * @return the present as the beginning of a turn
     */
    Mark TakeMark() const;

    /**
     * Find out what stands against skipping now.
     *
     * @param now the present
     * @param request receives the fetch under way
     * @param until receives the time of the next event of something else, ns
     * @return a sentence; empty: nothing
     */
    std::string FindObstacle(const Mark& now, TtcPrefix& request, TcpTime& until) const;

    /**
     * Find out whether a pending event may not be there.
     *
     * @param until receives the time of the next event that keeps its time, ns
     * @return whether there is such an event
     */
    bool HasStranger(TcpTime& until) const;

    /**
     * Skip as many turns as repeat, but not too many at once.
     *
     * @param now the present, the end of a turn that repeats; receives what the request will be
     * answered
     * @return whether any was skipped
     */
    bool TrySkip(Mark& now);

    /**
     * Skip turns.
     *
     * @param count how many
     * @param now the present
     * @param request the fetch
     */
    void Skip(uint64_t count, const Mark& now, const TtcPrefix& request);

    std::vector<Ptr<Net8Client>> m_clients;   ///< All clients.
    const Net8Cluster& m_cluster;             ///< All servers.
    const Net8DrawCount& m_draws;             ///< Counts random numbers.
    Net8EventHeap* m_heap;                    ///< Pending events.
    Net8ClientSession* m_client{nullptr};     ///< The session at the client.
    Ptr<Net8ServerSession> m_server;          ///< The session at the server.
    Ptr<Net8TcpMachineSocket> m_clientSocket; ///< Socket of the client.
    Ptr<Net8TcpMachineSocket> m_serverSocket; ///< Socket of the server.
    std::unique_ptr<Net8TcpTape> m_tape;      ///< Listens to them; null: nothing does.
    std::optional<Mark> m_mark;               ///< Beginning of the turn under way.
    std::deque<CallRecord> m_last;            ///< The last calls that are done, of a turn.
    std::optional<uint64_t> m_drawn;          ///< Random numbers drawn when it looked last.
    bool m_turnKnown{false};                  ///< Turns have as many fetches as they should.
    uint64_t m_most{1};                       ///< Most turns to skip next.
    uint32_t m_misses{0};                     ///< Turns in a row that differ.
    uint32_t m_away{0};                       ///< Fetches until it listens again.
    uint32_t m_nextAway{0};                   ///< Fetches not to listen to after the next misses.
    uint32_t m_rests{0};                      ///< Turns until it tries again.
    uint32_t m_rest{1};                       ///< Turns to rest after the next failure.
    Skipped m_skipped;                        ///< What was skipped.
};

} // namespace ns3::net8

#endif /* NET8_FAST_FORWARD_H */
