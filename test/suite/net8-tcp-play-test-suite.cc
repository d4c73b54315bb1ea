// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Turns that a tape plays, against the same turns as they are simulated.
 */
#include "ns3/net8-tcp-connection.h"
#include "ns3/net8-tcp-tape.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Kind = Net8TcpTape::Kind;

/// @return the current time, ns
TcpTime
Now()
{
    return Simulator::Now().GetNanoSeconds();
}

/// What happens at one of some ends.
struct Happening
{
    TcpTime at;   ///< When, ns.
    int end;      ///< Where.
    bool isTimer; ///< A timer is due.
};

/// All that has happened.
struct History
{
    std::vector<Happening> steps;  ///< What the machines were asked for.
    std::vector<Happening> events; ///< Events of deadlines; isTimer: a timer was due.
};

/**
 * @ingroup net8-test
 * One of two ends of a connection over a line that takes a constant time, with an application that
 * is told when bytes are to be read. It does what Net8TcpMachineSocket does for a tape.
 */
class PlayedEnd : public Net8TcpTaped, private TcpOutput
{
  public:
    /**
     * @param end its number
     * @param history receives what happens
     * @param delay time that a segment takes, ns
     */
    PlayedEnd(int end, History& history, TcpTime delay)
        : m_end(end),
          m_history(history),
          m_delay(delay)
    {
        const uint32_t own = end % 2 == 0 ? 1000 : 5000;
        const uint32_t other = end % 2 == 0 ? 5000 : 1000;
        m_machine = std::make_unique<TcpConnection>(m_settings, TcpSocketOptions{}, Output());
        m_machine->Connect(own, 0);
        TcpSegment reply{.seq = other, .ack = own + 1, .window = 60000, .options = {}};
        reply.options.sackPermitted = true;
        reply.flags = TcpSegment::SYN | TcpSegment::ACK;
        m_machine->Receive(reply, 0);
    }

    ~PlayedEnd() override
    {
        m_event.Cancel();
    }

    /**
     * @param peer the other end
     * @param readable called when there is something to read
     */
    void Start(PlayedEnd& peer, std::function<void()> readable)
    {
        m_peer = &peer;
        m_readable = std::move(readable);
        Update();
    }

    /// @return the machine
    TcpConnection& Machine()
    {
        return *m_machine;
    }

    /**
     * @param bytes bytes to write
     * @param flags flags of the write
     */
    void Write(uint32_t bytes, TcpSender::WriteFlags flags = {})
    {
        Begin(Kind::WRITE, bytes, flags);
        const auto result = m_machine->Write(bytes, flags, Now());
        written += result.bytes;
        End(result.bytes);
        Update();
    }

    /**
     * @param most bytes to read at most
     * @return bytes read
     */
    uint32_t Read(uint32_t most)
    {
        const uint32_t bytes = std::min(m_machine->GetReadable(), most);
        Begin(Kind::READ, bytes);
        const auto result = m_machine->Read(bytes, Now());
        read += result.bytes;
        End(result.bytes);
        Update();
        return bytes;
    }

    /**
     * Tell the tape of something that happens, which it does not.
     *
     * @param kind what
     */
    void Pretend(Kind kind)
    {
        Begin(kind);
        End(0);
    }

    /// @return when the event behind the deadline was scheduled, ns
    TcpTime GetKnown() const
    {
        return m_known;
    }

    void SetTape(Net8TcpTape* tape) override
    {
        m_tape = tape;
    }

    const TcpConnection* GetMachine() const override
    {
        return m_machine.get();
    }

    TcpTime GetDeadlineEvent() const override
    {
        return pretended.value_or(m_at);
    }

    void Skip(const TcpConnection& later, const Skipped& what) override
    {
        skipped = what;
        played = std::make_unique<TcpConnection>(later, Output());
    }

    uint64_t written{0};                      ///< Bytes written.
    uint64_t read{0};                         ///< Bytes read.
    uint64_t early{0};                        ///< Events of deadlines that had moved away.
    uint64_t scheduled{0};                    ///< Events of deadlines that were scheduled.
    std::function<void(TcpSegment&)> retouch; ///< Changes what the tape is told of a segment.
    std::optional<TcpTime> pretended;         ///< Told instead of the time of the event.
    Skipped skipped;                          ///< What the tape has skipped.
    std::unique_ptr<TcpConnection> played;    ///< The machine after that.

  private:
    /**
     * @param kind what happens
     * @param bytes bytes to write or to read
     * @param flags flags of a write
     */
    void Begin(Kind kind, uint32_t bytes = 0, TcpSender::WriteFlags flags = {})
    {
        m_history.steps.push_back({Now(), m_end, kind == Kind::TIMER});
        if (m_tape)
        {
            m_tape->Begin(*this, kind, bytes, flags);
        }
    }

    /// @param bytes bytes written or read
    void End(uint64_t bytes = 0)
    {
        if (m_tape)
        {
            m_tape->End(*this, bytes);
        }
    }

    /// @return what takes its segments
    TcpOutput& Output()
    {
        return *this;
    }

    /**
     * @param segment a segment
     * @return what the tape is told of it
     */
    TcpSegment Retouch(TcpSegment segment) const
    {
        if (retouch)
        {
            retouch(segment);
        }
        return segment;
    }

    bool Transmit(const TcpSegment& segment) override
    {
        if (!m_peer)
        {
            return true; // The end of the opening.
        }
        if (m_tape)
        {
            m_tape->Send(*this, Retouch(segment));
        }
        Simulator::Schedule(NanoSeconds(m_delay),
                            [this, segment] { m_peer->Arrive(segment, Retouch(segment)); });
        return true;
    }

    /**
     * @param segment a segment of the other end
     * @param told the same as the tape is told of it
     */
    void Arrive(const TcpSegment& segment, const TcpSegment& told)
    {
        if (m_tape)
        {
            m_tape->Receive(*this, told);
        }
        Begin(Kind::RECEIVE);
        m_machine->Receive(segment, Now());
        End();
        Update();
        if (m_machine->GetReadable() > 0)
        {
            Simulator::ScheduleNow(m_readable);
        }
    }

    /// The event behind the deadline fires.
    void HandleDeadline()
    {
        m_at = TcpTimers::NEVER;
        const bool due = m_machine->GetDeadline() <= Now();
        m_history.events.push_back({Now(), m_end, due});
        if (due)
        {
            Begin(Kind::TIMER);
        }
        m_machine->Advance(Now());
        if (due)
        {
            End();
        }
        else
        {
            ++early;
            if (m_tape)
            {
                m_tape->NoteEarly();
            }
        }
        Update();
    }

    /// Schedule the event behind the deadline, unless there is an earlier one.
    void Update()
    {
        const auto deadline = m_machine->GetDeadline();
        if (deadline >= m_at)
        {
            return;
        }
        m_event.Cancel();
        m_at = deadline;
        m_known = Now();
        ++scheduled;
        m_event = Simulator::Schedule(NanoSeconds(deadline - Now()), [this] { HandleDeadline(); });
    }

    int m_end;                                ///< Its number.
    History& m_history;                       ///< Receives what happens.
    TcpTime m_delay;                          ///< Time that a segment takes, ns.
    PlayedEnd* m_peer{nullptr};               ///< The other end.
    std::function<void()> m_readable;         ///< The application.
    TcpSettings m_settings;                   ///< Settings of its host.
    std::unique_ptr<TcpConnection> m_machine; ///< The machine.
    Net8TcpTape* m_tape{nullptr};             ///< The tape.
    EventId m_event;                          ///< The event behind the deadline.
    TcpTime m_at{TcpTimers::NEVER};           ///< Its time, ns.
    TcpTime m_known{0};                       ///< When it was scheduled, ns.
};

/// By this turn, turns are alike.
constexpr int MIDDLE = 40;

/// A loop of calls.
struct Calls
{
    TcpTime delay{5'000'000};                ///< Time that a segment takes, ns.
    TcpTime read{0};                         ///< Time until the server reads, ns.
    TcpTime wait{1'000'003};                 ///< Time until the server answers, ns: off all ticks.
    TcpTime think{0};                        ///< Time until the client asks again, ns.
    TcpTime apart{0};                        ///< Time between two requests, ns; 0: there is one.
    uint32_t reply{500};                     ///< Bytes of a reply.
    uint32_t atOnce{UINT32_MAX};             ///< Bytes that the server reads at once.
    TcpSender::WriteFlags flags{};           ///< Flags of a request.
    TcpTime later{0};                        ///< A second connection does the same so much later,
                                             ///< ns; 0: there is none.
    std::function<void(class Loop&)> once{}; ///< Happens in each turn, 100 us after the request.
};

/**
 * @ingroup net8-test
 * Two ends that call and answer.
 */
class Talk
{
  public:
    /**
     * @param connection number of their connection
     * @param calls what they do; must outlive this object
     * @param history receives what happens; must outlive this object
     * @param asked called when the client asks
     */
    Talk(int connection, const Calls& calls, History& history, std::function<void()> asked)
        : client(2 * connection, history, calls.delay),
          server(2 * connection + 1, history, calls.delay),
          m_calls(calls),
          m_asked(std::move(asked))
    {
        client.Start(server, [this] { ReadReply(); });
        server.Start(client, [this] {
            Simulator::Schedule(NanoSeconds(m_calls.read), [this] { ReadRequest(); });
        });
        client.Machine().SetOptions({.noDelay = m_calls.apart > 0}, 0);
        const TcpTime later = connection * m_calls.later;
        Simulator::Schedule(Seconds(1) + NanoSeconds(later), [this] { Ask(); });
    }

    PlayedEnd client; ///< Asks.
    PlayedEnd server; ///< Answers.

  private:
    static constexpr uint32_t REQUEST = 20; ///< Bytes of a request.

    /// The client asks.
    void Ask()
    {
        client.Write(REQUEST, m_calls.flags);
        if (m_calls.apart > 0)
        {
            Simulator::Schedule(NanoSeconds(m_calls.apart), [this] { client.Write(REQUEST); });
        }
        m_asked();
    }

    /// The server reads, and answers some time later.
    void ReadRequest()
    {
        while (server.Read(m_calls.atOnce) > 0 && server.Machine().GetReadable() > 0)
        {
        }
        if (server.read % REQUEST == 0)
        {
            Simulator::Schedule(NanoSeconds(m_calls.wait), [this] { server.Write(m_calls.reply); });
        }
    }

    /// The client reads, and asks again some time after the whole reply.
    void ReadReply()
    {
        const uint32_t replies = m_calls.apart > 0 ? 2 : 1;
        if (client.Read(UINT32_MAX) > 0 && client.read % (replies * m_calls.reply) == 0)
        {
            Simulator::Schedule(NanoSeconds(m_calls.think), [this] { Ask(); });
        }
    }

    const Calls& m_calls;          ///< What they do.
    std::function<void()> m_asked; ///< Called when the client asks.
};

/**
 * @ingroup net8-test
 * A connection or two on which calls are made, and a tape.
 */
class Loop
{
  public:
    /**
     * @param calls what they do
     * @param turned called after the event in which a turn ends, before the application runs
     */
    Loop(const Calls& calls, std::function<void()> turned)
        : m_calls(calls),
          m_turned(std::move(turned)),
          m_talk(0, m_calls, history, [this] { HandleAsked(); })
    {
        ends = {&client, &server};
        if (m_calls.later > 0)
        {
            m_other = std::make_unique<Talk>(1, m_calls, history, [] {});
            ends.insert(ends.end(), {&m_other->client, &m_other->server});
        }
        Listen();
    }

    /// Listen with another tape.
    void Listen()
    {
        tape.reset();
        std::vector<Net8TcpTape::Pair> connections;
        for (std::size_t end = 0; end < ends.size(); end += 2)
        {
            connections.push_back({*ends[end], *ends[end + 1]});
        }
        tape = std::make_unique<Net8TcpTape>(connections, [this] {
            ++turns;
            events = history.events.size();
            Simulator::ScheduleNow([this] {
                tape->EndTurn();
                m_turned();
            });
        });
    }

    History history;              ///< All that happens.
    std::vector<PlayedEnd*> ends; ///< All ends.
    int turns{0};                 ///< Turns that have ended.
    std::size_t events{0};        ///< Events of deadlines before the end of the last one.
    int asked{0};                 ///< How often the first client has asked.

  private:
    /// The first client has asked.
    void HandleAsked()
    {
        ++asked;
        if (m_calls.once)
        {
            Simulator::Schedule(MicroSeconds(100), [this] { m_calls.once(*this); });
        }
    }

    Calls m_calls;                  ///< What they do.
    std::function<void()> m_turned; ///< Called after each turn.
    Talk m_talk;                    ///< The first connection.
    std::unique_ptr<Talk> m_other;  ///< The other one; null: there is none.

  public:
    PlayedEnd& client{m_talk.client};  ///< The first client.
    PlayedEnd& server{m_talk.server};  ///< The first server.
    std::unique_ptr<Net8TcpTape> tape; ///< The tape.
};

/**
 * @ingroup net8-test
 * A loop, and what is done at the end of one of its turns.
 */
class LoopTest : public TestCase
{
  public:
    /**
     * @param what what is tested
     * @param calls the calls
     */
    LoopTest(const std::string& what, Calls calls)
        : TestCase(what),
          m_calls(std::move(calls))
    {
    }

  protected:
    /**
     * Simulate the loop.
     *
     * @param turns number of turns
     * @param turned called after each of them, before the application runs
     */
    void Simulate(int turns, const std::function<void()>& turned)
    {
        m_loop = std::make_unique<Loop>(m_calls, [this, turns, turned] {
            turned();
            if (m_loop->turns >= turns)
            {
                Simulator::Stop();
            }
        });
        Simulator::Stop(Seconds(3600));
        Simulator::Run();
        m_loop.reset();
        Simulator::Destroy();
    }

    Calls m_calls;                ///< The calls.
    std::unique_ptr<Loop> m_loop; ///< The loop.
};

/**
 * @ingroup net8-test
 * As many turns are played as are alike when they are simulated, with the same outcome.
 */
class AsSimulatedTest : public LoopTest
{
  public:
    /**
     * @param what what is tested
     * @param calls the calls
     * @param requests requests of a turn
     * @param middle turns before those that are played
     */
    AsSimulatedTest(const std::string& what,
                    const Calls& calls,
                    uint64_t requests,
                    int middle = MIDDLE)
        : LoopTest(what, calls),
          m_requests(requests),
          m_middle(middle)
    {
    }

  private:
    /// Most turns that are played.
    static constexpr int MOST = 250;

    void DoRun() override
    {
        const int count = Count();
        for (const int turns : {1, 33, 70, count})
        {
            if (turns <= count && turns > 0)
            {
                Hold(turns, turns);
            }
        }
        if (count > 0)
        {
            Hold(MOST, count); // The turn that differs is played, too.
        }
    }

    /**
     * @return turns that are played, as many as are alike and have no two events at the same time
     */
    int Count()
    {
        int played = 0;
        int alike = 0;
        bool differs = false;
        std::size_t steps = 0;
        std::size_t events = 0;
        std::size_t before = 0;
        Simulate(m_middle + MOST, [&] {
            auto& loop = *m_loop;
            if (loop.turns == 1)
            {
                loop.tape->SetRequests(m_requests);
            }
            const auto& history = loop.history;
            if (loop.turns == m_middle)
            {
                differs = !loop.tape->Repeats();
                events = history.events.size();
                played = differs ? 0 : static_cast<int>(loop.tape->Play(MOST, TcpTimers::NEVER));
            }
            else if (loop.turns > m_middle)
            {
                differs = differs || !loop.tape->Repeats() || Coincide(history, steps, events);
                alike += differs ? 0 : 1;
            }
            NS_TEST_EXPECT_MSG_EQ(loop.tape->GetEarly(),
                                  CountEarly(history, before, loop.events),
                                  "events of deadlines that had moved in the turn");
            steps = history.steps.size();
            before = loop.events;
        });
        NS_TEST_EXPECT_MSG_EQ(played, alike, "turns");
        return played;
    }

    /**
     * @param history what happened
     * @param first number of the first event
     * @param end number of the first event after those that count
     * @return events of deadlines that had moved away
     */
    static uint64_t CountEarly(const History& history, std::size_t first, std::size_t end)
    {
        const auto begin = history.events.begin();
        return static_cast<uint64_t>(
            std::count_if(begin + static_cast<std::ptrdiff_t>(first),
                          begin + static_cast<std::ptrdiff_t>(end),
                          [](const Happening& event) { return !event.isTimer; }));
    }

    /**
     * @param history what happened
     * @param steps number of the first step
     * @param events number of the first event
     * @return whether a step was at the time of an event that is not its own
     */
    static bool Coincide(const History& history, std::size_t steps, std::size_t events)
    {
        const auto meets = [&](const Happening& step) {
            return std::any_of(history.events.begin() + static_cast<std::ptrdiff_t>(events),
                               history.events.end(),
                               [&](const Happening& event) {
                                   const bool own =
                                       step.isTimer && event.isTimer && step.end == event.end;
                                   return event.at == step.at && !own;
                               });
        };
        return std::any_of(history.steps.begin() + static_cast<std::ptrdiff_t>(steps),
                           history.steps.end(),
                           meets);
    }

    /// What an end has done so far.
    struct Sums
    {
        uint64_t written;   ///< Bytes written.
        uint64_t read;      ///< Bytes read.
        uint64_t early;     ///< Events of deadlines that had moved away.
        uint64_t scheduled; ///< Events of deadlines that were scheduled.
        TcpTime event;      ///< Time of the event of its deadline.
    };

    /**
     * @param end an end
     * @return what it has done so far
     */
    static Sums Sum(const PlayedEnd& end)
    {
        return {end.written, end.read, end.early, end.scheduled, end.GetDeadlineEvent()};
    }

    /**
     * Hold turns that are played against those that are simulated.
     *
     * @param most how many to play
     * @param turns how many are
     */
    void Hold(int most, int turns)
    {
        std::vector<Sums> before;
        std::vector<std::vector<TcpSegment>> wires;
        TcpTime begin = 0;
        uint64_t early = 0;
        Simulate(m_middle + turns, [&] {
            auto& loop = *m_loop;
            const auto& ends = loop.ends;
            if (loop.turns == 1)
            {
                loop.tape->SetRequests(m_requests);
            }
            else if (loop.turns == m_middle)
            {
                const auto played = loop.tape->Play(static_cast<uint64_t>(most), TcpTimers::NEVER);
                NS_TEST_EXPECT_MSG_EQ(played, static_cast<uint64_t>(turns), "turns");
                for (std::size_t end = 0; end < ends.size(); ++end)
                {
                    const auto wire = loop.tape->GetPlayedWire(end);
                    wires.emplace_back(wire.begin(), wire.end());
                    before.push_back(Sum(*ends[end]));
                }
                loop.tape->Take();
                early = loop.tape->GetEarlyPlayed();
                loop.Listen();
                loop.tape->SetRequests(m_requests);
                begin = Now();
            }
            else if (loop.turns == m_middle + turns)
            {
                uint64_t simulated = 0;
                for (std::size_t end = 0; end < ends.size(); ++end)
                {
                    Compare(*ends[end], before[end], Now() - begin);
                    const auto wire = loop.tape->GetWire(end);
                    NS_TEST_EXPECT_MSG_EQ(std::ranges::equal(wires[end], wire, Net8TcpTape::IsSame),
                                          true,
                                          "segments under way");
                    simulated += ends[end]->early - before[end].early;
                }
                NS_TEST_EXPECT_MSG_EQ(early, simulated, "events of deadlines that had moved");
            }
        });
    }

    /**
     * @param end an end
     * @param before what it had done when turns were played
     * @param length time since then, ns
     */
    void Compare(PlayedEnd& end, const Sums& before, TcpTime length)
    {
        const auto now = Sum(end);
        const auto& skipped = end.skipped;
        const bool moved = now.scheduled > before.scheduled || now.event != before.event;
        NS_TEST_EXPECT_MSG_EQ(skipped.by, length, "time");
        NS_TEST_EXPECT_MSG_EQ(skipped.written, now.written - before.written, "bytes written");
        NS_TEST_EXPECT_MSG_EQ(skipped.read, now.read - before.read, "bytes read");
        NS_TEST_EXPECT_MSG_EQ(skipped.moved, moved, "another event");
        NS_TEST_EXPECT_MSG_EQ(skipped.deadline, now.event, "time of the event");
        if (moved && now.event != TcpTimers::NEVER)
        {
            NS_TEST_EXPECT_MSG_EQ(skipped.known, end.GetKnown(), "when it was scheduled");
        }
        const auto& played = end.played->GetSender().GetState();
        const auto& simulated = end.Machine().GetSender().GetState();
        NS_TEST_EXPECT_MSG_EQ(played.writeSeq, simulated.writeSeq, "sequence number to write");
        NS_TEST_EXPECT_MSG_EQ(played.nxt, simulated.nxt, "sequence number to send");
        NS_TEST_EXPECT_MSG_EQ(played.una, simulated.una, "what is acknowledged");
        NS_TEST_EXPECT_MSG_EQ(end.played->GetDeadline(), end.Machine().GetDeadline(), "deadline");
        const auto one = end.played->GetInfo(Now());
        const auto other = end.Machine().GetInfo(Now());
        NS_TEST_EXPECT_MSG_EQ(one.rtoUs, other.rtoUs, "retransmission timeout");
        NS_TEST_EXPECT_MSG_EQ(one.atoUs, other.atoUs, "delay of ACKs");
        NS_TEST_EXPECT_MSG_EQ(one.rttUs, other.rttUs, "round trip time");
        NS_TEST_EXPECT_MSG_EQ(one.minRttUs, other.minRttUs, "least round trip time");
        NS_TEST_EXPECT_MSG_EQ(one.sndCwnd, other.sndCwnd, "congestion window");
        NS_TEST_EXPECT_MSG_EQ(one.rcvSpace, other.rcvSpace, "bytes read in a round trip");
        NS_TEST_EXPECT_MSG_EQ(one.lastDataSentMs, other.lastDataSentMs, "since it sent");
        NS_TEST_EXPECT_MSG_EQ(one.bytesReceived, other.bytesReceived, "bytes received");
    }

    uint64_t m_requests; ///< Requests of a turn.
    int m_middle;        ///< Turns before those that are played.
};

/**
 * @ingroup net8-test
 * How many turns are played in the middle of a loop.
 */
class PlayTest : public LoopTest
{
  public:
    /// Asks in the middle of a loop how many turns are played, or something else.
    using Ask = std::function<uint64_t(Loop&)>;

    /**
     * @param what what is tested
     * @param calls the calls
     * @param ask called in the middle
     * @param answer what it has to return
     * @param alike whether the next turn is like the one before
     */
    PlayTest(const std::string& what, const Calls& calls, Ask ask, uint64_t answer, bool alike)
        : LoopTest(what, calls),
          m_ask(std::move(ask)),
          m_answer(answer),
          m_alike(alike)
    {
    }

  private:
    void DoRun() override
    {
        int looks = 0;
        Simulate(MIDDLE + 1, [&] {
            if (m_loop->turns < MIDDLE)
            {
                return;
            }
            ++looks;
            NS_TEST_EXPECT_MSG_EQ(m_loop->tape->Repeats(), (looks == 1 || m_alike), "alike");
            if (looks == 1)
            {
                NS_TEST_EXPECT_MSG_EQ(m_ask(*m_loop), m_answer, "the answer");
            }
        });
        NS_TEST_EXPECT_MSG_EQ(looks, 2, "turns");
    }

    Ask m_ask;         ///< Called in the middle.
    uint64_t m_answer; ///< What it has to return.
    bool m_alike;      ///< Whether the next turn is like the one before.
};

/**
 * @ingroup net8-test
 * How many turns a loop has.
 */
class TurnsTest : public LoopTest
{
  public:
    /**
     * @param what what is tested
     * @param calls the calls
     * @param turns turns that end each time the client asks
     */
    TurnsTest(const std::string& what, const Calls& calls, int turns)
        : LoopTest(what, calls),
          m_turns(turns)
    {
    }

  private:
    void DoRun() override
    {
        m_loop = std::make_unique<Loop>(m_calls, [] {});
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        // At first each segment is acknowledged at once, which is also under way.
        const int differ = std::abs(m_loop->turns - m_turns * m_loop->asked);
        NS_TEST_EXPECT_MSG_LT(4 * differ, m_loop->asked, "turns");
        m_loop.reset();
        Simulator::Destroy();
    }

    int m_turns; ///< Turns that end each time the client asks.
};

/**
 * @ingroup net8-test
 * Suite of what a tape plays.
 */
class Net8TcpPlayTestSuite : public TestSuite
{
  public:
    Net8TcpPlayTestSuite()
        : TestSuite("net8-tcp-play", Type::UNIT)
    {
        AddLoops();
        AddTurns();
        AddLimits();
        AddEvents();
        AddOutcomes();
        AddMoments();
    }

  private:
    static constexpr TcpTime MS = 1'000'000; ///< A millisecond, ns.

    /**
     * @param what what is tested
     * @param calls the calls
     * @param ask called in the middle
     * @param answer what it has to return
     * @param alike whether the next turn is like the one before
     */
    void Add(const std::string& what,
             const Calls& calls,
             PlayTest::Ask ask,
             uint64_t answer,
             bool alike = true)
    {
        AddTestCase(new PlayTest(what, calls, std::move(ask), answer, alike), Duration::QUICK);
    }

    /// Add loops at random, around the times of delayed ACKs and of retransmissions.
    void AddLoops()
    {
        std::mt19937 random(36);
        const auto one = [&random](auto... values) {
            const std::array<TcpTime, sizeof...(values)> all{values...};
            return all[random() % all.size()];
        };
        constexpr TcpTime STEP = 100'000; // Few, so that events meet.
        for (int i = 0; i < 60; ++i)
        {
            const TcpTime off = one(0, 0, STEP, -STEP, 7 * STEP);
            const Calls calls{.delay = one(STEP, MS, 5 * MS, 50 * MS) + one(0, STEP),
                              .wait =
                                  one(0, MS, 40 * MS, 42 * MS, 44 * MS, 240 * MS) + one(0, STEP),
                              .think = std::max<TcpTime>(one(0, MS, 42 * MS, 200 * MS) + off, 0),
                              .reply = static_cast<uint32_t>(one(20, 500, 3000))};
            const auto requests = static_cast<uint64_t>(one(1, 1, 2, 3));
            AddTestCase(new AsSimulatedTest("loop " + std::to_string(i), calls, requests),
                        Duration::QUICK);
            auto two = calls;
            two.later = one(0, MS, 3 * MS, 50 * MS) + STEP / 3; // Much of it is under way then.
            if (i % 3 == 0)
            {
                AddTestCase(new AsSimulatedTest("two of loop " + std::to_string(i), two, requests),
                            Duration::QUICK);
            }
        }
        // The timer of the server's reply has long been stopped when its event fires, so that some
        // turns begin without.
        for (int turn = 0; turn < 4; ++turn)
        {
            const Calls calls{.think = 100 * MS + 7};
            AddTestCase(new AsSimulatedTest("a pause", calls, 1, MIDDLE + turn), Duration::QUICK);
        }
        // Turns of 25 ticks of 4 ms, each with a delayed ACK of a request that is read after 50 ms,
        // or moving ticks, until an ACK is due before a request is read.
        for (const TcpTime delay : {5 * MS + 3, 9 * MS + 7, 21 * MS + 5})
        {
            const TcpTime wait = 50 * MS - 2 * delay;
            AddTestCase(
                new AsSimulatedTest("timers", {.delay = delay, .read = 50 * MS, .wait = wait}, 1),
                Duration::QUICK);
            for (const TcpTime more : {13'001, 21'011, 37'003})
            {
                const Calls calls{.delay = delay, .read = 42 * MS, .wait = wait + 4 * MS + more};
                AddTestCase(new AsSimulatedTest("a tick that moves", calls, 1), Duration::QUICK);
            }
        }
    }

    /// Add what ends a turn.
    void AddTurns()
    {
        const auto add = [this](const std::string& what, const Calls& calls, int turns) {
            AddTestCase(new TurnsTest(what, calls, turns), Duration::QUICK);
        };
        add("a request ends a turn", {}, 1);
        add("an ACK alone ends none", {.think = 60 * MS}, 1);
        add("a part of a request that is left to read ends none", {.atOnce = 10}, 1);
        add("a request before another one that is under way ends none",
            {.wait = 2 * MS, .apart = MS},
            1);
        add("a request ends one while a reply is under way", {.wait = MS / 2, .apart = MS}, 1);
    }

    /// Add how many turns are played at most.
    void AddLimits()
    {
        Add(
            "as many as asked for",
            {},
            [](Loop& loop) { return loop.tape->Play(2, TcpTimers::NEVER); },
            2);
        // The last step of a turn is at its end, which is the beginning of the next.
        Add(
            "none that ends at the time of another event",
            {},
            [](Loop& loop) { return loop.tape->Play(9, Now() + 3 * loop.tape->GetLength()); },
            2);
        Add(
            "one that ends before it",
            {},
            [](Loop& loop) { return loop.tape->Play(9, Now() + 3 * loop.tape->GetLength() + 1); },
            3);
        Add(
            "none if the other event is now",
            {},
            [](Loop& loop) { return loop.tape->Play(9, Now()); },
            0);
        Add(
            "none if it is past",
            {},
            [](Loop& loop) { return loop.tape->Play(9, Now() - 2 * loop.tape->GetLength()); },
            0);
        const Calls atOnce{.delay = 0, .wait = 0};
        Add(
            "turns that take no time",
            atOnce,
            [](Loop& loop) { return loop.tape->Play(3, TcpTimers::NEVER); },
            3);
        Add(
            "turns that take no time, now",
            atOnce,
            [](Loop& loop) { return loop.tape->Play(3, Now()); },
            0);
    }

    /// Add events of deadlines at the times of steps.
    void AddEvents()
    {
        // A reply is received so long after its request.
        static const TcpTime reply = Calls{}.wait + Calls{}.delay;
        Add(
            "an event while a reply is received",
            {},
            [](Loop& loop) {
                loop.client.pretended = Now() + reply;
                return loop.tape->Play(1, TcpTimers::NEVER);
            },
            0);
        Add(
            "an event while a request is received",
            {},
            [](Loop& loop) {
                loop.server.pretended = Now() + loop.tape->GetLength();
                return loop.tape->Play(1, TcpTimers::NEVER);
            },
            0);
        Add(
            "an event a moment before it",
            {},
            [](Loop& loop) {
                loop.server.pretended = Now() + loop.tape->GetLength() - 1;
                return loop.tape->Play(1, TcpTimers::NEVER);
            },
            1);
        // A turn has a timer at the client that does nothing, 100 us after it has asked.
        Calls idle;
        idle.once = [](Loop& loop) { loop.client.Pretend(Kind::TIMER); };
        Add(
            "a timer that has no event",
            idle,
            [](Loop& loop) {
                loop.client.pretended = TcpTimers::NEVER;
                return loop.tape->Play(1, TcpTimers::NEVER);
            },
            0);
        Add(
            "a timer that is due later than its event",
            idle,
            [](Loop& loop) {
                loop.client.pretended = Now() + reply + MS / 10;
                return loop.tape->Play(1, TcpTimers::NEVER);
            },
            0);
    }

    /// Add turns in which machines do something else when they are played.
    void AddOutcomes()
    {
        const auto play = [](Loop& loop) { return loop.tape->Play(1, TcpTimers::NEVER); };
        Calls calls;
        calls.once = [](Loop& loop) {
            loop.client.retouch = [](TcpSegment& segment) { segment.urgent = 3; };
        };
        Add("pieces that are others", calls, play, 0);
        // The client knows before the server has the request that it has come.
        calls.once = [](Loop& loop) {
            auto& client = loop.client.Machine();
            const auto& state = client.GetSender().GetState();
            TcpSegment ack{.seq = loop.server.Machine().GetSender().GetState().writeSeq,
                           .ack = state.writeSeq,
                           .window = 60000,
                           .options = {}};
            ack.flags = TcpSegment::ACK;
            client.Receive(ack, Now());
        };
        Add("bytes that are not acknowledged", calls, play, 0);
        calls.once = [](Loop& loop) { loop.client.Machine().SetQuickAck(true, Now()); };
        Add("nothing that counts", calls, play, 1);
        Add("a flag of a write", {.flags = {.urgent = true}}, play, 1);
    }

    /// Add when turns are alike.
    void AddMoments()
    {
        Add(
            "something has happened since",
            {},
            [](Loop& loop) {
                loop.server.Pretend(Kind::TIMER);
                return static_cast<uint64_t>(loop.tape->Repeats() || loop.tape->IsBetweenTurns());
            },
            0,
            false);
        Add(
            "something that no turn may have has happened since",
            {},
            [](Loop& loop) {
                loop.tape->Break(loop.client, "did what no turn may have");
                return static_cast<uint64_t>(loop.tape->Repeats() || loop.tape->IsBetweenTurns());
            },
            0,
            false);
        Add(
            "turns have another length",
            {},
            [](Loop& loop) {
                loop.tape->SetRequests(2);
                return static_cast<uint64_t>(loop.tape->Repeats());
            },
            0,
            false);
    }
};

/// Registers the suite.
Net8TcpPlayTestSuite g_tcpPlayTestSuite;

} // namespace
