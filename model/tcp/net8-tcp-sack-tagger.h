// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SACK_TAGGER_H
#define NET8_TCP_SACK_TAGGER_H

#include "net8-tcp-ack.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-recovery.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reads the SACK option of an ACK into the send queue (RFC 2018, RFC 2883 for the first block;
 * tcp_sacktag_write_queue).
 */
class TcpSackTagger
{
  public:
    /**
     * @param state the sender
     * @param queue its queue
     * @param rack its RACK
     * @param ack the ACK
     */
    TcpSackTagger(TcpSendState& state, TcpSendQueue& queue, TcpRack& rack, TcpAck& ack)
        : m_state(state),
          m_queue(queue),
          m_rack(rack),
          m_ack(ack)
    {
    }

    /// Mark what the option names.
    /// @return whether reordering may have been seen: TcpAck::lowestReordered is then below the
    /// highest SACK
    bool Tag();

  private:
    /// Look whether the first block reports a duplicate.
    /// @return whether it does
    bool CheckDuplicate();

    /**
     * @param block the first block
     * @return how many segments it reports twice; 0 when they are none of ours
     */
    uint32_t CountDuplicate(const TcpSackBlock& block);

    /**
     * @param block a block
     * @param duplicate whether it reports a duplicate
     * @return whether it can be believed
     */
    bool IsValid(const TcpSackBlock& block, bool duplicate) const;

    /**
     * Mark a block.
     *
     * @param block the block
     * @param duplicate whether it reports a duplicate
     */
    void TagBlock(const TcpSackBlock& block, bool duplicate);

    /**
     * Cut the run at a place so that either all of it or nothing lies in a block, as far as
     * segments go.
     *
     * @param place the place
     * @param block the block
     * @return whether the run at the place lies in the block now
     */
    bool Fit(size_t place, const TcpSackBlock& block);

    /**
     * Cut the one buffer at a place at a segment's edge.
     *
     * @param place the place
     * @param block the block, which holds part of the buffer
     * @return whether the front lies in the block now
     */
    bool FitBuffer(size_t place, const TcpSackBlock& block);

    /**
     * Mark a run that lies in a block.
     *
     * @param run the run
     * @param duplicate whether the block reports a duplicate
     */
    void TagRun(TcpSendRun& run, bool duplicate);

    /**
     * Mark a run that is new in the SACKs.
     *
     * @param run the run
     */
    void TagNew(TcpSendRun& run);

    TcpSendState& m_state; ///< The sender.
    TcpSendQueue& m_queue; ///< Its queue.
    TcpRack& m_rack;       ///< Its RACK.
    TcpAck& m_ack;         ///< The ACK.
};

} // namespace ns3::net8

#endif // NET8_TCP_SACK_TAGGER_H
