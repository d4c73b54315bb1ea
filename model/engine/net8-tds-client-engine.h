// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_ENGINE_H
#define NET8_TDS_CLIENT_ENGINE_H

#include "net8-deadlines.h"
#include "net8-tds-client-script.h"
#include "net8-tds-client-settings.h"
#include "net8-tds-connection.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * State of a TDS client.
 */
enum class TdsClientState : uint8_t
{
    CONNECTING, ///< TCP, or what is in its place, connects.
    PRELOGIN,   ///< The answer to the PRELOGIN is awaited.
    LOGIN,      ///< The answer to the LOGIN7 is awaited.
    READY,      ///< Nothing is under way.
    BUSY,       ///< An answer is awaited.
    CANCELLING, ///< The end of what was cancelled is awaited.
    ENDED       ///< The session is over.
};

/**
 * @ingroup net8
 * A request of a TDS client and what became of it.
 */
struct TdsClientCall
{
    TdsPacketType type{TdsPacketType::BATCH}; ///< What was asked.
    std::chrono::nanoseconds start{0};        ///< When it was written.
    std::chrono::nanoseconds firstByte{0};    ///< When the first byte of the answer arrived.
    std::chrono::nanoseconds end{0};          ///< When the last one arrived.
    uint64_t requestBytes{0};                 ///< Bytes of the packets of the request.
    uint64_t replyBytes{0};                   ///< Bytes of the packets of the answer.
    uint32_t requestPackets{0};               ///< Packets of the request.
    uint32_t replyPackets{0};                 ///< Packets of the answer.
    uint64_t rows{0};                         ///< Rows that it tells.
    uint32_t error{0};                        ///< Number of the first error, 0 without.
    bool cancelled{false};                    ///< It was cancelled.
    std::chrono::nanoseconds work{0};         ///< Work of the client on its answer.
};

/**
 * @ingroup net8
 * A TDS client that knows neither socket nor clock: PRELOGIN, LOGIN7, perhaps the begin of a
 * transaction, then what its script asks, one request at a time. What arrives and the time go in;
 * bytes to be sent and one deadline come out.
 */
class TdsClientEngine
{
  public:
    /**
     * @param settings how it talks; must outlive the engine
     * @param script what it asks; likewise
     * @param connection its connection; likewise
     */
    TdsClientEngine(const TdsClientSettings& settings,
                    TdsClientScript& script,
                    TdsConnection& connection);

    /**
     * The connection is being opened: from now on the limit of the logon counts.
     *
     * @param now the time
     */
    void Begin(std::chrono::nanoseconds now);

    /**
     * The connection is up.
     *
     * @param now the time
     */
    void HandleConnected(std::chrono::nanoseconds now);

    /**
     * @param segment bytes that arrived; all are used up
     * @param now the time
     */
    void HandleBytes(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * The peer has closed.
     */
    void HandleClosed();

    /**
     * @param now the time, which is that of the deadline or behind it
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * @return when HandleDeadline is to be called; NEVER: not at all
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * Stand still or go on, as a process does that hangs: no timer expires meanwhile.
     *
     * @param hangs whether it hangs
     * @param now the time
     */
    void SetHanging(bool hangs, std::chrono::nanoseconds now);

    /**
     * @return its state
     */
    TdsClientState GetState() const;

    /**
     * @return whether an answer is awaited
     */
    bool IsAwaiting() const;

    /**
     * @return the requests that are over, in their order
     */
    const std::vector<TdsClientCall>& GetCalls() const;

    /**
     * @return when it was logged on; NEVER: it is not
     */
    std::chrono::nanoseconds GetLoggedOn() const;

    /**
     * @return why it ended before its script did; nothing if it did not
     */
    std::optional<SessionError> GetError() const;

  private:
    /// What it waits for.
    enum class Timer : uint8_t
    {
        LOGON,   ///< The end of the logon.
        WORK,    ///< The work of the client on an answer.
        WAIT,    ///< The time before the next request.
        PATIENCE ///< The answer to a request.
    };

    /**
     * @param message an answer
     * @param now the time
     */
    void HandleMessage(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * @param message the answer to the LOGIN7
     * @param now the time
     */
    void FinishLogin(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * @param message the answer to a request
     * @param now the time
     */
    void FinishCall(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * @param type type of its packets
     * @param bytes a request
     * @param now the time
     */
    void Ask(TdsPacketType type, std::span<const uint8_t> bytes, std::chrono::nanoseconds now);

    /**
     * An answer is there: work on it, then go on.
     *
     * @param now the time
     */
    void WorkOn(std::chrono::nanoseconds now);

    /**
     * Send the request of the task, and wait for its answer as long as it has patience.
     *
     * @param now the time
     */
    void Request(std::chrono::nanoseconds now);

    /**
     * Take the next task, or end.
     *
     * @param now the time
     */
    void Continue(std::chrono::nanoseconds now);

    /**
     * @param error why it ends; nothing: its script does
     */
    void End(std::optional<SessionError> error);

    const TdsClientSettings& m_settings;                ///< How it talks.
    TdsClientScript& m_script;                          ///< What it asks.
    TdsConnection& m_connection;                        ///< Its connection.
    TdsLayout m_layout;                                 ///< Layout of the session.
    TdsClientState m_state{TdsClientState::CONNECTING}; ///< Its state.
    Deadlines<Timer, 4> m_deadlines;                    ///< Its timers.
    TdsClientScript::Task m_task;                       ///< What is asked next.
    uint64_t m_transaction{0};                          ///< Number of its transaction.
    TdsClientCall m_call;                               ///< Request under way.
    std::vector<TdsClientCall> m_calls;                 ///< Requests that are over.
    std::chrono::nanoseconds m_loggedOn{NEVER};         ///< When it was logged on.
    std::optional<SessionError> m_error;                ///< Why it ended.
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_ENGINE_H */
