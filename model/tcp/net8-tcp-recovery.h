// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RECOVERY_H
#define NET8_TCP_RECOVERY_H

#include "net8-tcp-ack.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The states of congestion: when losses are believed, how the window is reduced, and what undoes
 * it.
 *
 *  - Open, Disorder, CWR, Recovery, Loss as in net/ipv4/tcp_input.c (tcp_fastretrans_alert);
 *  - F-RTO, SACK enhanced (RFC 5682, tcp_process_loss);
 *  - undo by the timestamp echoed (Eifel, RFC 3522) and by D-SACK (RFC 3708);
 *  - Reno's fast recovery without SACK, where the system is that old (RFC 2001);
 *  - the end of a tail loss probe (RFC 8985, section 7.4, tcp_process_tlp_ack).
 *
 * It holds nothing from one event to the next.
 */
class TcpRecovery
{
  public:
    /**
     * @param state the sender
     * @param queue its queue
     * @param rack its RACK
     * @param control its congestion control
     */
    TcpRecovery(TcpSendState& state,
                TcpSendQueue& queue,
                TcpRack& rack,
                TcpCongestionControl& control)
        : m_state(state),
          m_queue(queue),
          m_rack(rack),
          m_control(control)
    {
    }

    /**
     * An ACK is dubious, or the state is not Open: go on.
     *
     * @param ack the ACK; told what to send
     */
    void OnAck(TcpAck& ack);

    /**
     * An ACK came while a tail loss probe is out.
     *
     * @param ack the ACK
     */
    void OnProbeAck(const TcpAck& ack);

    /**
     * The retransmission timer fired (tcp_enter_loss).
     *
     * @param firstTimeout whether it is the first for this left edge
     */
    void EnterLoss(bool firstTimeout);

    /// Losses are proven: fast recovery begins.
    void EnterRecovery();

    /**
     * Change the state.
     *
     * @param next the new one
     */
    void SetState(TcpCaState next);

    /// @return whether a copy of the oldest segment was sent, or a copy of any is on the way
    bool IsAnythingRepeated() const;

    /// No copy is out any more: the next one gives a stamp of its own (tcp_retrans_stamp_cleanup).
    void ForgetRetransStamp();

  private:
    /**
     * @param ack the ACK
     * @return whether what is at the left edge was only late (Eifel)
     */
    bool WasDelayed(const TcpAck& ack) const;

    /**
     * @param ack the ACK
     * @return whether the cut was needless
     */
    bool MayUndo(const TcpAck& ack) const
    {
        return m_state.undoable && (m_state.undoRetrans == 0 || WasDelayed(ack));
    }

    /**
     * Take the cut back.
     *
     * @param unlose whether what is marked lost is not lost
     */
    void Undo(bool unlose);

    /**
     * All is acknowledged that was out when recovery began.
     *
     * @param ack the ACK
     * @return whether the old state has to hold until something above is acknowledged
     */
    bool UndoRecovery(const TcpAck& ack);

    /**
     * The left edge moved in recovery.
     *
     * @param ack the ACK
     * @return whether there is nothing more to do
     */
    bool UndoPartial(const TcpAck& ack);

    /**
     * @param ack the ACK
     * @param byFrto whether F-RTO found the timeout needless
     * @return whether the timeout is taken back
     */
    bool UndoLoss(const TcpAck& ack, bool byFrto);

    /// @return whether D-SACKs for all copies took the cut back
    bool UndoByDsack();

    /**
     * Go on in Open, Disorder, CWR, and where Loss was left or a copy was lost.
     *
     * @param ack the ACK
     */
    void OnAckBelowRecovery(TcpAck& ack);

    /// @return whether, without SACK, the state has to hold (RFC 6582: no false fast retransmits)
    bool HoldsWithoutSack();

    /**
     * The state ends when its data are acknowledged.
     *
     * @param ack the ACK
     * @return whether there is nothing more to do
     */
    bool LeaveState(const TcpAck& ack);

    /// Reno's fast recovery is over with the first ACK of new data ([bsd] 29, tcp_input).
    void EndReno();

    /**
     * Go on in Loss.
     *
     * @param ack the ACK
     */
    void ProcessLoss(TcpAck& ack);

    /**
     * F-RTO, steps 2 and 3.
     *
     * @param ack the ACK
     * @param recovered whether all is acknowledged that was out at the timeout
     * @return whether the ACK is done with
     */
    bool ProcessFrto(TcpAck& ack, bool recovered);

    /// Open, if nothing is dubious any more, else Disorder.
    void KeepOpen();

    /// Open, Disorder or CWR after an ACK.
    void OpenAgain();

    /// Begin to note what could undo the cut.
    void StartUndo();

    TcpSendState& m_state;           ///< The sender.
    TcpSendQueue& m_queue;           ///< Its queue.
    TcpRack& m_rack;                 ///< Its RACK.
    TcpCongestionControl& m_control; ///< Its congestion control.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECOVERY_H
