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
     * Compute the size of a full segment.
     *
     * @param state state of the sender
     */
    static void Sync(TcpSendState& state);

    /**
     * Compute the size of a full segment on a path (tcp_sync_mss).
     *
     * @param state state of the sender
     * @param known largest segment of the path, options included, bytes
     */
    static void Sync(TcpSendState& state, uint32_t known);

    /**
     * Get the payload of a segment (tcp_mtu_to_mss).
     *
     * @param state state of the sender
     * @param largest largest segment, options included, bytes
     * @return payload with the options that every segment has, bytes
     */
    static uint32_t ToPayload(const TcpSendState& state, uint32_t largest);

    /**
     * Get what is known of the path now: its first link, or what a router told.
     *
     * @param state state of the sender
     * @return largest segment, options included, bytes
     */
    static uint32_t GetPath(const TcpSendState& state);

    /**
     * Get the payload of a full segment, as the path is known now (tcp_current_mss).
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return payload with the current options, bytes
     */
    static uint32_t GetCurrent(TcpSendState& state, const TcpSenderHost& host);

    /**
     * Get the maximum payload of a buffer (tcp_xmit_size_goal).
     *
     * @param state state of the sender
     * @param host the rest of the connection
     * @return maximum payload, bytes
     */
    static uint32_t GetBufferGoal(TcpSendState& state, const TcpSenderHost& host);
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_SIZE_H
