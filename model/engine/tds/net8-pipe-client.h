// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_CLIENT_H
#define NET8_PIPE_CLIENT_H

#include "net8-pipe-end.h"

#include "ns3/net8-deadlines.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The client's end of a named pipe.
 *
 * 1. It requests a NetBIOS session, on TCP's port 139, then negotiates the dialect and opens user
 * session, share and pipe, each after the answer to the previous request.
 * 2. A packet of the connection is a write, sent after the answer to the previous one.
 * 3. While a reply of the server is awaited, it reads packet by packet. Before each it peeks at how
 * much data there is, and peeks again after some time if there is none; or it reads at once, and
 * gets an answer when there is data.
 * 4. It closes the pipe before the end.
 */
class PipeClient : public PipeEnd
{
  public:
    /// Called when the pipe is open.
    using Opened = std::function<void(std::chrono::nanoseconds now)>;

    /**
     * Create an end that is not connected.
     *
     * @param settings how it uses the pipe; must outlive this object
     * @param connection the TDS connection; must outlive this object
     * @param opened called when the pipe is open
     * @param received called with what arrives
     */
    PipeClient(const PipeSettings& settings,
               TdsConnection& connection,
               Opened opened,
               Received received);

    /**
     * Begin once the transport is connected.
     */
    void Begin();

    /**
     * Write what the connection holds, and continue reading.
     *
     * @param awaits whether a reply of the server is awaited
     */
    void Proceed(bool awaits);

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
     * Close the pipe, if it is open, and stop reading and writing.
     */
    void Finish();

    bool IsDrained() const override;

  private:
    /// Purpose of a request.
    using Kind = SmbCall::Kind;

    /// Progress of the pipe.
    enum class State : uint8_t
    {
        IDLE,    ///< The transport is not connected.
        SESSION, ///< A NetBIOS session has been requested.
        OPENING, ///< Dialect, user, share or pipe has been requested.
        OPEN,    ///< The pipe is open.
        CLOSING, ///< It is being closed.
        CLOSED   ///< It is closed.
    };

    void HandleCall(const SmbCall& call, std::chrono::nanoseconds now) override;
    void HandleSession(const NbtSession& packet) override;

    /**
     * Send a request.
     *
     * @param kind its purpose
     * @param size maximum bytes to read
     * @param data bytes to write
     */
    void Ask(Kind kind, uint32_t size = 0, std::string data = {});

    /**
     * Get the name that belongs to a request.
     *
     * @param kind its purpose
     * @return the name
     */
    std::string GetName(Kind kind) const;

    /**
     * Continue opening the pipe.
     *
     * @param call an answer received while opening it
     * @param now current simulation time
     */
    void Advance(const SmbCall& call, std::chrono::nanoseconds now);

    /**
     * Handle an answer while the pipe is open.
     *
     * @param call the answer
     * @param now current simulation time
     */
    void HandleAnswer(const SmbCall& call, std::chrono::nanoseconds now);

    Opened m_opened;                        ///< Called when the pipe is open.
    State m_state{State::IDLE};             ///< Progress of the pipe.
    Kind m_step{Kind::NEGOTIATE};           ///< Last request sent while opening it.
    uint16_t m_number{0};                   ///< Number of the last request.
    uint16_t m_file{0};                     ///< File number of the pipe.
    bool m_writing{false};                  ///< A write is unanswered.
    std::optional<Kind> m_reading;          ///< The unanswered PEEK or READ.
    bool m_ready{false};                    ///< There is data to read.
    std::chrono::nanoseconds m_look{NEVER}; ///< When it peeks again.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_CLIENT_H */
