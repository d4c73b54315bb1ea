// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TAPE_H
#define NET8_TCP_TAPE_H

#include "net8-tcp-taped.h"

#include "ns3/net8-tcp-connection.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What happens to the TCP machines at both ends of some connections while calls repeat, and what
 * they answer.
 *
 * A turn lasts from one request of the first client to the next, each received by its server with
 * nothing more under way there, or over several of them (SetRequests). If two turns in a row are
 * alike, Play lets what happened in the last one happen again, to copies of all machines
 * alone: without packets, hops and applications, and at the times at which it will happen. The
 * machines decide as ever: by ticks, timers, windows and round trips of these times. As long as
 * they do what they did before (same pieces at the same times after the beginning of a turn, same
 * bytes to read and to write), what is around them does so, too, unless it has a state of its own
 * that changes, which is for the user of the tape to know. So is what is under way to other ends
 * when a turn ends: it has to be replaced by what Play has sent (GetWire, GetPlayedWire).
 */
class Net8TcpTape
{
  public:
    /// What happens to a machine.
    enum class Kind : uint8_t
    {
        RECEIVE, ///< A segment of the other end arrives.
        WRITE,   ///< The application writes.
        READ,    ///< The application reads.
        TIMER    ///< A timer is due.
    };

    /// Both sockets of a connection.
    struct Pair
    {
        Net8TcpTaped& client; ///< Socket of the end that asks.
        Net8TcpTaped& server; ///< Socket of the end that answers.
    };

    /**
     * Listen to the sockets of connections. The client of the connection i is the end 2 i, its
     * server the end 2 i + 1.
     *
     * @param connections at least one connection; the first one decides when turns end; all sockets
     * must outlive this object
     * @param turned called within the event in which the last request of a turn arrives; lets
     * EndTurn be called after that, before another event
     */
    Net8TcpTape(const std::vector<Pair>& connections, std::function<void()> turned);
    ~Net8TcpTape();
    Net8TcpTape(const Net8TcpTape&) = delete;
    Net8TcpTape& operator=(const Net8TcpTape&) = delete;

    /// @name What sockets tell
    /// @{

    /**
     * @param socket a socket
     * @param segment the segment that its machine receives next
     */
    void Receive(const Net8TcpTaped& socket, const TcpSegment& segment);

    /**
     * Note what its machine is asked for next.
     *
     * @param socket a socket
     * @param kind what happens
     * @param bytes bytes to write or to read
     * @param flags flags of a write
     */
    void Begin(const Net8TcpTaped& socket,
               Kind kind,
               uint32_t bytes = 0,
               TcpSender::WriteFlags flags = {});

    /**
     * @param socket a socket
     * @param piece a segment that it sends, as it is on the wire
     */
    void Send(const Net8TcpTaped& socket, const TcpSegment& piece);

    /**
     * Note the outcome of what began last.
     *
     * @param socket a socket
     * @param bytes bytes written or read
     */
    void End(const Net8TcpTaped& socket, uint64_t bytes = 0);

    /**
     * Note that something happens that no turn may have.
     *
     * @param socket a socket
     * @param what what its end does, as the end of a sentence that outlives this object
     */
    void Break(const Net8TcpTaped& socket, std::string_view what);

    /// Note that the event behind a deadline that has moved away fired.
    void NoteEarly()
    {
        ++m_turn.early;
    }

    /// @}

    /// What an end did in one of two turns alone.
    struct Difference
    {
        std::size_t end{0};      ///< The end.
        std::string_view what{}; ///< What it did, as the end of a sentence; empty: nothing.
    };

    /// @return where the last two turns first differ
    const Difference& GetDifference() const
    {
        return m_difference;
    }

    /// End the turn under way, with all that has happened in the event in which its last request
    /// came: some systems let an application run in it.
    void EndTurn();

    /// @return whether the last two turns are alike, and nothing has happened since
    bool Repeats() const
    {
        return m_difference.what.empty() && IsBetweenTurns();
    }

    /// @return whether nothing has happened since the last turn
    bool IsBetweenTurns() const
    {
        return m_turn.steps.empty() && m_turn.broken.what.empty();
    }

    /// @return requests of a turn
    uint64_t GetRequests() const
    {
        return m_requests;
    }

    /**
     * Let turns have another length, between two turns.
     *
     * @param requests requests of a turn, at least 1
     */
    void SetRequests(uint64_t requests)
    {
        m_requests = requests;
        m_difference = {.what = "has turns of another length"};
    }

    /// @return length of the last turn, ns
    TcpTime GetLength() const
    {
        return m_last.length;
    }

    /// @return number of events of the last turn that were those of deadlines that had moved away
    uint64_t GetEarly() const
    {
        return m_last.early;
    }

    /**
     * Let the last turn happen again, to copies of the machines.
     *
     * @param most how often at most
     * @param until nothing may happen at this time or later, ns
     * @return how often it did
     */
    uint64_t Play(uint64_t most, TcpTime until);

    /**
     * Let the sockets go on with the machines as Play left them, and with what was under way then.
     */
    void Take();

    /**
     * @param sent a segment as it was sent
     * @param came a segment as it arrives
     * @return whether it is the same, and the network left it as it was
     */
    static bool IsSame(const TcpSegment& sent, const TcpSegment& came);

    /**
     * @param end an end
     * @return segments under way to it, the next one to arrive first
     */
    std::span<const TcpSegment> GetWire(std::size_t end) const
    {
        return m_wires[end].GetAll();
    }

    /**
     * @param end an end
     * @return segments that Play left under way to it: as many as before, in the same order
     */
    std::span<const TcpSegment> GetPlayedWire(std::size_t end) const
    {
        return m_played.wires[end].GetAll();
    }

    /// @return events of deadlines that had moved away, in the turns that were played
    uint64_t GetEarlyPlayed() const
    {
        return m_played.early;
    }

  private:
    /// Something that happened.
    struct Step
    {
        TcpTime at{0};                 ///< Time since the beginning of the turn, ns.
        std::size_t end{0};            ///< At which end.
        Kind kind{};                   ///< What.
        uint32_t bytes{0};             ///< Bytes to write or to read.
        TcpSender::WriteFlags flags{}; ///< Flags of a write.
        uint64_t result{0};            ///< Bytes written or read.
        uint32_t readable{0};          ///< Bytes left to read.
        uint32_t written{0};           ///< Bytes written since the beginning of the turn.
        uint32_t sent{0};              ///< Bytes sent since then; less than 0 for older ones.
        bool writable{false};          ///< More may be written.
        uint32_t pieces{0};            ///< Pieces sent at all ends since then.

        /**
         * @param other another step
         * @return whether they are alike
         */
        bool operator==(const Step& other) const = default;
    };

    /// What a sent segment is for the network.
    struct Piece
    {
        std::size_t end{0};  ///< End that sent it.
        uint32_t seq{0};     ///< Sequence number since the beginning of the turn.
        uint32_t length{0};  ///< Payload, bytes.
        uint32_t options{0}; ///< Options, bytes.
        uint8_t flags{0};    ///< Control bits.
        uint8_t ecn{0};      ///< Codepoint of ECN.
        uint16_t urgent{0};  ///< Urgent pointer.

        /**
         * @param other another piece
         * @return whether they are alike
         */
        bool operator==(const Piece& other) const = default;
    };

    /// A turn.
    struct Turn
    {
        TcpTime begin{0};                ///< When it began, ns.
        TcpTime length{0};               ///< Its length, ns.
        std::vector<uint32_t> base;      ///< Sequence numbers to write next when it began.
        std::vector<uint32_t> left;      ///< Unacknowledged bytes at its end.
        std::vector<std::size_t> flying; ///< Segments under way to each end at its end.
        std::vector<uint64_t> written;   ///< Bytes written.
        std::vector<uint64_t> read;      ///< Bytes read.
        std::vector<Step> steps;         ///< What happened.
        std::vector<Piece> pieces;       ///< What was sent.
        uint64_t early{0};               ///< Events of deadlines that had moved away.
        uint64_t requests{0};            ///< Requests that have come.
        Difference broken;               ///< What happened that may not; nothing: all may.
    };

    /// The event behind the deadline of a machine, see Net8Deadline.
    struct DeadlineEvent
    {
        TcpTime at{TcpTimers::NEVER}; ///< When it fires, ns; NEVER: there is none.
        TcpTime known{0};             ///< When it was scheduled, ns.
        bool moved{false};            ///< It is not the one that the simulator has.
    };

    /// Segments under way to one end.
    class Wire
    {
      public:
        /// @param segment a segment that is sent
        void Push(const TcpSegment& segment)
        {
            m_segments.push_back(segment);
        }

        /// @return the segment that arrives next; there must be one
        const TcpSegment& Peek() const
        {
            return m_segments[m_first];
        }

        /// @return the segment that arrives next, which has arrived; there must be one
        TcpSegment Pop();

        /// @return all, the one that arrives next first
        std::span<const TcpSegment> GetAll() const
        {
            return std::span(m_segments).subspan(m_first);
        }

        /// @return whether none is under way
        bool IsEmpty() const
        {
            return m_segments.empty();
        }

        /// Forget all.
        void Clear()
        {
            m_segments.clear();
            m_first = 0;
        }

      private:
        std::vector<TcpSegment> m_segments; ///< Segments, those before m_first have arrived.
        std::size_t m_first{0};             ///< Index of the next one.
    };

    /// All machines after some turns that were played.
    struct Played
    {
        std::vector<std::unique_ptr<TcpConnection>> machines; ///< The machines.
        std::vector<DeadlineEvent> events;                    ///< Events of their deadlines.
        TcpTime soonest{0};                                   ///< None of these is earlier, ns.
        std::vector<Wire> wires;                              ///< What is under way to each end.
        std::vector<uint32_t> base;                           ///< Sequence numbers to write next.
        uint64_t turns{0};                                    ///< Number of turns.
        uint64_t early{0}; ///< Events of deadlines that had moved away.
    };

    /// Takes what the machine of one end sends.
    class Output : public TcpOutput
    {
      public:
        /**
         * @param tape the tape
         * @param end the end
         */
        Output(Net8TcpTape& tape, std::size_t end)
            : m_tape(tape),
              m_end(end)
        {
        }

        bool Transmit(const TcpSegment& segment) override;

      private:
        Net8TcpTape& m_tape; ///< The tape.
        std::size_t m_end;   ///< The end.
    };

    /**
     * @param end an end
     * @return the other end of its connection
     */
    static std::size_t GetPeer(std::size_t end)
    {
        return end ^ 1;
    }

    /**
     * @param socket a socket
     * @return its end
     */
    std::size_t GetEnd(const Net8TcpTaped& socket) const
    {
        return m_ends.at(&socket);
    }

    /// Begin the next turn.
    void BeginTurn();

    /// @return where the turn under way, which ends, first differs from the one before it
    Difference FindDifference() const;

    /**
     * @param end an end
     * @param piece a segment that it sends
     * @param base sequence number since which others count
     * @return what it is for the network
     */
    static Piece Describe(std::size_t end, const TcpSegment& piece, uint32_t base);

    /**
     * Add what a machine shows.
     *
     * @param machine a machine
     * @param base sequence number since which others count
     * @param step receives it
     */
    static void Look(const TcpConnection& machine, uint32_t base, Step& step);

    /**
     * @return a copy of what was played
     */
    Played CopyPlayed();

    /// Begin to play, at the end of the last turn.
    void BeginPlaying();

    /**
     * Play one turn.
     *
     * @return whether all was as in the last one
     */
    bool PlayTurn();

    /**
     * Let the events of deadlines pass that are before a step.
     *
     * @param step the step
     * @param at its time, ns
     * @return whether a timer was due then and there if the step is one, and at no other time
     */
    bool PassEvents(const Step& step, TcpTime at);

    /**
     * Let a step happen.
     *
     * @param step the step
     * @param at its time, ns
     * @return bytes written or read
     */
    uint64_t Do(const Step& step, TcpTime at);

    std::vector<Net8TcpTaped*> m_sockets;                        ///< The sockets, by end.
    std::unordered_map<const Net8TcpTaped*, std::size_t> m_ends; ///< Their ends.
    std::function<void()> m_turned; ///< Called at the end of each turn.
    std::vector<Wire> m_wires;      ///< What is under way to each end.
    Turn m_turn;                    ///< The turn under way.
    Turn m_last;                    ///< The one before.
    uint64_t m_requests{1};         ///< Requests of a turn.
    Difference m_difference{
        .what = "has not come as far"}; ///< Where it differs from the one before it.
    Step m_step;                        ///< The step under way.
    std::vector<Output> m_outputs;      ///< Outputs of copies, by end.
    Played m_played;                    ///< The machines that are played.
    std::vector<Piece> m_pieces;        ///< What they have sent in the turn that is played.
};

} // namespace ns3::net8

#endif // NET8_TCP_TAPE_H
