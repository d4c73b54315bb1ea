// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-bbr.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

constexpr uint16_t UNIT = 256; ///< A gain of one.
constexpr unsigned SHIFT = 24; ///< Fraction bits of a bandwidth.
constexpr uint16_t HIGH_GAIN =
    UNIT * 2885 / 1000 + 1; ///< 2 / ln 2: doubles the rate in each round trip.
constexpr uint16_t DRAIN_GAIN = UNIT * 1000 / 2885;
constexpr uint16_t CWND_GAIN = UNIT * 2; ///< Headroom for delayed and stretched ACKs.
constexpr std::array<uint16_t, 8>
    PHASES{UNIT * 5 / 4, UNIT * 3 / 4, UNIT, UNIT, UNIT, UNIT, UNIT, UNIT};
constexpr uint32_t MIN_CWND = 4;
constexpr uint32_t BANDWIDTH_ROUNDS = 10;
constexpr int64_t MIN_RTT_WINDOW_US = 10000000;
constexpr int64_t PROBE_RTT_US = 200000;

} // namespace

void
TcpBbr::Start(TcpSendState& state)
{
    *this = TcpBbr();
    state.ssthresh = TcpSendState::INFINITE;
    m_minRttUs = state.MinRttUs();
    m_minRttStampUs = m_cycleStampUs = state.NowUs();
    m_aggregation.Start(state);
    SetInitialRate(state);
    UpdateGains();
}

uint64_t
TcpBbr::GetRate(const TcpSendState& state, uint32_t bandwidth, uint32_t gain)
{
    uint64_t rate = static_cast<uint64_t>(bandwidth) * state.mss;
    rate = rate * gain / UNIT;
    rate = rate * 1000000 / 100 * 99;
    return rate >> SHIFT;
}

void
TcpBbr::SetInitialRate(TcpSendState& state)
{
    uint64_t rttUs = 1000;
    if (state.rtt.GetSrtt8() > 0)
    {
        rttUs = std::max(state.rtt.GetSrtt8() >> 3, 1U);
        m_hasRtt = true;
    }
    const auto bandwidth =
        static_cast<uint32_t>((static_cast<uint64_t>(state.cwnd) << SHIFT) / rttUs);
    state.pacingRate = GetRate(state, bandwidth, HIGH_GAIN);
}

void
TcpBbr::SetRate(TcpSendState& state, uint32_t gain)
{
    const uint64_t rate = GetRate(state, GetBandwidth(), gain);
    if (!m_hasRtt && state.rtt.GetSrtt8() > 0)
    {
        SetInitialRate(state);
    }
    if (m_fullReached || rate > state.pacingRate)
    {
        state.pacingRate = rate;
    }
}

uint32_t
TcpBbr::GetMinBurst(const TcpSendState& state) const
{
    return state.pacingRate < 150000 ? 1 : 2; // Below 1.2 Mbit/s segments are sent individually.
}

void
TcpBbr::SaveCwnd(const TcpSendState& state)
{
    if (m_lastState < TcpCaState::RECOVERY && m_mode != Mode::PROBE_RTT)
    {
        m_priorCwnd = state.cwnd;
    }
    else
    {
        m_priorCwnd = std::max(m_priorCwnd, state.cwnd);
    }
}

uint32_t
TcpBbr::GetSsthresh(TcpSendState& state)
{
    SaveCwnd(state);
    return state.ssthresh;
}

void
TcpBbr::Grow(TcpSendState&, uint32_t)
{
    // Control sets the window.
}

uint32_t
TcpBbr::GetUndoCwnd(TcpSendState& state)
{
    m_fullBandwidth = 0;
    m_fullCount = 0;
    return state.cwnd;
}

void
TcpBbr::OnTransmitStart(TcpSendState& state)
{
    if (state.appLimitedUntil == 0)
    {
        return;
    }
    m_idleRestart = true;
    if (m_mode == Mode::PROBE_BW)
    {
        SetRate(state, UNIT);
    }
    else if (m_mode == Mode::PROBE_RTT && m_probeRttDoneUs >= 0 && state.NowUs() > m_probeRttDoneUs)
    {
        LeaveProbeRtt(state);
    }
}

void
TcpBbr::OnState(TcpSendState&, TcpCaState next)
{
    if (next == TcpCaState::LOSS)
    {
        m_lastState = TcpCaState::LOSS;
        m_fullBandwidth = 0;
        m_roundStart = true; // A timeout counts as the end of a round trip.
    }
}

uint32_t
TcpBbr::GetPathContent(uint32_t bandwidth, uint32_t gain) const
{
    if (m_minRttUs == UINT32_MAX)
    {
        return TcpSettings::INITIAL_WINDOW;
    }
    const uint64_t content = static_cast<uint64_t>(bandwidth) * m_minRttUs;
    return static_cast<uint32_t>((((content * gain) / UNIT) + (1ULL << SHIFT) - 1) >> SHIFT);
}

uint32_t
TcpBbr::GetInFlightTarget(const TcpSendState& state,
                          uint32_t bandwidth,
                          uint32_t gain,
                          uint32_t extra) const
{
    // Add three bursts, round up to an even number, and add two more while probing upwards
    // (bbr_quantization_budget).
    const uint64_t perMs = state.pacingRate >> 10;
    const auto burst =
        std::min<uint64_t>(std::max<uint64_t>(perMs / state.mss, GetMinBurst(state)), 127);
    uint32_t target = GetPathContent(bandwidth, gain) + extra + 3 * static_cast<uint32_t>(burst);
    target = (target + 1) & ~1U;
    return target + (m_mode == Mode::PROBE_BW && m_cycle == 0 ? 2 : 0);
}

void
TcpBbr::UpdateBandwidth(const TcpSendState& state, const TcpRateSample& sample)
{
    m_roundStart = false;
    if (sample.delivered < 0 || sample.intervalUs <= 0)
    {
        return;
    }
    if (static_cast<int32_t>(sample.priorDelivered - m_roundDelivered) >= 0)
    {
        m_roundDelivered = state.delivered;
        ++m_rounds;
        m_roundStart = true;
        m_conserving = false;
    }
    const auto bandwidth =
        static_cast<uint32_t>((static_cast<uint64_t>(sample.delivered) << SHIFT) /
                              static_cast<uint64_t>(sample.intervalUs));
    // The rate of a writer without data is only a lower bound.
    if (!sample.appLimited || bandwidth >= GetBandwidth())
    {
        m_bandwidth.Update(BANDWIDTH_ROUNDS, m_rounds, bandwidth);
    }
}

void
TcpBbr::UpdateCycle(const TcpSendState& state, const TcpRateSample& sample)
{
    if (m_mode != Mode::PROBE_BW)
    {
        return;
    }
    const bool full = state.NowUs() - m_cycleStampUs > static_cast<int64_t>(m_minRttUs);
    const uint32_t inFlight = sample.priorInFlight;
    bool next = full;
    if (m_pacingGain > UNIT)
    {
        next = full && (sample.losses > 0 ||
                        inFlight >= GetInFlightTarget(state, GetBandwidth(), m_pacingGain));
    }
    else if (m_pacingGain < UNIT)
    {
        next = full || inFlight <= GetInFlightTarget(state, GetBandwidth(), UNIT);
    }
    if (next)
    {
        m_cycle = (m_cycle + 1) % PHASES.size();
        m_cycleStampUs = state.NowUs();
    }
}

void
TcpBbr::CheckFullBandwidth(const TcpRateSample& sample)
{
    if (m_fullReached || !m_roundStart || sample.appLimited)
    {
        return;
    }
    if (GetBandwidth() >= static_cast<uint64_t>(m_fullBandwidth) * 5 / 4)
    {
        m_fullBandwidth = GetBandwidth();
        m_fullCount = 0;
        return;
    }
    ++m_fullCount;
    m_fullReached = m_fullCount >= 3;
}

void
TcpBbr::StartProbingBandwidth(const TcpSendState& state)
{
    m_mode = Mode::PROBE_BW;
    m_cycle = 2;
    m_cycleStampUs = state.NowUs();
}

void
TcpBbr::CheckDrain(TcpSendState& state)
{
    const uint32_t target = GetInFlightTarget(state, GetBandwidth(), UNIT);
    if (m_mode == Mode::STARTUP && m_fullReached)
    {
        m_mode = Mode::DRAIN;
        state.ssthresh = target;
    }
    if (m_mode == Mode::DRAIN && state.InFlight() <= target)
    {
        StartProbingBandwidth(state);
    }
}

void
TcpBbr::LeaveProbeRtt(TcpSendState& state)
{
    m_minRttStampUs = state.NowUs();
    state.cwnd = std::max(state.cwnd, m_priorCwnd);
    if (m_fullReached)
    {
        StartProbingBandwidth(state);
    }
    else
    {
        m_mode = Mode::STARTUP;
    }
}

void
TcpBbr::UpdateMinRtt(TcpSendState& state, const TcpRateSample& sample)
{
    const int64_t nowUs = state.NowUs();
    const bool expired = nowUs > m_minRttStampUs + MIN_RTT_WINDOW_US;
    if (sample.rttUs >= 0 &&
        (sample.rttUs < static_cast<int64_t>(m_minRttUs) || (expired && !sample.ackDelayed)))
    {
        m_minRttUs = static_cast<uint32_t>(sample.rttUs);
        m_minRttStampUs = nowUs;
    }
    if (expired && !m_idleRestart && m_mode != Mode::PROBE_RTT)
    {
        SaveCwnd(state);
        m_mode = Mode::PROBE_RTT;
        m_probeRttDoneUs = -1;
    }
    if (m_mode == Mode::PROBE_RTT)
    {
        state.appLimitedUntil = std::max(1U, state.delivered + state.InFlight());
        if (m_probeRttDoneUs < 0 && state.InFlight() <= MIN_CWND)
        {
            m_probeRttDoneUs = nowUs + PROBE_RTT_US;
            m_probeRttRound = false;
            m_roundDelivered = state.delivered;
        }
        else if (m_probeRttDoneUs >= 0)
        {
            m_probeRttRound = m_probeRttRound || m_roundStart;
            if (m_probeRttRound && nowUs > m_probeRttDoneUs)
            {
                LeaveProbeRtt(state);
            }
        }
    }
    m_idleRestart = m_idleRestart && sample.delivered <= 0;
}

bool
TcpBbr::Recover(TcpSendState& state, const TcpRateSample& sample)
{
    uint32_t cwnd = state.cwnd;
    if (sample.losses > 0)
    {
        cwnd = cwnd > sample.losses ? cwnd - sample.losses : 1;
    }
    const TcpCaState now = state.caState;
    if (now == TcpCaState::RECOVERY && m_lastState != TcpCaState::RECOVERY)
    {
        m_conserving = true;
        m_roundDelivered = state.delivered;
        cwnd = state.InFlight() + sample.ackedSacked;
    }
    else if (m_lastState >= TcpCaState::RECOVERY && now < TcpCaState::RECOVERY)
    {
        cwnd = std::max(cwnd, m_priorCwnd);
        m_conserving = false;
    }
    m_lastState = now;
    state.cwnd = m_conserving ? std::max(cwnd, state.InFlight() + sample.ackedSacked) : cwnd;
    return m_conserving;
}

void
TcpBbr::SetCwnd(TcpSendState& state, const TcpRateSample& sample)
{
    if (sample.ackedSacked > 0 && !Recover(state, sample))
    {
        const uint32_t extra = m_fullReached ? m_aggregation.GetExtra(GetBandwidth()) : 0;
        const uint32_t target = GetInFlightTarget(state, GetBandwidth(), m_cwndGain, extra);
        if (m_fullReached)
        {
            state.cwnd = std::min(state.cwnd + sample.ackedSacked, target);
        }
        else if (state.cwnd < target || state.delivered < TcpSettings::INITIAL_WINDOW)
        {
            state.cwnd += sample.ackedSacked;
        }
        state.cwnd = std::max(state.cwnd, MIN_CWND);
    }
    if (m_mode == Mode::PROBE_RTT)
    {
        state.cwnd = std::min(state.cwnd, MIN_CWND);
    }
}

void
TcpBbr::UpdateGains()
{
    switch (m_mode)
    {
    case Mode::STARTUP:
        m_pacingGain = m_cwndGain = HIGH_GAIN;
        break;
    case Mode::DRAIN:
        m_pacingGain = DRAIN_GAIN;
        m_cwndGain = HIGH_GAIN;
        break;
    case Mode::PROBE_BW:
        m_pacingGain = PHASES[m_cycle];
        m_cwndGain = CWND_GAIN;
        break;
    case Mode::PROBE_RTT:
        m_pacingGain = m_cwndGain = UNIT;
        break;
    }
}

void
TcpBbr::Control(TcpSendState& state, const TcpRateSample& sample)
{
    UpdateBandwidth(state, sample);
    m_aggregation.Update(state, sample, GetBandwidth(), m_roundStart);
    UpdateCycle(state, sample);
    CheckFullBandwidth(sample);
    CheckDrain(state);
    UpdateMinRtt(state, sample);
    UpdateGains();
    SetRate(state, m_pacingGain);
    SetCwnd(state, sample);
}

} // namespace ns3::net8
