// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_PIPELINE_H
#define NET8_SERVER_PIPELINE_H

#include "net8-server-script.h"

#include "ns3/net8-tns-stream.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A client's pipeline at its server: calls that arrive while another one is being served wait, and
 * are served in order. Each reply is preceded by the token of its call. After a failed call, the
 * others fail with ORA-43610 and without work if the client requested that.
 */
class ServerPipeline
{
  public:
    /// Maximum number of waiting calls: those of a client's pipeline and its end.
    static constexpr std::size_t WAITING_MAX = 65'536;

    /**
     * Start a pipeline.
     *
     * @param abort whether the calls after a failed one are skipped
     */
    explicit ServerPipeline(bool abort);

    /**
     * Check whether a request starts a pipeline.
     *
     * @param request a request
     * @return whether it does
     */
    static bool Begins(const TtcPrefix& request);

    /**
     * Queue a call until the current one is done.
     *
     * @param message the call
     * @return false if the queue is full or the pipeline has ended
     */
    bool Add(const TnsStream::Message& message);

    /**
     * @return the next waiting call; nothing if there is none
     */
    std::optional<TnsStream::Message> Take();

    /**
     * Answer a call.
     *
     * @param request a call of the pipeline, or its end
     * @param script provides the answer
     * @return the answer
     */
    ServerAnswer Answer(TtcPrefix request, ServerScript& script);

    /**
     * @return TTC bytes before the reply to the call answered last
     */
    uint32_t GetTokenLength() const;

    /**
     * @return whether its end has been answered
     */
    bool IsOver() const;

  private:
    bool m_abort;                               ///< Calls after a failed one are skipped.
    bool m_over{false};                         ///< Its end has been answered.
    uint32_t m_token{0};                        ///< Token of the last call.
    bool m_failed{false};                       ///< One of its calls has failed.
    std::deque<TnsStream::Message> m_waiting{}; ///< The waiting calls.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_PIPELINE_H */
