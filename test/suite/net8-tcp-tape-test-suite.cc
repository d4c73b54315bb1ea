// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What a tape takes for two turns that are alike: a turn that differs in any one thing is not.
 */
#include "ns3/net8-tcp-connection.h"
#include "ns3/net8-tcp-tape.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * An end of a connection whose other end is the test: established, with a closed window, and with
 * bytes to read.
 */
class TapedEnd : public Net8TcpTaped, private TcpOutput
{
  public:
    static constexpr uint32_t UNREAD = 100; ///< Bytes to read.

    TapedEnd()
        : m_machine(m_settings, {}, *this)
    {
        m_machine.Connect(ISN, 0);
        TcpSegment reply{.seq = PEER, .ack = ISN + 1, .window = 0, .options = {}};
        reply.flags = TcpSegment::SYN | TcpSegment::ACK;
        m_machine.Receive(reply, 0);
        m_machine.Receive(Make(UNREAD, 0), 0);
    }

    /// @return its machine
    TcpConnection& Machine()
    {
        return m_machine;
    }

    /// Let the other end open its window, so that all that was written is sent.
    void Open()
    {
        m_machine.Receive(Make(0, 1000), 0);
    }

    /// Let the other end acknowledge all that was written.
    void Acknowledge()
    {
        auto segment = Make(0, 1000);
        segment.ack = m_machine.GetSender().GetState().writeSeq;
        m_machine.Receive(segment, 0);
    }

    /// Let the other end close.
    void Finish()
    {
        auto segment = Make(0, 0);
        segment.flags |= TcpSegment::FIN;
        m_machine.Receive(segment, 0);
    }

    void SetTape(Net8TcpTape*) override
    {
    }

    const TcpConnection* GetMachine() const override
    {
        return &m_machine;
    }

    TcpTime GetDeadlineEvent() const override
    {
        return TcpTimers::NEVER;
    }

    void Skip(const TcpConnection&, const Skipped&) override
    {
    }

  private:
    static constexpr uint32_t ISN = 1000;  ///< Its initial sequence number.
    static constexpr uint32_t PEER = 5000; ///< That of the other end.

    /**
     * @param length bytes of payload; none: an ACK alone
     * @param window window of the other end
     * @return a segment of the other end
     */
    TcpSegment Make(uint32_t length, uint16_t window) const
    {
        const uint32_t next = length > 0 ? PEER + 1 : PEER + 1 + UNREAD;
        TcpSegment segment{.seq = next,
                           .ack = ISN + 1,
                           .length = length,
                           .window = window,
                           .options = {}};
        segment.flags = TcpSegment::ACK;
        return segment;
    }

    bool Transmit(const TcpSegment&) override
    {
        return true;
    }

    TcpSettings m_settings;  ///< Settings of its host.
    TcpConnection m_machine; ///< The machine.
};

/// One thing in a turn; a test changes one of them.
struct TurnOf
{
    TcpTime wait{100};                                ///< Until the client writes, ns.
    bool byServer{false};                             ///< The server writes.
    Net8TcpTape::Kind kind{Net8TcpTape::Kind::WRITE}; ///< What is done.
    uint32_t bytes{20};                               ///< Bytes to write.
    bool more{false};                                 ///< A flag of the write.
    uint64_t result{20};                              ///< Bytes written.
    bool sentLater{false};                            ///< The piece belongs to the next step.
    bool sentByServer{false};                         ///< The server sends the piece.
    bool twice{false};                                ///< It is sent twice.
    bool comesTwice{false};                           ///< It arrives twice.
    bool readsAtLast{false};                          ///< The server reads when all is done.
    bool broken{false};                               ///< Something that no turn may have happens.
    TcpSegment piece{.seq = 7, .ack = 8, .length = 20, .window = 9, .options = {}}; ///< The piece.
    std::function<void(TcpSegment&)> onTheWay; ///< Changes it on its way.
    std::function<void()> first;               ///< Changes a machine before the write.
    std::function<void()> last;                ///< Changes one after the last step.
};

/// Changes one thing in a turn.
using Change = std::function<void(TurnOf&, TapedEnd&)>;

/**
 * @ingroup net8-test
 * Three turns that are alike, and one that differs in one thing.
 */
class TapeTest : public TestCase
{
  public:
    /**
     * @param what the one thing
     * @param change changes it
     * @param differs whether the turn then differs
     * @param before changes the turns before it
     */
    TapeTest(const std::string& what, Change change, bool differs = true, Change before = nullptr)
        : TestCase(what),
          m_change(std::move(change)),
          m_before(std::move(before)),
          m_differs(differs)
    {
    }

  private:
    void DoRun() override
    {
        m_client = std::make_unique<TapedEnd>();
        m_server = std::make_unique<TapedEnd>();
        const std::vector<Net8TcpTape::Pair> connections{{*m_client, *m_server}};
        m_tape = std::make_unique<Net8TcpTape>(connections, [this] { ++m_turns; });
        TurnOf turn;
        if (m_before)
        {
            m_before(turn, *m_client);
        }
        for (int i = 0; i < 3; ++i)
        {
            Do(turn);
            // It has begun in the middle of the first.
            NS_TEST_EXPECT_MSG_EQ(m_tape->Repeats(), (i == 2), "turns before: " << i);
            turn.first = nullptr;
        }
        auto other = turn;
        m_change(other, *m_client);
        Do(other);
        NS_TEST_EXPECT_MSG_EQ(m_tape->Repeats(), !m_differs, "the turn that differs");
        NS_TEST_EXPECT_MSG_EQ(m_turns, 4, "turns");
        if (other.broken)
        {
            other.broken = false;
            Do(other);
            NS_TEST_EXPECT_MSG_EQ(m_tape->Repeats(), false, "nothing is known of the one before");
        }
        m_tape.reset();
        Simulator::Destroy();
    }

    /**
     * Let a turn happen: one end writes, which sends a piece, the client reads nothing, and the
     * server receives the piece, which is a request.
     *
     * @param turn what happens
     */
    void Do(const TurnOf& turn)
    {
        auto& writer = turn.byServer ? *m_server : *m_client;
        Wait(turn.wait);
        if (turn.first)
        {
            turn.first();
        }
        m_tape->Begin(writer, turn.kind, turn.bytes, {.more = turn.more});
        if (!turn.sentLater)
        {
            Send(turn);
        }
        m_tape->End(writer, turn.result);
        m_tape->Begin(*m_client, Net8TcpTape::Kind::READ);
        if (turn.sentLater)
        {
            Send(turn);
        }
        m_tape->End(*m_client);
        if (turn.broken)
        {
            m_tape->Break(*m_client, "did what no turn may have");
        }
        if (turn.last)
        {
            turn.last();
        }
        Wait(1000 - turn.wait);
        m_tape->Begin(*m_server, Net8TcpTape::Kind::RECEIVE);
        m_tape->End(*m_server);
        if (turn.readsAtLast)
        {
            m_tape->Begin(*m_server, Net8TcpTape::Kind::READ);
            m_tape->End(*m_server);
        }
        m_tape->EndTurn();
    }

    /**
     * Let the piece of a turn be sent, and arrive.
     *
     * @param turn the turn
     */
    void Send(const TurnOf& turn)
    {
        auto& from = turn.sentByServer ? *m_server : *m_client;
        const auto& to = turn.sentByServer ? *m_client : *m_server;
        for (int i = 0; i < (turn.twice ? 2 : 1); ++i)
        {
            m_tape->Send(from, turn.piece);
            auto piece = turn.piece;
            if (turn.onTheWay)
            {
                turn.onTheWay(piece);
            }
            m_tape->Receive(to, piece);
        }
        if (turn.comesTwice)
        {
            m_tape->Receive(to, turn.piece);
        }
    }

    /// @param span a span of time to let pass, ns
    static void Wait(TcpTime span)
    {
        Simulator::Stop(NanoSeconds(span));
        Simulator::Run();
    }

    Change m_change;                     ///< Changes one thing.
    Change m_before;                     ///< Changes the turns before.
    bool m_differs;                      ///< Whether the turn then differs.
    std::unique_ptr<TapedEnd> m_client;  ///< The client.
    std::unique_ptr<TapedEnd> m_server;  ///< The server.
    std::unique_ptr<Net8TcpTape> m_tape; ///< The tape.
    int m_turns{0};                      ///< Turns that it told of.
};

/**
 * @ingroup net8-test
 * Suite of the tape of two TCP machines.
 */
class Net8TcpTapeTestSuite : public TestSuite
{
  public:
    Net8TcpTapeTestSuite()
        : TestSuite("net8-tcp-tape", Type::UNIT)
    {
        Add("nothing", [](TurnOf&, TapedEnd&) {}, false);
        AddSteps();
        AddMachines();
        AddPieces();
        AddNetwork();
    }

  private:
    /**
     * @param what the one thing that differs
     * @param change changes it
     * @param differs whether the turn then differs
     * @param before changes the turns before it
     */
    void Add(const std::string& what, Change change, bool differs = true, Change before = nullptr)
    {
        AddTestCase(new TapeTest(what, std::move(change), differs, std::move(before)),
                    Duration::QUICK);
    }

    /// Add what is asked for.
    void AddSteps()
    {
        Add("the time of a step", [](TurnOf& turn, TapedEnd&) { ++turn.wait; });
        Add("the end of a step", [](TurnOf& turn, TapedEnd&) { turn.byServer = true; });
        Add("what a step is", [](TurnOf& turn, TapedEnd&) { turn.kind = Net8TcpTape::Kind::READ; });
        Add("the bytes to write", [](TurnOf& turn, TapedEnd&) { ++turn.bytes; });
        Add("a flag of a write", [](TurnOf& turn, TapedEnd&) { turn.more = true; });
        Add("the bytes written", [](TurnOf& turn, TapedEnd&) { --turn.result; });
        Add("the step in which a piece is sent",
            [](TurnOf& turn, TapedEnd&) { turn.sentLater = true; });
        const Change reads = [](TurnOf& turn, TapedEnd&) { turn.readsAtLast = true; };
        const Change rests = [](TurnOf& turn, TapedEnd&) { turn.readsAtLast = false; };
        Add("a step more at its end", reads);
        Add("a step less at its end", rests, true, reads);
        Add("something that no turn may have", [](TurnOf& turn, TapedEnd&) { turn.broken = true; });
    }

    /// Add what machines show.
    void AddMachines()
    {
        Add("the bytes to read", [](TurnOf& turn, TapedEnd& client) {
            turn.first = [&client] { client.Machine().Read(1, 0); };
        });
        // The window is closed until the turn is over, so that only what was written differs.
        Add("the bytes written so far", [](TurnOf& turn, TapedEnd& client) {
            turn.first = [&client] { client.Machine().Write(5, {}, 0); };
            turn.last = [&client] {
                client.Open();
                client.Acknowledge();
            };
        });
        Add("that the other end has closed",
            [](TurnOf& turn, TapedEnd& client) { turn.first = [&client] { client.Finish(); }; });
        const Change quiet = [](TurnOf&, TapedEnd& client) { client.Machine().Write(5, {}, 0); };
        Add(
            "the bytes sent so far",
            [](TurnOf& turn, TapedEnd& client) { turn.first = [&client] { client.Open(); }; },
            true,
            quiet);
        Add(
            "whether more may be written",
            [](TurnOf& turn, TapedEnd& client) {
                turn.first = [&client] { client.Machine().SetOptions({.notSentLowWater = 1}, 0); };
            },
            true,
            quiet);
        Add(
            "the bytes that are not acknowledged",
            [](TurnOf& turn, TapedEnd& client) { turn.last = [&client] { client.Acknowledge(); }; },
            true,
            [](TurnOf&, TapedEnd& client) {
                client.Machine().Write(5, {}, 0);
                client.Open();
            });
    }

    /// Add what is sent.
    void AddPieces()
    {
        Add("the end that sends", [](TurnOf& turn, TapedEnd&) { turn.sentByServer = true; });
        Add("a piece more", [](TurnOf& turn, TapedEnd&) { turn.twice = true; });
        Add("a sequence number", [](TurnOf& turn, TapedEnd&) { ++turn.piece.seq; });
        Add("a length", [](TurnOf& turn, TapedEnd&) { ++turn.piece.length; });
        Add("the length of the options",
            [](TurnOf& turn, TapedEnd&) { turn.piece.options.hasTimestamps = true; });
        Add("control bits", [](TurnOf& turn, TapedEnd&) { turn.piece.flags = TcpSegment::PSH; });
        Add("the codepoint of ECN",
            [](TurnOf& turn, TapedEnd&) { turn.piece.ecn = TcpSegment::ECT_0; });
        Add("an urgent pointer", [](TurnOf& turn, TapedEnd&) { turn.piece.urgent = 1; });
        // The other machine is told of these, and what it does then is compared.
        Add("an acknowledgment", [](TurnOf& turn, TapedEnd&) { ++turn.piece.ack; }, false);
        Add("a window", [](TurnOf& turn, TapedEnd&) { ++turn.piece.window; }, false);
    }

    /// Add what a network changes on the way.
    void AddNetwork()
    {
        const auto add = [this](const std::string& what, std::function<void(TcpSegment&)> change) {
            Add(what + " on the way",
                [change = std::move(change)](TurnOf& turn, TapedEnd&) { turn.onTheWay = change; });
        };
        add("a sequence number", [](TcpSegment& piece) { ++piece.seq; });
        add("an acknowledgment", [](TcpSegment& piece) { ++piece.ack; });
        add("a length", [](TcpSegment& piece) { ++piece.length; });
        add("a window", [](TcpSegment& piece) { ++piece.window; });
        add("control bits", [](TcpSegment& piece) { piece.flags = TcpSegment::PSH; });
        add("the codepoint of ECN", [](TcpSegment& piece) { piece.ecn = TcpSegment::CE; });
        add("an urgent pointer", [](TcpSegment& piece) { piece.urgent = 1; });
        add("timestamps", [](TcpSegment& piece) { piece.options.hasTimestamps = true; });
        add("a timestamp", [](TcpSegment& piece) { piece.options.timestampValue = 1; });
        add("an echo", [](TcpSegment& piece) { piece.options.timestampEcho = 1; });
        add("a block of SACK", [](TcpSegment& piece) { piece.options.blocks = 1; });
        add("the MSS", [](TcpSegment& piece) { piece.options.hasMss = true; });
        Add("a segment that comes twice", [](TurnOf& turn, TapedEnd&) { turn.comesTwice = true; });
        // Both are as long as what the other turns have.
        Add(
            "a block of SACK that is gone on the way",
            [](TurnOf& turn, TapedEnd&) {
                turn.piece.options = {.blocks = 1};
                turn.onTheWay = [](TcpSegment& piece) { piece.options = {}; };
            },
            true,
            [](TurnOf& turn, TapedEnd&) { turn.piece.options.hasTimestamps = true; });
        Add(
            "the MSS that is gone on the way",
            [](TurnOf& turn, TapedEnd&) {
                turn.piece.options = {.hasMss = true};
                turn.onTheWay = [](TcpSegment& piece) { piece.options = {}; };
            },
            true,
            [](TurnOf& turn, TapedEnd&) { turn.piece.options.hasWindowScale = true; });
    }
};

/// Registers the suite.
Net8TcpTapeTestSuite g_tcpTapeTestSuite;

} // namespace
