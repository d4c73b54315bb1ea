// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_BUFFER_H
#define NET8_TCP_SEND_BUFFER_H

#include "net8-tcp-send-core.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Space for the writer: the size of the send buffer, its content, and whether a writer is waiting.
 */
class TcpSendBuffer
{
  public:
    /**
     * Check for space.
     *
     * @param core state shared by the parts of the sending half
     * @return whether a new buffer may be started (sk_stream_memory_free)
     */
    static bool HasRoom(const TcpSendCore& core);

    /**
     * Check whether to wake a waiting writer.
     *
     * @param core state shared by the parts of the sending half
     * @return whether it may write again (sk_stream_is_writeable)
     */
    static bool IsWritable(const TcpSendCore& core);

    /**
     * Set SO_SNDBUF.
     *
     * @param core state shared by the parts of the sending half
     * @param bytes the value as given, bytes
     */
    static void Set(TcpSendCore& core, uint32_t bytes);

    /// Adapt the send buffer to the window (tcp_sndbuf_expand).
    /// @param core state shared by the parts of the sending half
    static void Expand(TcpSendCore& core);

    /// Check whether space was freed: let the buffer grow, and wake a writer.
    /// @param core state shared by the parts of the sending half
    static void Check(TcpSendCore& core);

    /**
     * Get the amount of data in the send buffer.
     *
     * @param core state shared by the parts of the sending half
     * @return its content in the units of its limit, bytes
     */
    static uint32_t GetHeld(const TcpSendCore& core);
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_BUFFER_H
