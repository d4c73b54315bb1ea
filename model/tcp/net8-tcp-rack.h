// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RACK_H
#define NET8_TCP_RACK_H

#include "net8-tcp-rate-sample.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * RACK (RFC 8985, net/ipv4/tcp_recovery.c): a segment is lost when one that left later has arrived
 * and a reordering window has passed since.
 *
 * The window is a quarter of the smallest round-trip time; it is nothing in recovery and once three
 * segments are SACKed, as long as no reordering was seen. D-SACKs make it grow up to the round-trip
 * time.
 */
class TcpRack
{
  public:
    /// Recoveries without D-SACK after which the window shrinks again (TCP_RACK_RECOVERY_THRESH).
    static constexpr uint8_t PERSISTENCE = 16;

    /**
     * @param timeA when a segment left, us
     * @param timeB when another left, us
     * @param endA end of the first
     * @param endB end of the second
     * @return whether the first left after the second
     */
    static bool SentAfter(int64_t timeA, int64_t timeB, uint32_t endA, uint32_t endB)
    {
        return timeA > timeB || (timeA == timeB && static_cast<int32_t>(endA - endB) > 0);
    }

    /**
     * A run arrived (RFC 8985, section 6.2, steps 1 and 2).
     *
     * @param state the sender
     * @param run the run, with the marks it had before
     * @param end end of what arrived
     */
    void Advance(const TcpSendState& state, const TcpSendRun& run, uint32_t end);

    /**
     * @param state the sender
     * @return the reordering window, us
     */
    uint64_t GetWindowUs(const TcpSendState& state) const;

    /**
     * @param state the sender
     * @param run a run
     * @param windowUs a reordering window, us
     * @return time until the run is lost, us; zero or less: it is
     */
    int64_t GetRemainingUs(const TcpSendState& state,
                           const TcpSendRun& run,
                           uint64_t windowUs) const
    {
        return m_rttUs + static_cast<int64_t>(windowUs) - (state.NowUs() - run.sentUs);
    }

    /**
     * Mark what is lost if something arrived since the last look.
     *
     * @param state the sender
     * @param queue its queue
     * @return how long the reordering timer is to run, us; 0: not at all
     */
    uint64_t MarkLost(TcpSendState& state, TcpSendQueue& queue);

    /**
     * Mark what is lost (RFC 8985, section 6.2, step 5).
     *
     * @param state the sender
     * @param queue its queue
     * @return time until what is left of the newest flight is lost, us; 0: nothing is waited for
     */
    uint64_t DetectLoss(TcpSendState& state, TcpSendQueue& queue);

    /**
     * Adapt the window to D-SACKs (RFC 8985, section 6.2, step 4).
     *
     * @param state the sender
     * @param sample the ACK
     */
    void UpdateWindow(const TcpSendState& state, const TcpRateSample& sample);

    /// A D-SACK came that shows reordering.
    void SeeDsack()
    {
        m_dsackSeen = true;
    }

    /// Look again at everything with the next ACK.
    void Recheck()
    {
        m_advanced = true;
    }

    /// A recovery ended and was needed.
    void EndRecovery()
    {
        m_persist -= m_persist > 0 ? 1 : 0;
    }

    /// A recovery was undone by D-SACK.
    void UndoRecovery()
    {
        m_persist = m_persist < PERSISTENCE ? m_persist + 1 : PERSISTENCE;
    }

  private:
    int64_t m_sentUs{0};         ///< When the newest segment that arrived had left, us.
    int64_t m_rttUs{0};          ///< Its round-trip time, us.
    uint32_t m_end{0};           ///< Its end.
    uint32_t m_lastDelivered{0}; ///< Delivered when the window was adapted last.
    uint8_t m_steps{1};          ///< The window in quarters of the smallest round-trip time.
    uint8_t m_persist{0};        ///< Recoveries for which a grown window stays.
    bool m_dsackSeen{false};     ///< A D-SACK came since.
    bool m_advanced{false};      ///< Something arrived since the last look.
};

} // namespace ns3::net8

#endif // NET8_TCP_RACK_H
