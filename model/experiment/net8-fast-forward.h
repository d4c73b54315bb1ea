// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FAST_FORWARD_H
#define NET8_FAST_FORWARD_H

#include "net8-draw-count.h"
#include "net8-experiment-result.h"
#include "net8-fetch-loop.h"

#include "ns3/event-impl.h"
#include "ns3/net8-call-record.h"
#include "ns3/net8-client.h"
#include "ns3/net8-event-heap.h"
#include "ns3/net8-tcp-flow.h"
#include "ns3/net8-tcp-tape.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::net8
{

class Net8Cluster;
class Net8PlainSegment;

/**
 * @ingroup net8
 * Skips fetches that repeat, without changing anything that a run tells.
 *
 * If all sessions under way fetch in loops and two turns of their connections were alike
 * (Net8TcpTape), each of as many fetches of the first session as the lengths of replies take to
 * repeat, TCP alone goes on, at all ends and with all that depends on time, until it does something
 * else; applications, packets and hops are left out, and the clock, records, counters, positions
 * and statistics advance by whole turns. What is under way between them when a turn ends moves
 * along, and its segments become those that TCP has sent meanwhile. It stops before the reply that
 * differs, before any event that belongs to something else, and where a random number was drawn.
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
    /// An event that waits when a turn ends.
    struct Waiting
    {
        uint32_t uid{0};                ///< Its unique number.
        int64_t after{0};               ///< Its time, from the end of the turn, ns.
        const EventImpl* impl{nullptr}; ///< Its implementation.
    };

    /// What is known at the end of a turn.
    struct Mark
    {
        uint64_t events{0};           ///< Events executed so far.
        std::vector<Waiting> waiting; ///< Pending events but those of timers of TCP, by number.
        std::vector<int64_t> rest;    ///< What else decides what happens next, as of queues.
    };

    /// Events that wait when a turn ends.
    struct Sorted
    {
        std::vector<Waiting> own;      ///< Those that belong to turns, by number.
        std::vector<int64_t> ownTimes; ///< Their times, from the end of the turn, in order, ns.
        TcpTime until{0};              ///< Time of the first one that does not, ns.
    };

    /// Segments under way to each end, the next one to arrive first.
    using Segments = std::vector<std::vector<Net8PlainSegment*>>;

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

    /// Listen to the connections of all sessions, if each has one of net8's own TCP.
    void Listen();

    /**
     * @return the sessions under way at all clients; nothing: there is something else
     */
    std::optional<std::vector<Net8ClientSession*>> FindSessions() const;

    /**
     * Find the sessions under way at both ends.
     *
     * @return why they cannot be skipped; empty: nothing stands against it
     */
    std::string FindLoops();

    /// Listen to them no more.
    void Leave();

    /// Look between two events whether the turn that has ended repeats, and skip. What lets it
    /// listen no more happens at clients, thus not in the event in which a turn ends.
    void Look();

    /// @return where the last two turns differ, a sentence
    std::string TellDifference() const;

    /// Find out how many fetches a turn has, of which no answer is drawn at random.
    void FindTurn();

    /**
     * @return the present as the end of a turn
     */
    Mark TakeMark() const;

    /**
     * Tell events of turns from those of something else, which were there when the turn began.
     *
     * @param mark the end of a turn
     * @param other the end of the turn before it, or after it
     * @return the events that wait at its end
     */
    static Sorted Sort(const Mark& mark, const Mark& other);

    /**
     * Find out what stands against skipping now.
     *
     * @param now the present
     * @return a sentence; empty: nothing
     */
    std::string FindObstacle(const Mark& now) const;

    /**
     * @param own events of turns
     * @return segments under way; nothing: there is something else under way
     */
    std::optional<Segments> FindSegments(const std::vector<Waiting>& own) const;

    /**
     * Skip as many turns as repeat, but not too many at once.
     *
     * @param now the present, the end of a turn that repeats
     * @return whether any was skipped
     */
    bool TrySkip(const Mark& now);

    /**
     * Skip turns.
     *
     * @param count how many
     * @param now the present
     * @param own events of turns, which move along
     * @param segments segments under way
     */
    void Skip(uint64_t count,
              const Mark& now,
              const std::vector<Waiting>& own,
              const Segments& segments);

    std::vector<Ptr<Net8Client>> m_clients;             ///< All clients.
    const Net8Cluster& m_cluster;                       ///< All servers.
    const Net8DrawCount& m_draws;                       ///< Counts random numbers.
    Net8EventHeap* m_heap;                              ///< Pending events.
    std::vector<Net8FetchLoop> m_loops;                 ///< Sessions under way.
    std::unordered_map<uint32_t, std::size_t> m_places; ///< Their places there, by number.
    std::map<Net8TcpFlow, std::size_t> m_ends;          ///< Ends of their connections on the tape.
    std::unique_ptr<Net8TcpTape> m_tape;                ///< Listens to them; null: nothing does.
    std::optional<Mark> m_mark;                         ///< Beginning of the turn under way.
    std::vector<CallRecord> m_calls;                    ///< Calls that were done in it.
    std::vector<CallRecord> m_last;                     ///< Calls of the turn before.
    bool m_tells{false};                                ///< It reports calls that are skipped.
    std::optional<uint64_t> m_drawn; ///< Random numbers drawn when it looked last.
    bool m_turnKnown{false};         ///< Turns have as many fetches as they should.
    uint64_t m_most{1};              ///< Most turns to skip next.
    uint32_t m_misses{0};            ///< Turns in a row that differ.
    uint32_t m_allMisses{0};         ///< Turns that differ since it listens.
    uint64_t m_deaf{0};              ///< Calls until it looks for loops again: as many as there
                                     ///< are sessions, as that takes so much longer.
    uint32_t m_away{0};              ///< Fetches until it listens again.
    uint32_t m_nextAway{0};          ///< Fetches not to listen to after the next misses.
    uint32_t m_rests{0};             ///< Turns until it tries again.
    uint32_t m_rest{1};              ///< Turns to rest after the next failure.
    Skipped m_skipped;               ///< What was skipped.
};

} // namespace ns3::net8

#endif /* NET8_FAST_FORWARD_H */
