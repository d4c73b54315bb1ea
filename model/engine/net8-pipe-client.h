// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_CLIENT_H
#define NET8_PIPE_CLIENT_H

#include "net8-deadlines.h"
#include "net8-pipe-end.h"

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
 * 1. It asks for a NetBIOS session, where that is TCP's port 139, then for dialect, user, share and
 * pipe, each behind the answer to the one before.
 * 2. A packet of the connection is a write, and waits for the answer to the one before.
 * 3. While an answer is awaited it reads packet by packet. It looks before each how much there is,
 * and looks again after a time if there is nothing; or it reads at once, and is answered when there
 * is something.
 * 4. Before the end it closes the pipe.
 */
class PipeClient : public PipeEnd
{
  public:
    /// Told that the pipe is open.
    using Opened = std::function<void(std::chrono::nanoseconds now)>;

    /**
     * @param settings how it goes through the pipe; must outlive the end
     * @param connection what is sent; likewise
     * @param opened told that the pipe is open
     * @param received told of what arrives
     */
    PipeClient(const PipeSettings& settings,
               TdsConnection& connection,
               Opened opened,
               Received received);

    /**
     * The transport is connected: begin.
     */
    void Begin();

    /**
     * Write what the connection holds, and read on.
     *
     * @param awaits whether an answer is awaited
     */
    void Proceed(bool awaits);

    /**
     * @param now the time, which is that of the deadline or behind it
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * @return when HandleDeadline is to be called; NEVER: not at all
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * Close the pipe, if it is open; nothing more is written or read.
     */
    void Finish();

    bool IsDrained() const override;

  private:
    /// What a request asks for.
    using Kind = SmbCall::Kind;

    /// How far it is.
    enum class State : uint8_t
    {
        IDLE,    ///< The transport is not connected.
        SESSION, ///< A NetBIOS session is asked for.
        OPENING, ///< Dialect, user, share or pipe is asked for.
        OPEN,    ///< The pipe is open.
        CLOSING, ///< It is being closed.
        CLOSED   ///< It is closed.
    };

    void HandleCall(const SmbCall& call, std::chrono::nanoseconds now) override;
    void HandleSession(const NbtSession& packet) override;

    /**
     * @param kind what is asked
     * @param size most bytes to read
     * @param data bytes to write
     */
    void Ask(Kind kind, uint32_t size = 0, std::string data = {});

    /**
     * @param kind what is asked
     * @return name that goes with it
     */
    std::string GetName(Kind kind) const;

    /**
     * @param call the answer on the way to the pipe
     * @param now the time
     */
    void Advance(const SmbCall& call, std::chrono::nanoseconds now);

    /**
     * @param call an answer at the open pipe
     * @param now the time
     */
    void HandleAnswer(const SmbCall& call, std::chrono::nanoseconds now);

    Opened m_opened;                        ///< Told that the pipe is open.
    State m_state{State::IDLE};             ///< How far it is.
    Kind m_step{Kind::NEGOTIATE};           ///< What was asked on the way.
    uint16_t m_number{0};                   ///< Number of the last request.
    uint16_t m_file{0};                     ///< Number of the pipe.
    bool m_writing{false};                  ///< A write is not answered.
    std::optional<Kind> m_reading;          ///< PEEK or READ that is not answered.
    bool m_ready{false};                    ///< There is something to be read.
    std::chrono::nanoseconds m_look{NEVER}; ///< When it looks again.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_CLIENT_H */
