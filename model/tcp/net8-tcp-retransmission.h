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
 * Repeats what was sent before.
 */
class TcpRetransmission : private TcpSendPart
{
  public:
    /// @param core what the parts of the sending half share
    explicit TcpRetransmission(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Repeat a buffer and count the copy (tcp_retransmit_skb).
     *
     * @param place its place
     * @param segments how many segments at most
     * @return whether the device took it
     */
    bool RepeatCounted(size_t place, uint32_t segments);

    /// Repeat what is lost, as the window allows (tcp_xmit_retransmit_queue).
    void RepeatLost();

    /**
     * Repeat the last segment.
     *
     * @return whether the device took it
     */
    bool RepeatTail();

  private:
    /**
     * Repeat a buffer (__tcp_retransmit_skb).
     *
     * @param place its place
     * @param segments how many segments at most
     * @return whether the device took it
     */
    bool Repeat(size_t place, uint32_t segments);

    /**
     * Join short buffers behind one that is repeated (tcp_retrans_try_collapse).
     *
     * @param place its place
     * @param space payload that it may get, bytes
     */
    void CollapseBehind(size_t place, uint32_t space);
};

} // namespace ns3::net8

#endif // NET8_TCP_RETRANSMISSION_H
