// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SERVER_DIALOGUE_H
#define NET8_TDS_SERVER_DIALOGUE_H

#include "net8-tds-connection.h"
#include "net8-tds-server-script.h"

#include "ns3/net8-deadlines.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Properties of a TDS server that its clients see.
 */
struct TdsServerSettings
{
    uint32_t packetSize{4096};    ///< Packet size for clients that request none, bytes.
    uint32_t version{0x74000004}; ///< Newest TDS version it supports.
    std::string program{"Microsoft SQL Server"}; ///< Its name.
    uint32_t programVersion{0x0f000000};   ///< Its version, major version in the highest byte.
    std::string database{"master"};        ///< Initial database of sessions.
    std::chrono::nanoseconds logonTime{0}; ///< Duration of a logon.
};

/**
 * @ingroup net8
 * The server's side of a TDS session, independent of sockets and clocks: PRELOGIN, LOGIN7 with the
 * packet size that it grants, transactions, attentions, and requests answered by its script.
 */
class TdsServerDialogue
{
  public:
    /**
     * Create the server's side of a session.
     *
     * @param settings the server; must outlive this object
     * @param script provides its answers; must outlive this object
     * @param connection its connection; must outlive this object
     */
    TdsServerDialogue(const TdsServerSettings& settings,
                      TdsServerScript& script,
                      TdsConnection& connection);

    /**
     * Handle received bytes.
     *
     * @param segment received bytes; all are consumed
     * @param now current simulation time
     */
    void HandleBytes(ByteSource& segment, std::chrono::nanoseconds now);

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
     * @return CPU time of an answer to start now; returned once
     */
    std::optional<std::chrono::nanoseconds> TakeWork();

    /**
     * @return whether an answer is waiting, for CPU or for time
     */
    bool IsAnswering() const;

    /**
     * Continue after the CPU time of an answer has passed.
     *
     * @param now current simulation time
     */
    void HandleWorked(std::chrono::nanoseconds now);

    /**
     * Suspend or resume, like a hanging process: no timer expires while suspended.
     *
     * @param hangs true to suspend, false to resume
     * @param now current simulation time
     */
    void SetHanging(bool hangs, std::chrono::nanoseconds now);

    /**
     * @return whether the client is logged on
     */
    bool IsLoggedOn() const;

    /**
     * @return why it closes once everything written has been taken; nothing if it does not
     */
    std::optional<SessionError> GetError() const;

  private:
    /// Timers of the session.
    enum class Timer : uint8_t
    {
        ANSWER ///< End of the time of an answer.
    };

    /// What the server expects.
    enum class State : uint8_t
    {
        PRELOGIN, ///< A PRELOGIN, or directly a LOGIN7.
        LOGIN,    ///< A LOGIN7.
        READY,    ///< Requests.
        FAILED    ///< Nothing more.
    };

    /**
     * Handle a message.
     *
     * @param message a message
     * @param now current simulation time
     */
    void HandleMessage(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * Handle a request after the logon.
     *
     * @param message the request
     * @param now current simulation time
     */
    void HandleRequest(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * Answer a PRELOGIN.
     *
     * @param message the PRELOGIN
     */
    void AnswerPrelogin(const TdsStream::Message& message);

    /**
     * Answer a LOGIN7.
     *
     * @param message the LOGIN7
     * @param now current simulation time
     */
    void AnswerLogin(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * Answer the start or end of a transaction.
     *
     * @param message the request
     */
    void AnswerTransaction(const TdsStream::Message& message);

    /**
     * Start an answer.
     *
     * @param answer the answer
     * @param now current simulation time
     */
    void Answer(const TdsServerScript::Answer& answer, std::chrono::nanoseconds now);

    /**
     * Wait for the rest of the answer's time after its CPU time, if any, has passed.
     *
     * @param now current simulation time
     */
    void Proceed(std::chrono::nanoseconds now);

    /**
     * Find the end of a token of the answer.
     *
     * @param position offset in the answer, bytes
     * @return end of the token that contains this offset, bytes; nothing if the answer is shorter
     */
    std::optional<uint64_t> FindEnd(uint64_t position) const;

    /**
     * End the current answer after the token that is being taken, and report that it was cancelled.
     */
    void Cancel();

    /**
     * Write the answer whose time has passed.
     */
    void Write();

    /**
     * Stop reading.
     *
     * @param error why reading stops
     */
    void Fail(SessionError error);

    const TdsServerSettings& m_settings; ///< Its settings.
    TdsServerScript& m_script;           ///< Provides the answers.
    TdsConnection& m_connection;         ///< Its connection.
    TdsLayout m_layout;                  ///< Layout of the session.
    State m_state{State::PRELOGIN};      ///< What it expects.
    Deadlines<Timer, 1> m_deadlines;     ///< Its timers.
    std::vector<uint8_t> m_answer;       ///< Pending answer, or the one written last.
    std::shared_ptr<const TdsServerScript::Result> m_result; ///< Its columns and rows, if any.
    std::vector<uint64_t> m_ends;                            ///< End offsets of its other tokens.
    std::chrono::nanoseconds m_time{0};  ///< Time that it takes after its CPU time.
    std::chrono::nanoseconds m_work{0};  ///< CPU time not started yet.
    bool m_working{false};               ///< Its CPU time is running.
    uint32_t m_sizeAfter{0};             ///< Packet size after it, bytes; 0: unchanged.
    uint64_t m_transactions{0};          ///< Transactions started.
    bool m_admitted{false};              ///< The client is logged on.
    std::optional<SessionError> m_error; ///< Why reading stopped.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SERVER_DIALOGUE_H */
