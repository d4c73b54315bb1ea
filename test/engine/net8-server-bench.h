// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A server dialogue on its own, with a script and a clock controlled by the test.
 */
#ifndef NET8_SERVER_BENCH_H
#define NET8_SERVER_BENCH_H

#include "ns3/net8-server-dialogue.h"

#include <deque>
#include <string>
#include <vector>

namespace ns3::net8
{

/// End-of-file packet of a client: 10 bytes, DATA, flag 0x40.
inline const std::vector<uint8_t> FAREWELL{0, 10, 0, 0, 6, 0, 0, 0, 0, 0x40};

/**
 * Returns queued answers; when there are none, answers with 20 bytes.
 */
class TestScript : public ServerScript
{
  public:
    void Accept(const ConnectPacket& connect) override;
    bool IsOfStatement(const TtcPrefix& request) const override;
    ServerAnswer Answer(const TtcPrefix& request) override;
    uint32_t GetErrorLength(const std::string& text) const override;

    std::deque<ServerAnswer> answers; ///< The next answers.
    uint32_t accepted{0};             ///< Number of accepted clients.
};

/**
 * The dialogue, its connection, and a client end that writes and reads for the test.
 */
class ServerBench
{
  public:
    /// Kinds of events, in order.
    using Kinds = std::vector<ServerDialogue::Event::Kind>;

    /// A packet of the server, as its client reads it.
    struct Seen
    {
        PacketType type;            ///< Its type.
        uint32_t length{0};         ///< Its length, bytes.
        std::vector<uint8_t> bytes; ///< Its first bytes.
    };

    ServerBench();

    /**
     * Start, and bring the dialogue to a state.
     *
     * @param state the state
     */
    void GoTo(ServerState state);

    /**
     * @return a CONNECT with version 312 and an SDU of 2048 bytes
     */
    static ConnectPacket MakeConnect();

    /**
     * Deliver bytes from the client.
     *
     * @param bytes the bytes
     */
    void Feed(const std::vector<uint8_t>& bytes);

    /**
     * Deliver a call of 20 bytes.
     *
     * @param function function of the call
     */
    void Call(TtcFunction function);

    /**
     * Deliver a marker.
     *
     * @param data data byte of the marker
     */
    void Mark(uint8_t data);

    /**
     * @return packets the server sent since the last call; they are removed
     */
    std::vector<Seen> Take();

    /**
     * @return events since the last call
     */
    Kinds TakeEvents();

    /**
     * @param error an error
     * @return number of times it was counted
     */
    uint64_t Count(SessionError error) const;

    std::chrono::nanoseconds now{1000}; ///< Current time.
    ServerSettings settings;            ///< Settings of the dialogue.
    TestScript script;                  ///< Its answers.
    TnsConnection connection;           ///< Its connection.
    ServerDialogue dialogue;            ///< The dialogue.
    ServerEffort effort;                ///< Last reported work.

  private:
    TnsConnection m_client; ///< Connection of the client.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_BENCH_H */
