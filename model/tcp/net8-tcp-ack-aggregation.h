// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACK_AGGREGATION_H
#define NET8_TCP_ACK_AGGREGATION_H

#include "net8-tcp-rate-sample.h"
#include "net8-tcp-send-state.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How much more than the bandwidth ACKs deliver at a time: on paths that hold ACKs back and hand
 * them on together (radio links, receivers that join segments) BBR needs that much more in flight,
 * or stands still in between (bbr_update_ack_aggregation, N. Cardwell and others, IETF 101, "BBR
 * Congestion Control Work at Google").
 *
 * The largest excess of the last five to ten round trips counts.
 */
class TcpAckAggregation
{
  public:
    /// Round trips of each half of the window (bbr_extra_acked_win_rtts).
    static constexpr uint8_t ROUNDS = 5;
    /// No more than this time's worth of the bandwidth, us (bbr_extra_acked_max_us).
    static constexpr uint32_t MOST_US = 100000;

    /**
     * The connection is established.
     *
     * @param state the sender
     */
    void Start(const TcpSendState& state)
    {
        *this = TcpAckAggregation();
        m_epochUs = static_cast<uint32_t>(state.NowUs());
    }

    /**
     * An ACK came.
     *
     * @param state the sender
     * @param sample the ACK
     * @param bandwidth segments per us times 2^24
     * @param roundStart whether a round trip begins with it
     */
    void Update(const TcpSendState& state,
                const TcpRateSample& sample,
                uint32_t bandwidth,
                bool roundStart)
    {
        if (sample.ackedSacked == 0 || sample.delivered < 0 || sample.intervalUs <= 0)
        {
            return;
        }
        if (roundStart && ++m_rounds >= ROUNDS)
        {
            m_rounds = 0;
            m_half = 1 - m_half;
            m_extra[m_half] = 0;
        }
        const auto deliveredUs = static_cast<uint32_t>(state.deliveredUs);
        uint64_t expected = GetSegments(bandwidth, deliveredUs - m_epochUs);
        if (m_acked <= expected || m_acked + sample.ackedSacked >= LONGEST_EPOCH)
        {
            m_acked = 0;
            m_epochUs = deliveredUs;
            expected = 0;
        }
        m_acked += sample.ackedSacked;
        const uint32_t extra =
            std::min({m_acked - static_cast<uint32_t>(expected), state.cwnd, uint32_t{UINT16_MAX}});
        m_extra[m_half] = std::max(m_extra[m_half], static_cast<uint16_t>(extra));
    }

    /**
     * @param bandwidth segments per us times 2^24
     * @return segments that may be in flight besides
     */
    uint32_t GetExtra(uint32_t bandwidth) const
    {
        const uint64_t most = GetSegments(bandwidth, MOST_US);
        return static_cast<uint32_t>(std::min<uint64_t>(std::max(m_extra[0], m_extra[1]), most));
    }

  private:
    /// Segments after which an epoch begins anew in any case (bbr_ack_epoch_acked_reset_thresh).
    static constexpr uint32_t LONGEST_EPOCH = 1U << 20;

    /**
     * @param bandwidth segments per us times 2^24
     * @param us a time, us
     * @return segments that pass in it
     */
    static uint64_t GetSegments(uint32_t bandwidth, uint32_t us)
    {
        return (static_cast<uint64_t>(bandwidth) * us) >> 24;
    }

    uint32_t m_epochUs{0};                 ///< When the epoch began, us modulo 2^32.
    uint32_t m_acked{0};                   ///< Delivered since.
    std::array<uint16_t, 2> m_extra{0, 0}; ///< Largest excess of each half of the window.
    uint8_t m_half{0};                     ///< The half that runs.
    uint8_t m_rounds{0};                   ///< Round trips of it so far.
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_AGGREGATION_H
