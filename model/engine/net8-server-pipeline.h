// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_PIPELINE_H
#define NET8_SERVER_PIPELINE_H

#include "net8-server-script.h"
#include "net8-tns-stream.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A pipeline of a client at its server: calls that came while another one was served wait, and are
 * served in their order. Each reply has the token of its call in front of it. Behind a call that
 * failed the others fail with ORA-43610 and without work, if the client wants that.
 */
class ServerPipeline
{
  public:
    /// Most calls that wait: as many as a client's pipeline has, and its end.
    static constexpr std::size_t WAITING_MAX = 65'536;

    /**
     * @param abort whether nothing is done behind a call that failed
     */
    explicit ServerPipeline(bool abort);

    /**
     * @param request a request
     * @return whether a pipeline begins in front of it
     */
    static bool Begins(const TtcPrefix& request);

    /**
     * Keep a call until the one under way is over.
     *
     * @param message the call
     * @return false if there is no room, or the pipeline has ended
     */
    bool Add(const TnsStream::Message& message);

    /**
     * @return the next call that waits; nothing: none does
     */
    std::optional<TnsStream::Message> Take();

    /**
     * @param request a call of the pipeline, or its end
     * @param script what answers it
     * @return the answer
     */
    ServerAnswer Answer(TtcPrefix request, ServerScript& script);

    /**
     * @return TTC bytes in front of the reply to the call that was answered last
     */
    uint32_t GetTokenLength() const;

    /**
     * @return whether its end was answered
     */
    bool IsOver() const;

  private:
    bool m_abort;                               ///< Nothing is done behind a call that failed.
    bool m_over{false};                         ///< Its end was answered.
    uint32_t m_token{0};                        ///< Token of the last call.
    bool m_failed{false};                       ///< One of its calls failed.
    std::deque<TnsStream::Message> m_waiting{}; ///< Calls that wait.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_PIPELINE_H */
