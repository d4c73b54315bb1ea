// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_BUFFER_H
#define NET8_TCP_SEND_BUFFER_H

#include "net8-tcp-send-core.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The room that a writer has: the size of the send buffer, what it holds, and who waits for it.
 */
class TcpSendBuffer
{
  public:
    /**
     * @param core the sending half
     * @return whether a new buffer may begin (sk_stream_memory_free)
     */
    static bool HasRoom(const TcpSendCore& core);

    /**
     * @param core the sending half
     * @return whether a writer that waits may write again (sk_stream_is_writeable)
     */
    static bool IsWritable(const TcpSendCore& core);

    /**
     * SO_SNDBUF.
     *
     * @param core the sending half
     * @param bytes as given
     */
    static void Set(TcpSendCore& core, uint32_t bytes);

    /// Let the send buffer follow the window (tcp_sndbuf_expand).
    /// @param core the sending half
    static void Expand(TcpSendCore& core);

    /// Room may have become free: let the buffer grow, and wake a writer.
    /// @param core the sending half
    static void Check(TcpSendCore& core);

    /**
     * @param core the sending half
     * @return what the send buffer holds, as its limit counts it, bytes
     */
    static uint32_t GetHeld(const TcpSendCore& core);
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_BUFFER_H
