// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_ENGINE_H
#define NET8_TDS_CLIENT_ENGINE_H

#include "net8-tds-client-script.h"
#include "net8-tds-client-settings.h"
#include "net8-tds-connection.h"

#include "ns3/net8-deadlines.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * States of a TDS client.
 */
enum class TdsClientState : uint8_t
{
    CONNECTING, ///< TCP, or its replacement, connects.
    PRELOGIN,   ///< Waiting for the answer to the PRELOGIN.
    LOGIN,      ///< Waiting for the answer to the LOGIN7.
    READY,      ///< No request is outstanding.
    BUSY,       ///< Waiting for an answer.
    CANCELLING, ///< Waiting for the end of a cancelled answer.
    ENDED       ///< The session is over.
};

/**
 * @ingroup net8
 * A request of a TDS client and its outcome.
 */
struct TdsClientCall
{
    TdsPacketType type{TdsPacketType::BATCH}; ///< Type of the request.
    std::chrono::nanoseconds start{0};        ///< When it was written.
    std::chrono::nanoseconds firstByte{0};    ///< When the first byte of the answer arrived.
    std::chrono::nanoseconds end{0};          ///< When the last byte arrived.
    uint64_t requestBytes{0};                 ///< Bytes of the packets of the request.
    uint64_t replyBytes{0};                   ///< Bytes of the packets of the answer.
    uint32_t requestPackets{0};               ///< Packets of the request.
    uint32_t replyPackets{0};                 ///< Packets of the answer.
    uint64_t rows{0};                         ///< Rows reported by the answer.
    uint32_t error{0};                        ///< Number of the first error; 0: none.
    bool cancelled{false};                    ///< It was cancelled.
    std::chrono::nanoseconds work{0};         ///< Work of the client on its answer.
};

/**
 * @ingroup net8
 * A TDS client independent of sockets and clocks: PRELOGIN, LOGIN7, optionally the start of a
 * transaction, then the requests of its script, one at a time. The caller passes in received bytes
 * and the time; the engine produces bytes to send and one deadline.
 */
class TdsClientEngine
{
  public:
    /**
     * Create a client.
     *
     * @param settings its settings; must outlive this object
     * @param script provides its requests; must outlive this object
     * @param connection its connection; must outlive this object
     */
    TdsClientEngine(const TdsClientSettings& settings,
                    TdsClientScript& script,
                    TdsConnection& connection);

    /**
     * Start with the connection being opened: the time limit of the logon starts.
     *
     * @param now current simulation time
     */
    void Begin(std::chrono::nanoseconds now);

    /**
     * Continue once the connection is established.
     *
     * @param now current simulation time
     */
    void HandleConnected(std::chrono::nanoseconds now);

    /**
     * Handle received bytes.
     *
     * @param segment received bytes; all are consumed
     * @param now current simulation time
     */
    void HandleBytes(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * Handle a close by the peer.
     */
    void HandleClosed();

    /**
     * Handle an expired deadline.
     *
     * @param now current simulation time, at or after the deadline
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * @return time at which to call HandleDeadline, or NEVER
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * Suspend or resume the client, like a hanging process: no timer expires while suspended.
     *
     * @param hangs true to suspend, false to resume
     * @param now current simulation time
     */
    void SetHanging(bool hangs, std::chrono::nanoseconds now);

    /**
     * @return its state
     */
    TdsClientState GetState() const;

    /**
     * @return whether it waits for an answer
     */
    bool IsAwaiting() const;

    /**
     * @return the completed requests, in order
     */
    const std::vector<TdsClientCall>& GetCalls() const;

    /**
     * @return when the logon was completed; NEVER: not yet
     */
    std::chrono::nanoseconds GetLoggedOn() const;

    /**
     * @return why the session ended before its script; nothing if it did not
     */
    std::optional<SessionError> GetError() const;

  private:
    /// Timers of the client.
    enum class Timer : uint8_t
    {
        LOGON,   ///< Limit of the logon.
        WORK,    ///< The work of the client on an answer.
        WAIT,    ///< The time before the next request.
        PATIENCE ///< Limit of a request.
    };

    /**
     * Handle a complete answer.
     *
     * @param message the answer
     * @param now current simulation time
     */
    void HandleMessage(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * Handle the answer to the LOGIN7.
     *
     * @param message the answer
     * @param now current simulation time
     */
    void FinishLogin(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * Handle the answer to a request.
     *
     * @param message the answer
     * @param now current simulation time
     */
    void FinishCall(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * Send a request.
     *
     * @param type type of its packets
     * @param bytes the request
     * @param now current simulation time
     */
    void Ask(TdsPacketType type, std::span<const uint8_t> bytes, std::chrono::nanoseconds now);

    /**
     * Process an answer, then continue.
     *
     * @param now current simulation time
     */
    void WorkOn(std::chrono::nanoseconds now);

    /**
     * Send the request of the task, and start its time limit.
     *
     * @param now current simulation time
     */
    void Request(std::chrono::nanoseconds now);

    /**
     * Get the next task, or end.
     *
     * @param now current simulation time
     */
    void Continue(std::chrono::nanoseconds now);

    /**
     * End the session.
     *
     * @param error why; nothing if its script has ended
     */
    void End(std::optional<SessionError> error);

    const TdsClientSettings& m_settings;                ///< Its settings.
    TdsClientScript& m_script;                          ///< Provides its requests.
    TdsConnection& m_connection;                        ///< Its connection.
    TdsLayout m_layout;                                 ///< Layout of the session.
    TdsClientState m_state{TdsClientState::CONNECTING}; ///< Its state.
    Deadlines<Timer, 4> m_deadlines;                    ///< Its timers.
    TdsClientScript::Task m_task;                       ///< The next task.
    uint64_t m_transaction{0};                          ///< Number of the current transaction.
    TdsClientCall m_call;                               ///< Current request.
    std::vector<TdsClientCall> m_calls;                 ///< Completed requests.
    std::chrono::nanoseconds m_loggedOn{NEVER};         ///< When the logon was completed.
    std::optional<SessionError> m_error;                ///< Why the session ended.
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_ENGINE_H */
