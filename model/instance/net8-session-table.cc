// SPDX-License-Identifier: GPL-2.0-only
#include "net8-session-table.h"

#include <utility>

namespace ns3::net8
{

void
Net8SessionTable::SetHandlers(std::size_t handlers)
{
    m_byHandler.assign(handlers, 0);
}

void
Net8SessionTable::Add(uint64_t number, Entry entry)
{
    ++m_started;
    m_rejected += entry.rejected ? 1 : 0;
    m_forked += entry.forked ? 1 : 0;
    m_byHandler[entry.handler] += entry.multiplexed ? 0 : 1;
    m_sessions[number] = std::move(entry);
}

std::optional<ServerRecord>
Net8SessionTable::Remove(uint64_t number)
{
    const auto found = m_sessions.find(number);
    if (found == m_sessions.end())
    {
        return std::nullopt;
    }
    const auto& entry = found->second;
    m_counters.Add(entry.session->GetCounters());
    m_probes += entry.session->GetProbes();
    const auto record = MakeRecord(number, entry);
    m_byHandler[entry.handler] -= entry.multiplexed ? 0 : 1;
    m_rejected -= entry.rejected ? 1 : 0;
    m_forked -= entry.forked ? 1 : 0;
    m_sessions.erase(found);
    return record;
}

void
Net8SessionTable::CountRejection(uint32_t code)
{
    ++m_rejections[code];
}

void
Net8SessionTable::SetHanging(bool hangs)
{
    for (const auto& [number, entry] : m_sessions)
    {
        entry.session->SetHanging(hangs);
    }
}

void
Net8SessionTable::Abort()
{
    for (const auto& [number, entry] : m_sessions)
    {
        entry.session->Abort();
    }
}

void
Net8SessionTable::Clear()
{
    for (const auto& [number, entry] : m_sessions)
    {
        entry.session->Dispose();
    }
    m_sessions.clear();
}

std::vector<Ptr<Net8ServerSession>>
Net8SessionTable::GetSessions() const
{
    std::vector<Ptr<Net8ServerSession>> sessions;
    for (const auto& [number, entry] : m_sessions)
    {
        sessions.push_back(entry.session);
    }
    return sessions;
}

uint32_t
Net8SessionTable::GetCount() const
{
    return static_cast<uint32_t>(m_sessions.size());
}

uint32_t
Net8SessionTable::GetCount(uint32_t handler) const
{
    return m_byHandler[handler];
}

uint32_t
Net8SessionTable::GetAdmitted() const
{
    return GetCount() - m_rejected;
}

uint32_t
Net8SessionTable::GetForked() const
{
    return m_forked;
}

uint64_t
Net8SessionTable::GetStarted() const
{
    return m_started;
}

SessionCounters
Net8SessionTable::GetCounters() const
{
    SessionCounters counters = m_counters;
    for (const auto& [number, entry] : m_sessions)
    {
        counters.Add(entry.session->GetCounters());
    }
    return counters;
}

uint64_t
Net8SessionTable::GetProbes() const
{
    uint64_t probes = m_probes;
    for (const auto& [number, entry] : m_sessions)
    {
        probes += entry.session->GetProbes();
    }
    return probes;
}

const std::map<uint32_t, uint64_t>&
Net8SessionTable::GetRejections() const
{
    return m_rejections;
}

void
Net8SessionTable::ForEach(const std::function<void(ServerRecord)>& take) const
{
    for (const auto& [number, entry] : m_sessions)
    {
        take(MakeRecord(number, entry));
    }
}

ServerRecord
Net8SessionTable::MakeRecord(uint64_t number, const Entry& entry)
{
    ServerRecord record = entry.session->GetRecord();
    record.session = number;
    record.from = entry.from;
    record.begin = entry.begin;
    record.handler = entry.handler;
    return record;
}

} // namespace ns3::net8
