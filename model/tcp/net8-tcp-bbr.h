// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_BBR_H
#define NET8_TCP_BBR_H

#include "net8-tcp-ack.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-rtt-estimator.h"
#include "net8-tcp-send-state.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

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

/**
 * @ingroup net8
 * BBR, version 1 (draft-cardwell-iccrg-bbr-congestion-control-00, net/ipv4/tcp_bbr.c). The window
 * and the pacing rate follow a model of the path: its bandwidth (the maximum over ten round trips)
 * and its minimum round-trip time (over ten seconds).
 *
 *  1. STARTUP doubles the rate each round trip until the bandwidth has grown by less than a quarter
 * for three round trips;
 *  2. DRAIN empties the queue that STARTUP created;
 *  3. PROBE_BW cycles through eight phases of one round-trip time each: 5/4 of the bandwidth, 3/4
 * of it, and six times the bandwidth itself;
 *  4. PROBE_RTT reduces the window to four segments for 200 ms if the round-trip time has not been
 * at its minimum for ten seconds.
 *
 * If ACKs arrive in aggregates, the window is enlarged accordingly (TcpAckAggregation).
 *
 * Rates are segments per us times 2^24, gains are multiples of 1/256. Linux chooses the first phase
 * of a cycle at random; here it is always the second one. Not modelled: the estimator of
 * token-bucket policers (lt_bw).
 */
class TcpBbr : public TcpCongestionControl
{
  public:
    const char* GetName() const override
    {
        return "bbr";
    }

    std::unique_ptr<TcpCongestionControl> Copy() const override
    {
        return std::make_unique<TcpBbr>(*this);
    }

    void Put(TcpImage& image) const override
    {
        Pass(*this, [&image](const auto&... variables) { (image.Put(variables), ...); });
    }

    void Take(TcpImage& image) override
    {
        Pass(*this, [&image](auto&... variables) { (image.Take(variables), ...); });
    }

    bool Controls() const override
    {
        return true;
    }

    bool WantsPacing() const override
    {
        return true;
    }

    uint32_t GetBufferWindows() const override
    {
        return 3;
    }

    void Start(TcpSendState& state) override;
    uint32_t GetSsthresh(TcpSendState& state) override;
    void Grow(TcpSendState& state, uint32_t acked) override;
    void OnState(TcpSendState& state, TcpCaState next) override;
    void OnTransmitStart(TcpSendState& state) override;
    uint32_t GetUndoCwnd(TcpSendState& state) override;
    uint32_t GetMinBurst(const TcpSendState& state) const override;
    void Control(TcpSendState& state, const TcpRateSample& sample) override;

  private:
    /**
     * @param self the congestion control
     * @param archive called with all variables
     */
    template <typename SELF, typename ARCHIVE>
    static void Pass(SELF& self, ARCHIVE archive)
    {
        archive(self.m_bandwidth,
                self.m_minRttUs,
                self.m_roundDelivered,
                self.m_rounds,
                self.m_fullBandwidth);
        archive(self.m_priorCwnd,
                self.m_pacingGain,
                self.m_cwndGain,
                self.m_minRttStampUs,
                self.m_probeRttDoneUs);
        archive(self.m_cycleStampUs,
                self.m_aggregation,
                self.m_mode,
                self.m_fullCount,
                self.m_cycle);
        archive(self.m_lastState,
                self.m_fullReached,
                self.m_roundStart,
                self.m_idleRestart,
                self.m_probeRttRound,
                self.m_conserving,
                self.m_hasRtt);
    }

    /// The modes.
    enum class Mode : uint8_t
    {
        STARTUP,  ///< Ramp up.
        DRAIN,    ///< Drain the queue created by the startup.
        PROBE_BW, ///< Cycle around the bandwidth.
        PROBE_RTT ///< Let the path run empty.
    };

    /// @return the bandwidth, segments per us times 2^24
    uint32_t GetBandwidth() const
    {
        return m_bandwidth.Get();
    }

    /**
     * Compute a pacing rate.
     *
     * @param state state of the sender
     * @param bandwidth bandwidth, segments per us times 2^24
     * @param gain gain, in units of 1/256
     * @return the pacing rate, bytes/s; reduced by 1 % to keep queues short
     */
    static uint64_t GetRate(const TcpSendState& state, uint32_t bandwidth, uint32_t gain);

    /**
     * Compute the bandwidth-delay product.
     *
     * @param bandwidth bandwidth, segments per us times 2^24
     * @param gain gain, in units of 1/256
     * @return the product multiplied by the gain, segments
     */
    uint32_t GetPathContent(uint32_t bandwidth, uint32_t gain) const;

    /**
     * Compute the target for data in flight.
     *
     * @param bandwidth bandwidth, segments per us times 2^24
     * @param gain gain, in units of 1/256
     * @param extra additional segments because of ACK aggregation
     * @param state state of the sender
     * @return maximum data in flight including headroom for bursts, segments
     */
    uint32_t GetInFlightTarget(const TcpSendState& state,
                               uint32_t bandwidth,
                               uint32_t gain,
                               uint32_t extra = 0) const;

    /**
     * Pace the first window over the first round-trip time, or over 1 ms while none is known.
     *
     * @param state state of the sender
     */
    void SetInitialRate(TcpSendState& state);

    /**
     * Pace at the bandwidth; never slow down during startup.
     *
     * @param state state of the sender
     * @param gain gain, in units of 1/256
     */
    void SetRate(TcpSendState& state, uint32_t gain);

    /**
     * Process a delivery rate sample.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     */
    void UpdateBandwidth(const TcpSendState& state, const TcpRateSample& sample);

    /**
     * Advance to the next phase of PROBE_BW when it is due.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     */
    void UpdateCycle(const TcpSendState& state, const TcpRateSample& sample);

    /**
     * Check whether the startup has filled the path.
     *
     * @param sample rate sample of the ACK
     */
    void CheckFullBandwidth(const TcpRateSample& sample);

    /**
     * Leave STARTUP, and leave DRAIN when the queue is empty.
     *
     * @param state state of the sender
     */
    void CheckDrain(TcpSendState& state);

    /**
     * Process a round-trip time sample, and run PROBE_RTT if the minimum has not been seen for too
     * long.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     */
    void UpdateMinRtt(TcpSendState& state, const TcpRateSample& sample);

    /**
     * Set the window.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     */
    void SetCwnd(TcpSendState& state, const TcpRateSample& sample);

    /**
     * Enter or leave packet conservation.
     *
     * @param state state of the sender
     * @param sample rate sample of the ACK
     * @return whether packet conservation sets the window
     */
    bool Recover(TcpSendState& state, const TcpRateSample& sample);

    /// Set the gains for the current mode.
    void UpdateGains();

    /**
     * Enter PROBE_BW.
     *
     * @param state state of the sender
     */
    void StartProbingBandwidth(const TcpSendState& state);

    /**
     * Leave PROBE_RTT and restore the previous window.
     *
     * @param state state of the sender
     */
    void LeaveProbeRtt(TcpSendState& state);

    /**
     * Save the window for a later restore.
     *
     * @param state state of the sender
     */
    void SaveCwnd(const TcpSendState& state);

    TcpBestFilter<false> m_bandwidth;         ///< Maximum bandwidth, segments per us times 2^24.
    uint32_t m_minRttUs{UINT32_MAX};          ///< Minimum round-trip time, us.
    uint32_t m_roundDelivered{0};             ///< Delivered count at the start of the round trip.
    uint32_t m_rounds{0};                     ///< Number of round trips.
    uint32_t m_fullBandwidth{0};              ///< Bandwidth that STARTUP must exceed.
    uint32_t m_priorCwnd{0};                  ///< Window before recovery or PROBE_RTT.
    uint16_t m_pacingGain{0};                 ///< Pacing gain, in units of 1/256.
    uint16_t m_cwndGain{0};                   ///< Window gain, in units of 1/256.
    int64_t m_minRttStampUs{0};               ///< Time of the minimum round-trip time sample, us.
    int64_t m_probeRttDoneUs{-1};             ///< Earliest end of PROBE_RTT, us; -1: not known yet.
    int64_t m_cycleStampUs{0};                ///< Start of the phase, us.
    TcpAckAggregation m_aggregation;          ///< Estimate of ACK aggregation.
    Mode m_mode{Mode::STARTUP};               ///< Current mode.
    uint8_t m_fullCount{0};                   ///< Round trips without growth.
    uint8_t m_cycle{0};                       ///< Phase of PROBE_BW.
    TcpCaState m_lastState{TcpCaState::OPEN}; ///< State at the last ACK.
    bool m_fullReached{false};                ///< The bandwidth no longer grows.
    bool m_roundStart{false};                 ///< A round trip starts with this ACK.
    bool m_idleRestart{false};                ///< Sending restarts after idle.
    bool m_probeRttRound{false};              ///< PROBE_RTT has lasted a round trip.
    bool m_conserving{false}; ///< Packet conservation in the first round trip of recovery.
    bool m_hasRtt{false};     ///< A round-trip time was seen.
};

} // namespace ns3::net8

#endif // NET8_TCP_BBR_H
