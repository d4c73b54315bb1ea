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
 * Applies the SACK option of an ACK to the send queue (RFC 2018, RFC 2883 for the first block;
 * tcp_sacktag_write_queue).
 */
class TcpSackTagger
{
  public:
    /**
     * Create an object for one ACK.
     *
     * @param state state of the sender
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

    /// Mark the data that the option covers.
    /// @return whether reordering may have been seen: TcpAck::lowestReordered is then below the
    /// highest SACK
    bool Tag();

  private:
    /// Check whether the first block reports a duplicate.
    /// @return whether it does
    bool CheckDuplicate();

    /**
     * Process a reported duplicate.
     *
     * @param block the first block
     * @return number of segments it reports as received twice; 0 if it does not match anything we
     * sent
     */
    uint32_t CountDuplicate(const TcpSackBlock& block);

    /**
     * Check whether a block is valid.
     *
     * @param block a block
     * @param duplicate whether it reports a duplicate
     * @return whether it is valid
     */
    bool IsValid(const TcpSackBlock& block, bool duplicate) const;

    /**
     * Mark the data in a block.
     *
     * @param block the block
     * @param duplicate whether it reports a duplicate
     */
    void TagBlock(const TcpSackBlock& block, bool duplicate);

    /**
     * Split the run at a place so that it lies either entirely or not at all in a block, as far as
     * segment boundaries allow.
     *
     * @param place the place
     * @param block the block
     * @return whether the run at the place now lies in the block
     */
    bool Fit(size_t place, const TcpSackBlock& block);

    /**
     * Cut the single buffer at a place at a segment boundary.
     *
     * @param place the place
     * @param block the block, which covers part of the buffer
     * @return whether the front now lies in the block
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
     * Mark a run that is newly SACKed.
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
