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
 * How much payload a segment and a buffer of the send queue get.
 */
class TcpSegmentSize
{
  public:
    /**
     * Work out the size of a full segment (tcp_sync_mss).
     *
     * @param state the sender
     */
    static void Sync(TcpSendState& state);

    /**
     * @param state the sender
     * @param host the rest of the connection
     * @return payload of a full segment with the options of now, bytes (tcp_current_mss)
     */
    static uint32_t GetCurrent(const TcpSendState& state, const TcpSenderHost& host);

    /**
     * @param state the sender
     * @param host the rest of the connection
     * @return payload that a buffer may get, bytes (tcp_xmit_size_goal)
     */
    static uint32_t GetBufferGoal(const TcpSendState& state, const TcpSenderHost& host);
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_SIZE_H
