// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-cubic.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{
namespace
{

constexpr uint32_t SCALE = 1024; ///< Unit of beta.
constexpr uint32_t BETA = 717;   ///< Multiplicative decrease, in units of 1/1024.
constexpr uint64_t RTT_SCALE =
    uint64_t{41} * 10; ///< C = 0.4 of the curve, in units of 1/1024, in tenths of a Linux unit.
/// Acknowledged segments for an increase by one in Reno, for every eight segments of its window: 8
/// * (1 + b) / 3 / (1 - b).
constexpr uint32_t RENO_SCALE = 8 * (SCALE + BETA) / 3 / (SCALE - BETA);
constexpr uint32_t LOW_WINDOW = 16;    ///< Minimum window for HyStart.
constexpr uint8_t MIN_SAMPLES = 8;     ///< Minimum number of samples for the delay to count.
constexpr int64_t TRAIN_GAP_US = 2000; ///< Maximum gap between the ACKs of a train.

/**
 * @param value a number
 * @return its cube root, rounded down
 */
uint32_t
CubeRoot(uint64_t value)
{
    uint64_t root = 0;
    for (int bit = 21; bit >= 0; --bit)
    {
        const uint64_t next = root | (1ULL << bit);
        if (next * next * next <= value)
        {
            root = next;
        }
    }
    return static_cast<uint32_t>(root);
}

} // namespace

void
TcpCubic::Start(TcpSendState& state)
{
    *this = TcpCubic();
    StartRound(state);
}

uint32_t
TcpCubic::GetSsthresh(TcpSendState& state)
{
    m_epochRuns = false;
    // Fast convergence: a flow with less than before leaves more to the others (RFC 9438, section
    // 4.7).
    m_lastMaxCwnd =
        state.cwnd < m_lastMaxCwnd ? state.cwnd * (SCALE + BETA) / (2 * SCALE) : state.cwnd;
    return std::max(state.cwnd * BETA / SCALE, 2U);
}

void
TcpCubic::Grow(TcpSendState& state, uint32_t acked)
{
    if (!state.IsCwndLimited())
    {
        return;
    }
    if (state.InSlowStart())
    {
        acked = SlowStart(state, acked);
        if (acked == 0)
        {
            return;
        }
    }
    Update(state, acked);
    Increase(state, m_per, acked);
}

void
TcpCubic::StartEpoch(const TcpSendState& state, uint32_t acked)
{
    m_epochRuns = true;
    m_epochTick = state.tick;
    m_ackCount = acked;
    m_renoCwnd = state.cwnd;
    m_k = 0;
    m_origin = state.cwnd;
    if (m_lastMaxCwnd > state.cwnd)
    {
        // K = cubic root of (W_max - cwnd) / C, in 1/1024 s.
        m_k = CubeRoot(((1ULL << 40) / RTT_SCALE) * (m_lastMaxCwnd - state.cwnd));
        m_origin = m_lastMaxCwnd;
    }
}

uint32_t
TcpCubic::GetTarget(const TcpSendState& state) const
{
    const TcpSettings& settings = *state.settings;
    uint64_t time = state.tick - m_epochTick;
    time += TcpClock::TicksOf(settings, m_delayMinUs);
    time = time * 1024 * static_cast<uint64_t>(settings.tick) / 1000000000;
    const uint64_t offset = time < m_k ? m_k - time : time - m_k;
    const auto delta = static_cast<uint32_t>((RTT_SCALE * offset * offset * offset) >> 40);
    return time < m_k ? m_origin - delta : m_origin + delta;
}

void
TcpCubic::KeepUpWithReno(uint32_t cwnd)
{
    const uint32_t per = std::max(1U, (cwnd * RENO_SCALE) >> 3);
    while (m_ackCount > per)
    {
        m_ackCount -= per;
        ++m_renoCwnd;
    }
    if (m_renoCwnd > cwnd)
    {
        m_per = std::min(m_per, cwnd / (m_renoCwnd - cwnd));
    }
}

void
TcpCubic::Update(TcpSendState& state, uint32_t acked)
{
    m_ackCount += acked;
    const uint32_t cwnd = state.cwnd;
    const auto second = static_cast<uint32_t>(1000000000 / state.settings->tick);
    if (m_lastCwnd == cwnd && state.tick - m_lastTick <= second / 32)
    {
        return;
    }
    if (!m_epochRuns || state.tick != m_lastTick)
    {
        m_lastCwnd = cwnd;
        m_lastTick = state.tick;
        if (!m_epochRuns)
        {
            StartEpoch(state, acked);
        }
        const uint32_t target = GetTarget(state);
        m_per = target > cwnd ? cwnd / (target - cwnd) : 100 * cwnd;
        if (m_lastMaxCwnd == 0)
        {
            m_per = std::min(m_per, 20U);
        }
    }
    KeepUpWithReno(cwnd);
    m_per = std::max(m_per, 2U);
}

void
TcpCubic::OnState(TcpSendState& state, TcpCaState next)
{
    if (next == TcpCaState::LOSS)
    {
        Start(state);
    }
}

void
TcpCubic::OnTransmitStart(TcpSendState& state)
{
    const uint32_t idle = state.tick - state.lastSentTick;
    if (m_epochRuns && idle > 0)
    {
        // The curve does not rise while nothing is sent.
        m_epochTick = SeqMin(m_epochTick + idle, state.tick);
    }
}

void
TcpCubic::StartRound(const TcpSendState& state)
{
    m_roundStartUs = m_lastAckUs = state.NowUs();
    m_roundEnd = state.nxt;
    m_roundRttUs = UINT32_MAX;
    m_samples = 0;
}

void
TcpCubic::OnAcked(TcpSendState& state, int64_t rttUs)
{
    const auto second = static_cast<uint32_t>(1000000000 / state.settings->tick);
    if (rttUs < 0 || (m_epochRuns && state.tick - m_epochTick < second))
    {
        return; // Samples just after a recovery are not meaningful.
    }
    const auto delayUs = static_cast<uint32_t>(std::max<int64_t>(rttUs, 1));
    if (m_delayMinUs == 0 || m_delayMinUs > delayUs)
    {
        m_delayMinUs = delayUs;
    }
    if (!m_found && state.InSlowStart())
    {
        LookForExit(state, delayUs);
    }
}

bool
TcpCubic::TrainIsLong(const TcpSendState& state)
{
    const int64_t nowUs = state.NowUs();
    if (nowUs - m_lastAckUs > TRAIN_GAP_US)
    {
        return false;
    }
    m_lastAckUs = nowUs;
    // Allow for four times the duration of one full buffer of the device at the pacing rate.
    uint64_t slackUs = 0;
    if (state.pacingRate > 0)
    {
        const uint64_t bytes = state.settings->maxBurstBytes;
        slackUs = std::min<uint64_t>(1000, bytes * 4 * 1000000 / state.pacingRate);
    }
    uint64_t limitUs = m_delayMinUs + slackUs;
    if (!state.paces)
    {
        limitUs /= 2;
    }
    return nowUs - m_roundStartUs > static_cast<int64_t>(limitUs);
}

void
TcpCubic::LookForExit(TcpSendState& state, uint32_t delayUs)
{
    if (SeqAfter(state.una, m_roundEnd))
    {
        StartRound(state);
    }
    if (state.cwnd < LOW_WINDOW)
    {
        return;
    }
    bool exits = TrainIsLong(state);
    m_roundRttUs = std::min(m_roundRttUs, delayUs);
    if (m_samples < MIN_SAMPLES)
    {
        ++m_samples;
    }
    else if (m_roundRttUs > m_delayMinUs + std::clamp(m_delayMinUs / 8, 4000U, 16000U))
    {
        exits = true;
    }
    if (exits)
    {
        m_found = true;
        state.ssthresh = state.cwnd;
    }
}

} // namespace ns3::net8
