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
 * The congestion states: when to assume loss, how to reduce the window, and when to undo that.
 *
 *  - Open, Disorder, CWR, Recovery, Loss as in net/ipv4/tcp_input.c (tcp_fastretrans_alert);
 *  - F-RTO, SACK enhanced (RFC 5682, tcp_process_loss);
 *  - undo by the echoed timestamp (Eifel, RFC 3522) and by D-SACK (RFC 3708);
 *  - Reno's fast recovery without SACK, for systems that old (RFC 2001);
 *  - the end of a tail loss probe (RFC 8985, section 7.4, tcp_process_tlp_ack).
 *
 * It keeps no state between events.
 */
class TcpRecovery
{
  public:
    /**
     * Create an object for one event.
     *
     * @param state state of the sender
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
     * Process an ACK that indicates trouble, or any ACK if the state is not Open.
     *
     * @param ack the ACK; receives what to send
     */
    void OnAck(TcpAck& ack);

    /**
     * Process an ACK while a tail loss probe is outstanding.
     *
     * @param ack the ACK
     */
    void OnProbeAck(const TcpAck& ack);

    /**
     * Enter Loss after a retransmission timeout (tcp_enter_loss).
     *
     * @param firstTimeout whether it is the first timeout at this left edge
     */
    void EnterLoss(bool firstTimeout);

    /**
     * Enter fast recovery after a loss has been detected.
     *
     * @param echo whether the ACK that showed it tells of a mark, so that the reduction is not
     * undone
     */
    void EnterRecovery(bool echo);

    /**
     * Change the congestion state.
     *
     * @param next the new state
     */
    void SetState(TcpCaState next);

    /// Give up segments that are larger than the path takes, without a reduction of the window
    /// (tcp_simple_retransmit).
    void GiveUpOversized();

    /// @return whether the oldest segment was retransmitted, or any retransmission is in flight
    bool IsAnythingRepeated() const;

    /// Forget the time of the first retransmission, as none is outstanding: the next one sets it
    /// again (tcp_retrans_stamp_cleanup).
    void ForgetRetransStamp();

  private:
    /**
     * Check whether the segment at the left edge was only delayed (Eifel).
     *
     * @param ack the ACK
     * @return whether it was only delayed
     */
    bool WasDelayed(const TcpAck& ack) const;

    /**
     * Check whether the window reduction was unnecessary.
     *
     * @param ack the ACK
     * @return whether it may be undone
     */
    bool MayUndo(const TcpAck& ack) const
    {
        return m_state.undoable && (m_state.undoRetrans == 0 || WasDelayed(ack));
    }

    /**
     * Undo the window reduction.
     *
     * @param unlose whether to clear the lost marks
     */
    void Undo(bool unlose);

    /**
     * Try to undo the reduction after everything outstanding at the start of recovery was
     * acknowledged.
     *
     * @param ack the ACK
     * @return whether the old state must be kept until something above is acknowledged
     */
    bool UndoRecovery(const TcpAck& ack);

    /**
     * Try to undo the reduction after the left edge advanced in recovery.
     *
     * @param ack the ACK
     * @return whether processing of the ACK is finished
     */
    bool UndoPartial(const TcpAck& ack);

    /**
     * Try to undo a timeout.
     *
     * @param ack the ACK
     * @param byFrto whether F-RTO found the timeout spurious
     * @return whether the timeout was undone
     */
    bool UndoLoss(const TcpAck& ack, bool byFrto);

    /// @return whether D-SACKs for all retransmissions have undone the reduction
    bool UndoByDsack();

    /**
     * Process an ACK in Open, Disorder or CWR, or after Loss was left or a retransmission was lost.
     *
     * @param ack the ACK
     */
    void OnAckBelowRecovery(TcpAck& ack);

    /// @return whether, without SACK, the state must be kept (RFC 6582: no false fast retransmits)
    bool HoldsWithoutSack();

    /**
     * Leave a state when its data has been acknowledged.
     *
     * @param ack the ACK
     * @return whether processing of the ACK is finished
     */
    bool LeaveState(const TcpAck& ack);

    /// End Reno's fast recovery with the first ACK of new data ([bsd] 29, tcp_input).
    void EndReno();

    /**
     * Process an ACK in Loss.
     *
     * @param ack the ACK
     */
    void ProcessLoss(TcpAck& ack);

    /**
     * Run steps 2 and 3 of F-RTO.
     *
     * @param ack the ACK
     * @param recovered whether everything outstanding at the timeout has been acknowledged
     * @return whether processing of the ACK is finished
     */
    bool ProcessFrto(TcpAck& ack, bool recovered);

    /// Enter Open if there is no more sign of trouble, otherwise Disorder.
    void KeepOpen();

    /// Reduce the window because of a mark, once a window of data (tcp_enter_cwr).
    void EnterReduction();

    /**
     * Enter Open, Disorder or CWR after an ACK (tcp_try_to_open).
     *
     * @param ack the ACK
     */
    void OpenAgain(const TcpAck& ack);

    /// Start to track what could undo the reduction.
    void StartUndo();

    TcpSendState& m_state;           ///< The sender.
    TcpSendQueue& m_queue;           ///< Its queue.
    TcpRack& m_rack;                 ///< Its RACK.
    TcpCongestionControl& m_control; ///< Its congestion control.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECOVERY_H
