// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RETRANSMISSION_H
#define NET8_TCP_RETRANSMISSION_H

#include "net8-tcp-send-part.h"

#include <cstddef>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Retransmits segments.
 */
class TcpRetransmission : private TcpSendPart
{
  public:
    /// @param core state shared by the parts of the sending half
    explicit TcpRetransmission(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Retransmit a buffer and count the retransmission (tcp_retransmit_skb).
     *
     * @param place place of the buffer
     * @param segments maximum number of segments
     * @return whether the device accepted it
     */
    bool RepeatCounted(size_t place, uint32_t segments);

    /// Retransmit lost segments, as the window allows (tcp_xmit_retransmit_queue).
    void RepeatLost();

    /**
     * Retransmit the last segment.
     *
     * @return whether the device accepted it
     */
    bool RepeatTail();

  private:
    /**
     * Retransmit a buffer (__tcp_retransmit_skb).
     *
     * @param place place of the buffer
     * @param segments maximum number of segments
     * @return whether the device accepted it
     */
    bool Repeat(size_t place, uint32_t segments);

    /**
     * Join the short buffers after a retransmitted one to it (tcp_retrans_try_collapse).
     *
     * @param place place of the retransmitted buffer
     * @param space maximum additional payload, bytes
     */
    void CollapseBehind(size_t place, uint32_t space);
};

} // namespace ns3::net8

#endif // NET8_TCP_RETRANSMISSION_H
