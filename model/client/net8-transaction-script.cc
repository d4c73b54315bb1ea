// SPDX-License-Identifier: GPL-2.0-only
#include "net8-transaction-script.h"

#include "ns3/net8-chrono.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

Net8TransactionScript::Net8TransactionScript(const SessionSettings& settings, int64_t stream)
    : Net8RandomScript(settings, stream),
      m_settings(settings)
{
}

std::optional<ClientScript::Task>
Net8TransactionScript::GetNext(const Outcome& before)
{
    const auto uniform = [this] { return GetChoice()->GetValue(0, 1); };
    if (before.underWay)
    {
        m_walk.Note(0, false);
        const auto statement = m_walk.Next(uniform);
        return statement ? std::optional(MakeTask(*statement, Time(), false)) : std::nullopt;
    }
    Learn(before);
    if (m_settings.work.pooled ? m_underWay : m_begun > 0)
    {
        m_walk.Note(before.rows, before.failed);
        if (const auto statement = m_walk.Next(uniform))
        {
            return MakeTask(*statement, DrawThinkTime(*statement), false);
        }
    }
    if (m_settings.work.pooled)
    {
        return AskInPool();
    }
    Time wait;
    // A transaction without statements, such as one of no rows, does not count: take the next one.
    while (m_begun < m_settings.work.queries)
    {
        wait += m_begun == 0 ? Time() : Draw({"think_time", m_settings.work.thinkTime});
        if (const auto statement = Begin())
        {
            return MakeTask(*statement, wait, true);
        }
    }
    return std::nullopt;
}

std::optional<uint32_t>
Net8TransactionScript::Begin()
{
    const auto& known = m_settings.transactions;
    const auto uniform = [this] { return GetChoice()->GetValue(0, 1); };
    ++m_begun;
    m_transaction = known.mix.Pick(known.mix.numbers.size() > 1 ? uniform() : 0);
    m_walk.Begin(known.transactions[m_transaction].transaction);
    return m_walk.Next(uniform);
}

std::optional<ClientScript::Task>
Net8TransactionScript::AskInPool()
{
    const auto first = GetTurn() == PoolTurn::WORK ? Begin() : std::nullopt;
    m_underWay = first.has_value();
    return TakeTurn(first ? MakeTask(*first, Time(), true) : Task{});
}

void
Net8TransactionScript::Learn(const Outcome& before)
{
    const auto* asked = std::exchange(m_asked, nullptr);
    if (!asked || m_fromKept || !m_settings.transactions.changes)
    {
        return;
    }
    for (const auto query : asked->changes)
    {
        m_settings.transactions.changes->Note(query);
    }
    if (m_settings.results)
    {
        m_settings.results->NoteReply(ToChrono(Simulator::Now()));
    }
    if (m_settings.results && asked->keeps && !before.failed)
    {
        m_settings.results->Store(m_key,
                                  static_cast<uint32_t>(before.rows),
                                  before.rows * asked->keptRowBytes);
    }
}

std::optional<uint32_t>
Net8TransactionScript::FindKept(const ClientQuery& query, Time at)
{
    m_asked = &query;
    m_fromKept = false;
    if (!query.keeps || !m_settings.results)
    {
        return std::nullopt;
    }
    m_key = {query.number, query.bindValues > 1 ? GetChoice()->GetInteger(1, query.bindValues) : 1};
    const auto rows = m_settings.results->Find(m_key, ToChrono(at));
    m_fromKept = rows.has_value();
    return rows;
}

Time
Net8TransactionScript::DrawThinkTime(uint32_t statement)
{
    const auto& known = m_settings.transactions;
    if (const auto& [name, thinkTime] = known.pauses[statement]; thinkTime)
    {
        return Draw({name, thinkTime});
    }
    const auto& [transaction, thinkTime, state] = known.transactions[m_transaction];
    return Draw({"think_time " + transaction.name, thinkTime});
}

ClientScript::Task
Net8TransactionScript::MakeTask(uint32_t statement, Time wait, bool first)
{
    const auto& [transaction, thinkTime, state] =
        m_settings.transactions.transactions[m_transaction];
    const auto& query = m_settings.transactions.statements[statement];
    const auto kept =
        transaction.pipeline ? std::nullopt : FindKept(query, Simulator::Now() + wait);
    return {.query = &query,
            .wait = ToChrono(wait),
            .transaction = static_cast<int32_t>(m_transaction),
            .execution = m_begun - 1,
            .state = first && state.bytes > 0 ? &state : nullptr,
            .piped = transaction.pipeline,
            .abort = transaction.onError == Transaction::OnError::END,
            .kept = kept};
}

} // namespace ns3::net8
