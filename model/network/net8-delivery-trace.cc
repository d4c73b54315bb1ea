// SPDX-License-Identifier: GPL-2.0-only
#include "net8-delivery-trace.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Latest time in a trace, ms: a hundred years, which fits into a clock of nanoseconds.
constexpr uint64_t LATEST = 100ULL * 365 * 86'400 * 1000;

/**
 * Make an error message.
 *
 * @param number line number
 * @param why what is wrong with it
 * @return one sentence
 */
std::string
Complain(size_t number, const std::string& why)
{
    return "line " + std::to_string(number) + ": " + why;
}

} // namespace

std::string
DeliveryTrace::Parse(std::string_view text, std::vector<uint64_t>& times)
{
    times.clear();
    for (size_t at = 0; at < text.size();)
    {
        const auto end = std::min(text.find('\n', at), text.size());
        auto line = text.substr(at, end - at);
        if (line.ends_with('\r'))
        {
            line.remove_suffix(1);
        }
        uint64_t time = 0;
        const auto [last, error] = std::from_chars(line.data(), line.data() + line.size(), time);
        const auto number = times.size() + 1;
        if (error != std::errc() || last != line.data() + line.size() || time > LATEST)
        {
            return Complain(number,
                            "\"" + std::string(line) + "\" is not a time in whole milliseconds.");
        }
        if (!times.empty() && time < times.back())
        {
            return Complain(number,
                            "the time " + std::to_string(time) +
                                " ms is before that of the line "
                                "above.");
        }
        times.push_back(time);
        at = end + 1;
    }
    if (times.empty() || times.back() == 0)
    {
        return Complain(times.size() + 1, "a trace needs at least one time after 0 ms.");
    }
    return {};
}

DeliveryTrace::DeliveryTrace(std::vector<uint64_t> times)
    : m_times(std::move(times))
{
}

uint64_t
DeliveryTrace::GetMeanRate(const std::vector<uint64_t>& times)
{
    constexpr uint64_t MS = 1000;
    return std::max<uint64_t>(1, times.size() * CHANCE_BYTES * 8 * MS / times.back());
}

std::chrono::nanoseconds
DeliveryTrace::GetNext() const
{
    return std::chrono::milliseconds(m_base + m_times.at(m_next));
}

void
DeliveryTrace::Advance()
{
    if (++m_next == m_times.size())
    {
        m_next = 0;
        m_base += m_times.back();
    }
}

void
DeliveryTrace::PassUntil(std::chrono::nanoseconds now)
{
    const uint64_t present = now / std::chrono::milliseconds(1);
    if (present > m_base + m_times.back())
    {
        // Skip whole passes through the trace at once, and the last one step by step.
        m_base += (present - m_base - 1) / m_times.back() * m_times.back();
        m_next = 0;
    }
    while (GetNext() <= now)
    {
        Advance();
    }
}

std::chrono::nanoseconds
DeliveryTrace::Deliver(std::chrono::nanoseconds now, uint32_t bytes)
{
    if (m_begun <= now)
    {
        m_left = 0;
        PassUntil(now);
    }
    while (bytes > m_left)
    {
        bytes -= m_left;
        m_begun = GetNext();
        m_left = CHANCE_BYTES;
        Advance();
    }
    m_left -= bytes;
    return m_begun;
}

} // namespace ns3::net8
