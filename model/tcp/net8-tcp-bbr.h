// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_BBR_H
#define NET8_TCP_BBR_H

#include "net8-tcp-ack-aggregation.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-min-filter.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * BBR, version 1 (draft-cardwell-iccrg-bbr-congestion-control-00, net/ipv4/tcp_bbr.c): the window
 * and the pacing rate follow a model of the path, its bandwidth (largest of ten round trips) and
 * its shortest round-trip time (of ten seconds).
 *
 *  1. STARTUP doubles the rate each round trip until the bandwidth has grown by less than a quarter
 * for three of them;
 *  2. DRAIN lets the queue that this made run empty;
 *  3. PROBE_BW cycles through eight phases of one round-trip time: 5/4 of the bandwidth, 3/4, and
 * six times all of it;
 *  4. PROBE_RTT goes down to four segments for 200 ms when the round-trip time has not been low for
 * ten seconds.
 *
 * Where ACKs come together the window has room for as much (TcpAckAggregation).
 *
 * Rates are segments per us times 2^24, gains are of 256. The first phase of a cycle, which Linux
 * draws, is the second one here. Not modelled: the estimator of token-bucket policers (lt_bw).
 */
class TcpBbr : public TcpCongestionControl
{
  public:
    const char* GetName() const override
    {
        return "bbr";
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
    /// What it does.
    enum class Mode : uint8_t
    {
        STARTUP,  ///< Ramps up.
        DRAIN,    ///< Drains the queue of the start.
        PROBE_BW, ///< Cycles around the bandwidth.
        PROBE_RTT ///< Lets the path run empty.
    };

    /// @return the bandwidth, segments per us times 2^24
    uint32_t GetBandwidth() const
    {
        return m_bandwidth.Get();
    }

    /**
     * Work out a pacing rate.
     *
     * @param state the sender
     * @param bandwidth segments per us times 2^24
     * @param gain of 256
     * @return the pacing rate, bytes/s; 1 % below, so that queues stay short
     */
    static uint64_t GetRate(const TcpSendState& state, uint32_t bandwidth, uint32_t gain);

    /**
     * Work out the product of bandwidth and delay.
     *
     * @param bandwidth segments per us times 2^24
     * @param gain of 256
     * @param state the sender
     * @return what the path holds, times the gain, segments
     */
    uint32_t GetPathContent(const TcpSendState& state, uint32_t bandwidth, uint32_t gain) const;

    /**
     * Work out what may be in flight.
     *
     * @param bandwidth segments per us times 2^24
     * @param gain of 256
     * @param extra segments more, as ACKs come together
     * @param state the sender
     * @return what may be in flight, with room for bursts, segments
     */
    uint32_t GetInFlightTarget(const TcpSendState& state,
                               uint32_t bandwidth,
                               uint32_t gain,
                               uint32_t extra = 0) const;

    /**
     * Pace the first window over the first round-trip time, or over 1 ms before it is known.
     *
     * @param state the sender
     */
    void SetInitialRate(TcpSendState& state);

    /**
     * Pace at the bandwidth; the start never slows down.
     *
     * @param state the sender
     * @param gain of 256
     */
    void SetRate(TcpSendState& state, uint32_t gain);

    /**
     * Take a delivery rate.
     *
     * @param state the sender
     * @param sample the ACK
     */
    void UpdateBandwidth(const TcpSendState& state, const TcpRateSample& sample);

    /**
     * Go to the next phase of PROBE_BW when the time has come.
     *
     * @param state the sender
     * @param sample the ACK
     */
    void UpdateCycle(const TcpSendState& state, const TcpRateSample& sample);

    /**
     * Look whether the start has filled the path.
     *
     * @param sample the ACK
     */
    void CheckFullBandwidth(const TcpRateSample& sample);

    /**
     * Leave STARTUP, and DRAIN when the queue is gone.
     *
     * @param state the sender
     */
    void CheckDrain(TcpSendState& state);

    /**
     * Take a round-trip time, and go through PROBE_RTT when none was low for long.
     *
     * @param state the sender
     * @param sample the ACK
     */
    void UpdateMinRtt(TcpSendState& state, const TcpRateSample& sample);

    /**
     * Set the window.
     *
     * @param state the sender
     * @param sample the ACK
     */
    void SetCwnd(TcpSendState& state, const TcpRateSample& sample);

    /**
     * Enter or leave packet conservation.
     *
     * @param state the sender
     * @param sample the ACK
     * @return whether packet conservation sets the window
     */
    bool Recover(TcpSendState& state, const TcpRateSample& sample);

    /// Work out the gains of the mode.
    void UpdateGains();

    /**
     * Enter PROBE_BW.
     *
     * @param state the sender
     */
    void StartProbingBandwidth(const TcpSendState& state);

    /**
     * Leave PROBE_RTT with the window of before.
     *
     * @param state the sender
     */
    void LeaveProbeRtt(TcpSendState& state);

    /**
     * Remember the window to come back to.
     *
     * @param state the sender
     */
    void SaveCwnd(const TcpSendState& state);

    TcpBestFilter<false> m_bandwidth;         ///< Largest bandwidth, segments per us times 2^24.
    uint32_t m_minRttUs{UINT32_MAX};          ///< Shortest round-trip time, us.
    uint32_t m_roundDelivered{0};             ///< What was delivered when the round trip began.
    uint32_t m_rounds{0};                     ///< Round trips.
    uint32_t m_fullBandwidth{0};              ///< Bandwidth that the start has to exceed.
    uint32_t m_priorCwnd{0};                  ///< Window before recovery or PROBE_RTT.
    uint16_t m_pacingGain{0};                 ///< Of 256.
    uint16_t m_cwndGain{0};                   ///< Of 256.
    int64_t m_minRttStampUs{0};               ///< When the shortest round-trip time was seen, us.
    int64_t m_probeRttDoneUs{-1};             ///< When PROBE_RTT may end, us; -1: not yet known.
    int64_t m_cycleStampUs{0};                ///< When the phase began, us.
    TcpAckAggregation m_aggregation;          ///< How far ACKs come together.
    Mode m_mode{Mode::STARTUP};               ///< What it does.
    uint8_t m_fullCount{0};                   ///< Round trips without growth.
    uint8_t m_cycle{0};                       ///< Phase of PROBE_BW.
    TcpCaState m_lastState{TcpCaState::OPEN}; ///< State at the last ACK.
    bool m_fullReached : 1 {false};           ///< The bandwidth grows no more.
    bool m_roundStart : 1 {false};            ///< A round trip begins with this ACK.
    bool m_idleRestart : 1 {false};           ///< Sending begins after silence.
    bool m_probeRttRound : 1 {false};         ///< PROBE_RTT has lasted a round trip.
    bool m_conserving : 1 {false}; ///< Packet conservation in the first round trip of recovery.
    bool m_hasRtt : 1 {false};     ///< A round-trip time was seen.
};

} // namespace ns3::net8

#endif // NET8_TCP_BBR_H
