// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_CALLS_H
#define NET8_CLIENT_CALLS_H

#include "net8-client-event.h"
#include "net8-client-pause.h"
#include "net8-client-talk.h"
#include "net8-read-part.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Numbers the calls of a session and computes what they cost its client: the work on packets and
 * bytes of a request before it is sent, and on its reply. Reports both.
 */
class ClientCalls
{
  public:
    /**
     * Create an object for one session.
     *
     * @param talk what the parts of its dialogue share; must outlive this object
     * @param pause time and work between messages; must outlive this object
     */
    ClientCalls(ClientTalk& talk, ClientPause& pause);

    /**
     * Get the size of the packets that a statement has for its call.
     *
     * @param prefix a message
     * @param query the statement that is executed, or null
     * @return most bytes of a packet; 0: as agreed
     */
    static uint32_t GetPacketBytes(const TtcPrefix& prefix, const ClientQuery* query);

    /**
     * Start a call.
     *
     * @param kind its purpose
     * @param task the statement that it belongs to
     * @param prefix its message; receives its sequence number
     * @return the call, with the fields of its request filled in
     */
    ClientCall Begin(CallKind kind, const ClientScript::Task& task, TtcPrefix& prefix);

    /**
     * Wait for the next part of a reply.
     *
     * @param before the call whose part has arrived
     * @return the next part as a call of its own, without a request
     */
    ClientCall Await(const ClientCall& before);

    /**
     * Process a result cached by the client, and report it.
     *
     * @param call stands for a call, without bytes or time; must stay in place until then
     * @param task the statement
     * @param rest called afterwards
     */
    void TakeKept(ClientCall& call, const ClientScript::Task& task, std::function<void()> rest);

    /**
     * Get the work on a request.
     *
     * @param call a call
     * @param prefix its message
     * @return time the client needs for its request
     */
    std::chrono::nanoseconds GetWork(const ClientCall& call, const TtcPrefix& prefix) const;

    /**
     * Wait for the work on a request.
     *
     * @param work its duration
     * @param next called afterwards
     */
    void Work(std::chrono::nanoseconds work, std::function<void()> next);

    /**
     * Record the reply of a call.
     *
     * @param call the call; receives the fields of its reply
     * @param message the reply
     * @param done part of it that was already processed while it was being read
     * @param ofStatement whether the application processes it
     */
    void NoteReply(ClientCall& call,
                   const TnsStream::Message& message,
                   const ReadPart& done,
                   bool ofStatement);

    /**
     * Report a completed call.
     *
     * @param call the call
     */
    void Tell(const ClientCall& call);

    /**
     * Let a shared processor work on a reply, and report the call.
     *
     * @tparam Rest a callable type
     * @param call the call; must stay in place until then
     * @param rows complete rows of the reply
     * @param rest called afterwards; immediately if there is no shared processor
     */
    template <typename Rest>
    void Digest(ClientCall& call, uint32_t rows, Rest rest)
    {
        if (!m_talk.settings.work.sharesCpu)
        {
            Tell(call);
            rest();
            return;
        }
        m_pause.Work(m_cpuWork + m_talk.script.GetCpuTime(rows), [this, &call, rest] {
            // The rest is work of this client alone and takes place afterwards.
            const auto alone = call.work;
            call.work += m_talk.now - call.end;
            Tell(call);
            call.work = alone;
            rest();
        });
    }

    /**
     * Continue a statement of a pipeline: later calls belong to it.
     *
     * @param query its number
     */
    void Resume(uint32_t query)
    {
        m_resumed = query;
    }

    /**
     * Number the next calls as if some had been made.
     *
     * @param count how many
     */
    void Skip(uint64_t count)
    {
        m_calls += static_cast<uint32_t>(count);
    }

    /**
     * Finish the statement: later calls belong to the next one.
     */
    void EndStatement()
    {
        m_resumed.reset();
        ++m_query;
    }

  private:
    /**
     * Get the work on packets.
     *
     * @param packets TNS packets of a request or a reply
     * @param bytes their size, bytes
     * @param done part of them that was already processed
     * @return time the processor needs to write or to read them
     */
    std::chrono::nanoseconds GetPacketWork(uint32_t packets,
                                           uint64_t bytes,
                                           const ReadPart& done) const;

    ClientTalk& m_talk;                    ///< What the parts of the dialogue share.
    ClientPause& m_pause;                  ///< Time and work between messages.
    uint32_t m_query{0};                   ///< 0-based number of the statement.
    std::optional<uint32_t> m_resumed;     ///< Number of an earlier one that is continued.
    uint32_t m_calls{0};                   ///< Calls started, including cached results.
    uint32_t m_kept{0};                    ///< Number of cached results among them.
    std::chrono::nanoseconds m_cpuWork{0}; ///< Work of the shared processor on the packets of a
                                           ///< reply.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_CALLS_H */
