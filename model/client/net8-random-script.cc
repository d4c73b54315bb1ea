// SPDX-License-Identifier: GPL-2.0-only
#include "net8-random-script.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-random.h"

namespace ns3::net8
{

Net8RandomScript::Net8RandomScript(const SessionSettings& settings)
    : m_settings(settings)
{
}

std::optional<ClientScript::Task>
Net8RandomScript::GetNext(const Outcome& /* before */)
{
    if (m_asked >= m_settings.work.queries)
    {
        return std::nullopt;
    }
    const bool first = m_asked++ == 0;
    return Task{&m_settings.query,
                ToChrono(first ? Time() : SumOfTimes(m_settings.work.thinkTime))};
}

std::chrono::nanoseconds
Net8RandomScript::GetReplyTime()
{
    return ToChrono(SumOfTimes(m_settings.work.callTime));
}

std::chrono::nanoseconds
Net8RandomScript::GetRowTime(uint32_t rows)
{
    return ToChrono(SumOfTimes(m_settings.work.rowTime, rows));
}

std::chrono::nanoseconds
Net8RandomScript::GetCpuTime(uint32_t rows)
{
    const auto& work = m_settings.work;
    return ToChrono(SumOfTimes(work.callCpuTime) + SumOfTimes(work.rowCpuTime, rows));
}

} // namespace ns3::net8
