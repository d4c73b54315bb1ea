// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_CALLS_H
#define NET8_CLIENT_CALLS_H

#include "net8-client-event.h"
#include "net8-client-pause.h"
#include "net8-client-progress.h"
#include "net8-client-script.h"
#include "net8-client-settings.h"
#include "net8-read-part.h"
#include "net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the calls of a session cost its client, and their numbers: the work on packets and bytes of
 * a request before it is sent, that on a reply, and who is told of both.
 */
class ClientCalls
{
  public:
    /**
     * @param settings how the client talks; it must outlive this
     * @param script what it asks; likewise
     * @param progress what the session has come to; likewise
     * @param tns the connection; likewise
     * @param pause time and work between messages; likewise
     * @param now the time; likewise
     */
    ClientCalls(const ClientSettings& settings,
                ClientScript& script,
                ClientProgress& progress,
                TnsConnection& tns,
                ClientPause& pause,
                const std::chrono::nanoseconds& now);

    /**
     * Begin a call.
     *
     * @param kind what it is for
     * @param task the statement that it is part of
     * @param prefix its message; takes its sequence number
     * @return the call, with what is known of its request
     */
    ClientCall Begin(CallKind kind, const ClientScript::Task& task, TtcPrefix& prefix);

    /**
     * Work on a result that the client has kept, and tell of it.
     *
     * @param call what stands for a call, without bytes or time; it stays where it is until then
     * @param task the statement
     * @param rest what is done then
     */
    void TakeKept(ClientCall& call, const ClientScript::Task& task, std::function<void()> rest);

    /**
     * @param call a call
     * @param prefix its message
     * @return work on its request
     */
    std::chrono::nanoseconds GetWork(const ClientCall& call, const TtcPrefix& prefix) const;

    /**
     * Let that pass, and then go on.
     *
     * @param work work on a request
     * @param next what is to be done then
     */
    void Work(std::chrono::nanoseconds work, std::function<void()> next);

    /**
     * The reply of a call is there.
     *
     * @param call the call; takes what is known of its reply
     * @param message the reply
     * @param done what of it was worked on while it was read
     * @param ofStatement whether the application works on it
     */
    void NoteReply(ClientCall& call,
                   const TnsStream::Message& message,
                   const ReadPart& done,
                   bool ofStatement);

    /**
     * @param call a call that is done
     */
    void Tell(const ClientCall& call);

    /**
     * The reply is there: let a processor that the client shares work on it, and tell of the call.
     *
     * @tparam Rest something to be called
     * @param call the call, which stays where it is until then
     * @param rows rows of the reply that are whole
     * @param rest what is done then; with no such processor, at once
     */
    template <typename Rest>
    void Digest(ClientCall& call, uint32_t rows, Rest rest)
    {
        if (!m_settings.work.sharesCpu)
        {
            Tell(call);
            rest();
            return;
        }
        m_pause.Work(m_cpuWork + m_script.GetCpuTime(rows), [this, &call, rest] {
            // What follows is of the client alone, and takes its time after this.
            const auto alone = call.work;
            call.work += m_now - call.end;
            Tell(call);
            call.work = alone;
            rest();
        });
    }

    /**
     * The statement is over: calls from here on are of the next one.
     */
    void EndStatement()
    {
        ++m_query;
    }

  private:
    /**
     * @param packets TNS packets of a request or a reply
     * @param bytes their bytes
     * @param done what of them was worked on before
     * @return time that the processor takes to write or to read them
     */
    std::chrono::nanoseconds GetPacketWork(uint32_t packets,
                                           uint64_t bytes,
                                           const ReadPart& done) const;

    const ClientSettings& m_settings;      ///< How the client talks.
    ClientScript& m_script;                ///< What it asks.
    ClientProgress& m_progress;            ///< What the session has come to.
    TnsConnection& m_tns;                  ///< The connection.
    ClientPause& m_pause;                  ///< Time and work between messages.
    const std::chrono::nanoseconds& m_now; ///< The time.
    uint32_t m_query{0};                   ///< 0-based number of the statement.
    uint32_t m_calls{0};                   ///< Calls begun, results that were kept among them.
    uint32_t m_kept{0};                    ///< Those of them that were such results.
    std::chrono::nanoseconds m_cpuWork{0}; ///< Shared processor's work on a reply's packets.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_CALLS_H */
