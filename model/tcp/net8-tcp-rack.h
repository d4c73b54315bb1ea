// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RACK_H
#define NET8_TCP_RACK_H

#include "net8-tcp-ack.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * RACK (RFC 8985, net/ipv4/tcp_recovery.c): a segment is lost if one sent later has arrived and a
 * reordering window has passed since.
 *
 * The window is a quarter of the minimum round-trip time; it is zero in recovery and once three
 * segments are SACKed, as long as no reordering has been seen. D-SACKs enlarge it up to the
 * round-trip time.
 */
class TcpRack
{
  public:
    /// Recoveries without D-SACK after which the window is reset (TCP_RACK_RECOVERY_THRESH).
    static constexpr uint8_t PERSISTENCE = 16;

    /**
     * Compare the send times of two segments.
     *
     * @param timeA send time of the first segment, us
     * @param timeB send time of the second segment, us
     * @param endA end of the first segment
     * @param endB end of the second segment
     * @return whether the first was sent after the second
     */
    static bool SentAfter(int64_t timeA, int64_t timeB, uint32_t endA, uint32_t endB)
    {
        return timeA > timeB || (timeA == timeB && static_cast<int32_t>(endA - endB) > 0);
    }

    /**
     * Note that a run was delivered (RFC 8985, section 6.2, steps 1 and 2).
     *
     * @param state state of the sender
     * @param run the run, with its marks before that
     * @param end end of what was delivered
     */
    void Advance(const TcpSendState& state, const TcpSendRun& run, uint32_t end);

    /**
     * Get the reordering window.
     *
     * @param state state of the sender
     * @return the window, us
     */
    uint64_t GetWindowUs(const TcpSendState& state) const;

    /**
     * Get the time until a run is considered lost.
     *
     * @param state state of the sender
     * @param run a run
     * @param windowUs a reordering window, us
     * @return the time, us; zero or less: it is lost
     */
    int64_t GetRemainingUs(const TcpSendState& state,
                           const TcpSendRun& run,
                           uint64_t windowUs) const
    {
        return m_rttUs + static_cast<int64_t>(windowUs) - (state.NowUs() - run.sentUs);
    }

    /**
     * Mark lost segments if anything was delivered since the last check.
     *
     * @param state state of the sender
     * @param queue its queue
     * @return duration of the reordering timer, us; 0: do not start it
     */
    uint64_t MarkLost(TcpSendState& state, TcpSendQueue& queue);

    /**
     * Mark lost segments (RFC 8985, section 6.2, step 5).
     *
     * @param state state of the sender
     * @param queue its queue
     * @return time until the rest of the newest flight is considered lost, us; 0: nothing to wait
     * for
     */
    uint64_t DetectLoss(TcpSendState& state, TcpSendQueue& queue);

    /**
     * Adapt the window to D-SACKs (RFC 8985, section 6.2, step 4).
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     */
    void UpdateWindow(const TcpSendState& state, const TcpRateSample& sample);

    /// Note a D-SACK that indicates reordering.
    void SeeDsack()
    {
        m_dsackSeen = true;
    }

    /// Check everything again with the next ACK.
    void Recheck()
    {
        m_advanced = true;
    }

    /// Note the end of a recovery that was necessary.
    void EndRecovery()
    {
        m_persist -= m_persist > 0 ? 1 : 0;
    }

    /// Note that a recovery was undone by D-SACK.
    void UndoRecovery()
    {
        m_persist = m_persist < PERSISTENCE ? m_persist + 1 : PERSISTENCE;
    }

  private:
    int64_t m_sentUs{0}; ///< Send time of the most recently sent segment delivered so far, us.
    int64_t m_rttUs{0};  ///< Its round-trip time, us.
    uint32_t m_end{0};   ///< Its end.
    uint32_t m_lastDelivered{0}; ///< Delivered count when the window was last adapted.
    uint8_t m_steps{1};          ///< The window, in quarters of the minimum round-trip time.
    uint8_t m_persist{0};        ///< Recoveries for which an enlarged window is kept.
    bool m_dsackSeen{false};     ///< A D-SACK was received since.
    bool m_advanced{false};      ///< Something was delivered since the last check.
};

} // namespace ns3::net8

#endif // NET8_TCP_RACK_H
