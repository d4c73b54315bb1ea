// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEGMENT_SIZE_H
#define NET8_TCP_SEGMENT_SIZE_H

#include "net8-tcp-send-state.h"
#include "net8-tcp-sender-host.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Computes the payload of segments and of buffers in the send queue.
 */
class TcpSegmentSize
{
  public:
    /**
     * Compute the size of a full segment (tcp_sync_mss).
     *
     * @param state state of the sender
     */
    static void Sync(TcpSendState& state);

    /**
     * Get the payload of a full segment (tcp_current_mss).
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return payload with the current options, bytes
     */
    static uint32_t GetCurrent(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * Get the maximum payload of a buffer (tcp_xmit_size_goal).
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return maximum payload, bytes
     */
    static uint32_t GetBufferGoal(const TcpSendState& state, const TcpSenderHost& host);
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_SIZE_H
