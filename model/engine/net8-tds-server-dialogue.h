// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SERVER_DIALOGUE_H
#define NET8_TDS_SERVER_DIALOGUE_H

#include "net8-deadlines.h"
#include "net8-tds-connection.h"
#include "net8-tds-server-script.h"

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
 * A TDS server as its clients see it.
 */
struct TdsServerSettings
{
    uint32_t packetSize{4096};    ///< Packet size for clients that ask for none, bytes.
    uint32_t version{0x74000004}; ///< Newest TDS version that it speaks.
    std::string program{"Microsoft SQL Server"}; ///< Its name.
    uint32_t programVersion{0x0f000000};   ///< Its version, the major one in the highest byte.
    std::string database{"master"};        ///< Database that sessions begin with.
    std::chrono::nanoseconds logonTime{0}; ///< Time that a logon takes.
};

/**
 * @ingroup net8
 * The server's end of a TDS session, which knows neither socket nor clock: PRELOGIN, LOGIN7 with
 * the packet size that it grants, transactions, attentions, and requests that its script answers.
 */
class TdsServerDialogue
{
  public:
    /**
     * @param settings the server; must outlive the dialogue
     * @param script what it answers; likewise
     * @param connection its connection; likewise
     */
    TdsServerDialogue(const TdsServerSettings& settings,
                      TdsServerScript& script,
                      TdsConnection& connection);

    /**
     * @param segment bytes that arrived; all are used up
     * @param now the time
     */
    void HandleBytes(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * @param now the time, which is that of the deadline or behind it
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * @return when HandleDeadline is to be called; NEVER: not at all
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * @return CPU time of an answer that is to be begun now; told once
     */
    std::optional<std::chrono::nanoseconds> TakeWork();

    /**
     * @return whether an answer is waited for, be it for CPU or for time
     */
    bool IsAnswering() const;

    /**
     * The CPU time of an answer is over.
     *
     * @param now the time
     */
    void HandleWorked(std::chrono::nanoseconds now);

    /**
     * Stand still or go on, as a process does that hangs: no timer expires meanwhile.
     *
     * @param hangs whether it hangs
     * @param now the time
     */
    void SetHanging(bool hangs, std::chrono::nanoseconds now);

    /**
     * @return whether the client is logged on
     */
    bool IsLoggedOn() const;

    /**
     * @return why it closes once all that it wrote was taken; nothing: it does not
     */
    std::optional<SessionError> GetError() const;

  private:
    /// What it waits for.
    enum class Timer : uint8_t
    {
        ANSWER ///< The time that an answer takes.
    };

    /// What it expects.
    enum class State : uint8_t
    {
        PRELOGIN, ///< A PRELOGIN, or at once a LOGIN7.
        LOGIN,    ///< A LOGIN7.
        READY,    ///< Requests.
        FAILED    ///< Nothing more.
    };

    /**
     * @param message a message
     * @param now the time
     */
    void HandleMessage(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * @param message a request of a session that is logged on
     * @param now the time
     */
    void HandleRequest(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * @param message a PRELOGIN
     */
    void AnswerPrelogin(const TdsStream::Message& message);

    /**
     * @param message a LOGIN7
     * @param now the time
     */
    void AnswerLogin(const TdsStream::Message& message, std::chrono::nanoseconds now);

    /**
     * @param message a request that a transaction begins or ends
     */
    void AnswerTransaction(const TdsStream::Message& message);

    /**
     * @param answer what is answered
     * @param now the time
     */
    void Answer(const TdsServerScript::Answer& answer, std::chrono::nanoseconds now);

    /**
     * The CPU time of the answer is over, or there is none: wait for the rest of its time.
     *
     * @param now the time
     */
    void Proceed(std::chrono::nanoseconds now);

    /**
     * @param position bytes of the answer
     * @return where the token ends in which they end; nothing: the answer is shorter
     */
    std::optional<uint64_t> FindEnd(uint64_t position) const;

    /**
     * End the answer under way behind the token that is being taken, and tell that it was
     * cancelled.
     */
    void Cancel();

    /**
     * Write the answer that is due.
     */
    void Write();

    /**
     * @param error why nothing more is read
     */
    void Fail(SessionError error);

    const TdsServerSettings& m_settings; ///< The server.
    TdsServerScript& m_script;           ///< What it answers.
    TdsConnection& m_connection;         ///< Its connection.
    TdsLayout m_layout;                  ///< Layout of the session.
    State m_state{State::PRELOGIN};      ///< What it expects.
    Deadlines<Timer, 1> m_deadlines;     ///< Its timers.
    std::vector<uint8_t> m_answer;       ///< Answer that is due, or was written last.
    std::shared_ptr<const TdsServerScript::Result> m_result; ///< Its columns and rows, if any.
    std::vector<uint64_t> m_ends;                            ///< Where its other tokens end.
    std::chrono::nanoseconds m_time{0};  ///< Time that it takes behind its CPU time.
    std::chrono::nanoseconds m_work{0};  ///< CPU time that is to be begun.
    bool m_working{false};               ///< Its CPU time is under way.
    uint32_t m_sizeAfter{0};             ///< Packet size after it, bytes; 0: as before.
    uint64_t m_transactions{0};          ///< Transactions that began.
    bool m_admitted{false};              ///< The client is logged on.
    std::optional<SessionError> m_error; ///< Why nothing more is read.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SERVER_DIALOGUE_H */
