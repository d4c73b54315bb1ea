// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-patience.h"

#include "net8-tcp-timers.h"

#include <algorithm>
#include <bit>

namespace ns3::net8
{

namespace
{

/**
 * Get the total duration of some timeouts, doubled from the minimum (tcp_model_timeout).
 *
 * @param settings settings of the host
 * @param boundary number of timeouts
 * @param base the first one, ms
 * @return their sum, ms
 */
uint32_t
GetModelledMs(const TcpSettings& settings, uint32_t boundary, uint32_t base)
{
    const auto linear = static_cast<uint32_t>(std::bit_width(settings.rtoMaxMs / base) - 1);
    return boundary <= linear
               ? ((2U << boundary) - 1) * base
               : ((2U << linear) - 1) * base + (boundary - linear) * settings.rtoMaxMs;
}

} // namespace

TcpGivenUp
TcpPatience::GetGivenUp(const TcpSendState& state, const TcpSenderHost& host)
{
    if (!state.hasRetransStamp)
    {
        return {};
    }
    const TcpSettings& settings = *state.settings;
    const auto rule = settings.rules.givingUp;
    const uint32_t chosen = host.GetOptions().userTimeoutMs;
    const uint32_t limit =
        chosen > 0                            ? chosen
        : rule == TcpRules::GivingUp::COUNTED ? 0
        : rule == TcpRules::GivingUp::TIMED
            ? settings.abortMs
            : GetModelledMs(settings, settings.retries2, settings.rtoMinUs / 1000);
    return {.repeatedMs = host.GetTimestampMs() - state.retransStampMs, .limitMs = limit};
}

bool
TcpPatience::IsOver(const TcpSendState& state,
                    const TcpSenderHost& host,
                    uint32_t boundary,
                    uint32_t timeoutMs)
{
    if (state.timeouts == 0)
    {
        return false;
    }
    const TcpSettings& settings = *state.settings;
    if (timeoutMs == 0 && settings.rules.givingUp == TcpRules::GivingUp::COUNTED)
    {
        return state.timeouts >= boundary;
    }
    if (timeoutMs == 0 && settings.rules.givingUp == TcpRules::GivingUp::TIMED)
    {
        timeoutMs = settings.abortMs;
    }
    if (timeoutMs == 0)
    {
        const bool opening = host.GetState() == TcpState::SYN_SENT;
        timeoutMs = GetModelledMs(settings,
                                  boundary,
                                  (opening ? settings.initialRtoUs : settings.rtoMinUs) / 1000);
    }
    const uint32_t elapsed = host.GetTimestampMs() - state.retransStampMs;
    return static_cast<int32_t>(elapsed - timeoutMs) >= 0;
}

uint32_t
TcpPatience::GetOrphanRetries(const TcpSendState& state, bool alive)
{
    return alive ? state.settings->orphanRetries : 0;
}

bool
TcpPatience::IsAtItsEnd(const TcpSendState& state, const TcpSenderHost& host)
{
    const TcpSettings& settings = *state.settings;
    const TcpSocketOptions& options = host.GetOptions();
    uint32_t retries = settings.retries2;
    bool over = false;
    if (host.GetState() == TcpState::SYN_SENT)
    {
        retries = options.synCount > 0 ? options.synCount : settings.synRetries;
        over = state.timeouts >= retries + settings.synLinearTimeouts;
    }
    else if (host.IsOrphan())
    {
        retries = GetOrphanRetries(state, state.rtt.GetRtoUs() < settings.rtoMaxMs * 1000ULL);
    }
    if (!over)
    {
        over =
            host.GetState() == TcpState::SYN_SENT
                ? options.userTimeoutMs > 0 && IsOver(state, host, retries, options.userTimeoutMs)
                : IsOver(state, host, retries, options.userTimeoutMs);
    }
    return over;
}

uint32_t
TcpPatience::GetRtoTicks(const TcpSendState& state, const TcpSenderHost& host)
{
    const TcpSettings& settings = *state.settings;
    const uint32_t rto = state.rtt.GetRtoTicks(settings);
    const uint32_t timeoutMs = host.GetOptions().userTimeoutMs;
    if (timeoutMs == 0)
    {
        return rto;
    }
    const uint32_t elapsed = host.GetTimestampMs() - state.retransStampMs;
    const int64_t left = static_cast<int64_t>(timeoutMs) - elapsed;
    if (left <= 0)
    {
        return 1;
    }
    return std::min(rto, TcpClock::TicksOf(settings, static_cast<uint64_t>(left) * 1000));
}

uint32_t
TcpPatience::GetProbeTicks(const TcpSendState& state)
{
    const TcpSettings& settings = *state.settings;
    const uint32_t least = TcpClock::TicksOf(settings, settings.rtoMinUs);
    const uint32_t most = TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
    const uint64_t base = std::max(state.rtt.GetRtoTicks(settings), least);
    return static_cast<uint32_t>(
        std::min<uint64_t>(base << std::min<uint8_t>(state.backoff, 10), most));
}

uint32_t
TcpPatience::ClampProbeTicks(const TcpSendState& state, const TcpSenderHost& host, uint32_t ticks)
{
    const TcpSettings& settings = *state.settings;
    const uint32_t timeoutMs = host.GetOptions().userTimeoutMs;
    if (timeoutMs == 0 || !state.probing)
    {
        return ticks;
    }
    const auto elapsed = static_cast<int64_t>(state.tick - state.probesTick);
    const int64_t left = TcpClock::TicksOf(settings, timeoutMs * 1000ULL) - elapsed;
    return std::min(ticks, static_cast<uint32_t>(std::max<int64_t>(left, TIMEOUT_MIN_TICKS)));
}

} // namespace ns3::net8
