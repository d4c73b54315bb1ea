// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_SERVER_H
#define NET8_PIPE_SERVER_H

#include "net8-pipe-end.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The server's end of a named pipe: the server of SMB and the pipe on its host, which takes no time
 * and no processor.
 *
 * A packet of the connection is in the pipe until it is read; a read waits until there is one.
 */
class PipeServer : public PipeEnd
{
  public:
    using PipeEnd::PipeEnd;

    std::vector<uint8_t> Take(uint32_t room) override;
    bool IsDrained() const override;

  private:
    /// What a request asks for.
    using Kind = SmbCall::Kind;

    /// Number of the pipe.
    static constexpr uint16_t FILE = 0x0800;

    void HandleCall(const SmbCall& call, std::chrono::nanoseconds now) override;
    void HandleSession(const NbtSession& packet) override;

    /**
     * @param call a request on the way to the pipe
     */
    void Advance(const SmbCall& call);

    /**
     * @param call a request at the open pipe
     * @param now the time
     */
    void HandleRequest(const SmbCall& call, std::chrono::nanoseconds now);

    /**
     * Answer the read that waits, if there is something.
     */
    void AnswerRead();

    Kind m_step{Kind::NEGOTIATE};  ///< What is asked next on the way.
    bool m_open{false};            ///< The pipe is open.
    bool m_closed{false};          ///< It was closed.
    std::optional<SmbCall> m_read; ///< The read that waits.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_SERVER_H */
