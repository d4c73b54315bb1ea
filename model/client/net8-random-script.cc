// SPDX-License-Identifier: GPL-2.0-only
#include "net8-random-script.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-random.h"
#include "ns3/net8-stream-name.h"

#include <utility>

namespace ns3::net8
{

Net8RandomScript::Net8RandomScript(const SessionSettings& settings, int64_t stream)
    : m_draws(stream),
      m_stream(stream),
      m_settings(settings)
{
}

Time
Net8RandomScript::Draw(const NamedVariable& shared, uint64_t count)
{
    return SumOfTimes(m_draws.Get(shared), count);
}

Ptr<UniformRandomVariable>
Net8RandomScript::GetChoice()
{
    if (!m_choice)
    {
        m_choice = CreateObject<UniformRandomVariable>();
        m_choice->SetStream(StreamOf(m_stream, "choice"));
    }
    return m_choice;
}

void
Net8RandomScript::SetTurn(PoolTurn turn)
{
    m_turn = turn;
}

PoolTurn
Net8RandomScript::GetTurn() const
{
    return m_turn;
}

std::optional<ClientScript::Task>
Net8RandomScript::TakeTurn(const std::optional<Task>& work)
{
    static const ClientQuery PING{.kind = StatementKind::PING};
    switch (std::exchange(m_turn, PoolTurn::REST))
    {
    case PoolTurn::PING:
        return Task{.query = &PING};
    case PoolTurn::WORK:
        return work;
    case PoolTurn::END:
        return std::nullopt;
    default:
        return Task{};
    }
}

std::optional<ClientScript::Task>
Net8RandomScript::GetNext(const Outcome& /* before */)
{
    if (m_settings.work.pooled)
    {
        return TakeTurn(Task{.query = &m_settings.query});
    }
    if (m_asked >= m_settings.work.queries)
    {
        return std::nullopt;
    }
    const bool first = m_asked++ == 0;
    return Task{&m_settings.query,
                ToChrono(first ? Time() : Draw({"think_time", m_settings.work.thinkTime}))};
}

std::chrono::nanoseconds
Net8RandomScript::GetReplyTime()
{
    return ToChrono(Draw({"call_time", m_settings.work.callTime}));
}

std::chrono::nanoseconds
Net8RandomScript::GetRowTime(uint32_t rows)
{
    return ToChrono(Draw({"row_time", m_settings.work.rowTime}, rows));
}

std::chrono::nanoseconds
Net8RandomScript::GetCpuTime(uint32_t rows)
{
    const auto& work = m_settings.work;
    return ToChrono(Draw({"call_cpu_time", work.callCpuTime}) +
                    Draw({"row_cpu_time", work.rowCpuTime}, rows));
}

} // namespace ns3::net8
