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
 * The server's end of a named pipe: the SMB server and the pipe on its host, which take no time and
 * no processor.
 *
 * A packet of the connection stays in the pipe until it is read; a read waits until there is one.
 */
class PipeServer : public PipeEnd
{
  public:
    using PipeEnd::PipeEnd;

    std::vector<uint8_t> Take(uint32_t room) override;
    bool IsDrained() const override;

  private:
    /// Purpose of a request.
    using Kind = SmbCall::Kind;

    /// File number of the pipe.
    static constexpr uint16_t FILE = 0x0800;

    void HandleCall(const SmbCall& call, std::chrono::nanoseconds now) override;
    void HandleSession(const NbtSession& packet) override;

    /**
     * Handle a request that opens the pipe.
     *
     * @param call the request
     */
    void Advance(const SmbCall& call);

    /**
     * Handle a request to the open pipe.
     *
     * @param call the request
     * @param now current simulation time
     */
    void HandleRequest(const SmbCall& call, std::chrono::nanoseconds now);

    /**
     * Answer the waiting read if there is data.
     */
    void AnswerRead();

    Kind m_step{Kind::NEGOTIATE};  ///< Next request expected while opening.
    bool m_open{false};            ///< The pipe is open.
    bool m_closed{false};          ///< It was closed.
    std::optional<SmbCall> m_read; ///< The waiting read.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_SERVER_H */
