// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-failover.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

namespace
{

/// Oracle error numbers of statements that do not survive a failover (Database Error Messages).
constexpr uint32_t CANNOT_CONTINUE_FETCHES = 25401;
constexpr uint32_t MUST_ROLL_BACK = 25402;
constexpr uint32_t OUTCOME_UNKNOWN = 25405;
constexpr uint32_t CANNOT_REPLAY_CALL = 25408;

/**
 * @param kind kind of a statement
 * @return whether it ends the transaction
 */
bool
EndsTransaction(StatementKind kind)
{
    return kind == StatementKind::COMMIT || kind == StatementKind::ROLLBACK ||
           kind == StatementKind::DDL;
}

/**
 * @param kind kind of a statement
 * @return whether it may leave something behind that a new session lacks
 */
bool
Changes(StatementKind kind)
{
    return kind != StatementKind::QUERY && kind != StatementKind::PING && !EndsTransaction(kind);
}

} // namespace

ClientFailover::ClientFailover(FailoverType type)
    : m_type(type)
{
}

// What the session does

uint32_t
ClientFailover::Begin(const ClientScript::Task& task)
{
    if (m_underWay)
    {
        return 0;
    }
    m_between = !task.query;
    m_sent = false;
    if (m_between)
    {
        return 0;
    }
    const bool rollsBack = task.query->kind == StatementKind::ROLLBACK;
    if (std::exchange(m_mustRollBack, false) && !rollsBack)
    {
        return MUST_ROLL_BACK;
    }
    const bool other = m_open.empty() || task.transaction == ClientScript::NO_TRANSACTION ||
                       task.transaction != m_open.back().transaction ||
                       task.execution != m_open.back().execution;
    if (!m_changed && other)
    {
        m_open.clear();
    }
    return 0;
}

void
ClientFailover::Send()
{
    m_sent = m_sent || !m_underWay;
    m_again.calls += m_underWay ? 1 : 0;
}

void
ClientFailover::End(const ClientScript::Task& task, bool failed)
{
    m_between = true;
    if (!task.query || task.kept)
    {
        return;
    }
    const auto kind = task.query->kind;
    if (EndsTransaction(kind))
    {
        m_open.clear();
        m_changed = false;
    }
    else if (!failed && kind != StatementKind::PING)
    {
        m_changed = m_changed || Changes(kind);
        if (m_type == FailoverType::TRANSACTION)
        {
            m_open.push_back(task);
        }
    }
}

bool
ClientFailover::IsBetween() const
{
    return m_between;
}

// A loss

void
ClientFailover::Lose(const ClientScript::Task& task, const Reached& reached)
{
    m_next = 0;
    m_discarded = 0;
    if (std::exchange(m_underWay, true))
    {
        return; // It is lost again before all was restored.
    }
    m_task = task;
    m_reached = reached;
    m_again = {};
}

bool
ClientFailover::IsUnderWay() const
{
    return m_underWay;
}

uint32_t
ClientFailover::GetError() const
{
    if (m_between || !m_task.query)
    {
        return 0;
    }
    const auto kind = m_task.query->kind;
    if (m_task.piped || (m_sent && kind == StatementKind::DIRECT_PATH))
    {
        return CANNOT_REPLAY_CALL;
    }
    if (m_type == FailoverType::TRANSACTION || kind == StatementKind::ROLLBACK ||
        kind == StatementKind::PING)
    {
        return 0;
    }
    if (m_sent && kind == StatementKind::COMMIT)
    {
        return OUTCOME_UNKNOWN;
    }
    if (m_changed)
    {
        return MUST_ROLL_BACK;
    }
    if (!m_sent || (kind == StatementKind::QUERY && m_type == FailoverType::SELECT))
    {
        return 0;
    }
    return kind == StatementKind::QUERY && m_reached.outcome.rows > 0 ? CANNOT_CONTINUE_FETCHES
                                                                      : CANNOT_REPLAY_CALL;
}

const ClientScript::Task*
ClientFailover::NextAgain()
{
    // The message that asks for the outcome has no public source; a ping takes a round trip, too.
    static const ClientQuery PING{.kind = StatementKind::PING};
    static const ClientScript::Task OUTCOME{.query = &PING};
    if (m_type != FailoverType::TRANSACTION || (m_between && m_open.empty()))
    {
        m_next.reset();
        return nullptr;
    }
    const std::size_t place = (*m_next)++;
    if (place > m_open.size())
    {
        m_next.reset();
        return nullptr;
    }
    return place == 0 ? &OUTCOME : &m_open[place - 1];
}

bool
ClientFailover::RepeatsEarlier() const
{
    return m_underWay && m_next;
}

uint32_t
ClientFailover::Discard(uint32_t rows)
{
    if (!m_underWay)
    {
        return 0;
    }
    const uint64_t left = m_next ? rows : m_reached.outcome.rows - m_discarded;
    const auto again = static_cast<uint32_t>(std::min<uint64_t>(rows, left));
    m_discarded += m_next ? 0 : again;
    m_again.rows += again;
    return again;
}

bool
ClientFailover::IsRestored() const
{
    return !m_next && (m_between || m_discarded == m_reached.outcome.rows);
}

client_event::Resumed
ClientFailover::Finish()
{
    m_underWay = false;
    const bool restores = m_type == FailoverType::TRANSACTION;
    m_mustRollBack = m_changed && m_between && !restores;
    if (!restores)
    {
        m_open.clear();
        m_changed = false;
    }
    return m_again;
}

void
ClientFailover::Keep(nanoseconds due, std::function<void()> next)
{
    m_kept = {due, std::move(next)};
}

ClientFailover::Kept
ClientFailover::TakeKept()
{
    return std::exchange(m_kept, {});
}

const ClientScript::Task&
ClientFailover::GetTask() const
{
    return m_task;
}

const ClientFailover::Reached&
ClientFailover::GetReached() const
{
    return m_reached;
}

} // namespace ns3::net8
