// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A server's dialogue on its own, with a script and a clock in the hands of a test.
 */
#ifndef NET8_SERVER_BENCH_H
#define NET8_SERVER_BENCH_H

#include "ns3/net8-server-dialogue.h"

#include <deque>
#include <string>
#include <vector>

namespace ns3::net8
{

/// The end-of-file packet of a client: 10 bytes, DATA, flag 0x40.
inline const std::vector<uint8_t> FAREWELL{0, 10, 0, 0, 6, 0, 0, 0, 0, 0x40};

/**
 * Answers a function with what was put there for it, anything else with 20 bytes.
 */
class TestScript : public ServerScript
{
  public:
    void Accept(const ConnectPacket& connect) override;
    bool IsOfStatement(const TtcPrefix& request) const override;
    ServerAnswer Answer(const TtcPrefix& request) override;
    uint32_t GetErrorLength(const std::string& text) const override;

    std::deque<ServerAnswer> answers; ///< The next answers.
    uint32_t accepted{0};             ///< How often a client was accepted.
};

/**
 * The dialogue, its connection, and a client's end that writes and reads for the test.
 */
class ServerBench
{
  public:
    /// Kinds of events, in order.
    using Kinds = std::vector<ServerDialogue::Event::Kind>;

    /// A packet of the server as its client reads it.
    struct Seen
    {
        PacketType type;            ///< Its type.
        uint32_t length{0};         ///< Its bytes.
        std::vector<uint8_t> bytes; ///< The first of them.
    };

    ServerBench();

    /**
     * Start and go to a state, from where it was made.
     *
     * @param state the state
     */
    void GoTo(ServerState state);

    /**
     * @return a CONNECT of version 312 with an SDU of 2048 bytes
     */
    static ConnectPacket MakeConnect();

    /**
     * @param bytes what arrives from the client
     */
    void Feed(const std::vector<uint8_t>& bytes);

    /**
     * @param function function of a call of 20 bytes that arrives
     */
    void Call(TtcFunction function);

    /**
     * @param data byte of a marker that arrives
     */
    void Mark(uint8_t data);

    /**
     * @return packets of the server since the last time; they are taken from it
     */
    std::vector<Seen> Take();

    /**
     * @return events since the last time
     */
    Kinds TakeEvents();

    /**
     * @param error an error
     * @return how often it was counted
     */
    uint64_t Count(SessionError error) const;

    std::chrono::nanoseconds now{1000}; ///< The time.
    ServerSettings settings;            ///< What the dialogue is told.
    TestScript script;                  ///< What it answers.
    TnsConnection connection;           ///< Its connection.
    ServerDialogue dialogue;            ///< The dialogue.
    ServerEffort effort;                ///< Work that was given out last.

  private:
    TnsConnection m_client; ///< The client's end.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_BENCH_H */
