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
 * Estimates by how much ACKs deliver more than the bandwidth at a time. On paths that hold ACKs
 * back and pass them on together (radio links, receivers that merge segments), BBR needs that much
 * more in flight, or it stalls in between (bbr_update_ack_aggregation, N. Cardwell and others, IETF
 * 101, "BBR Congestion Control Work at Google").
 *
 * The estimate is the largest excess of the last five to ten round trips.
 */
class TcpAckAggregation
{
  public:
    /// Round trips of each half of the window (bbr_extra_acked_win_rtts).
    static constexpr uint8_t ROUNDS = 5;
    /// Maximum excess: what the bandwidth delivers in this time, us (bbr_extra_acked_max_us).
    static constexpr uint32_t MOST_US = 100000;

    /**
     * Start when the connection is established.
     *
     * @param state state of the sender
     */
    void Start(const TcpSendState& state)
    {
        *this = TcpAckAggregation();
        m_epochUs = static_cast<uint32_t>(state.NowUs());
    }

    /**
     * Process an ACK.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     * @param bandwidth bandwidth, segments per us times 2^24
     * @param roundStart whether the ACK starts a round trip
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
     * Get the additional segments to allow in flight.
     *
     * @param bandwidth bandwidth, segments per us times 2^24
     * @return number of additional segments that may be in flight
     */
    uint32_t GetExtra(uint32_t bandwidth) const
    {
        const uint64_t most = GetSegments(bandwidth, MOST_US);
        return static_cast<uint32_t>(std::min<uint64_t>(std::max(m_extra[0], m_extra[1]), most));
    }

  private:
    /// Segments after which a new epoch starts in any case (bbr_ack_epoch_acked_reset_thresh).
    static constexpr uint32_t LONGEST_EPOCH = 1U << 20;

    /**
     * @param bandwidth bandwidth, segments per us times 2^24
     * @param us a duration, us
     * @return number of segments delivered in that time
     */
    static uint64_t GetSegments(uint32_t bandwidth, uint32_t us)
    {
        return (static_cast<uint64_t>(bandwidth) * us) >> 24;
    }

    uint32_t m_epochUs{0};                 ///< Start of the epoch, us modulo 2^32.
    uint32_t m_acked{0};                   ///< Segments delivered since.
    std::array<uint16_t, 2> m_extra{0, 0}; ///< Largest excess of each half of the window.
    uint8_t m_half{0};                     ///< Index of the current half.
    uint8_t m_rounds{0};                   ///< Its round trips so far.
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_AGGREGATION_H
