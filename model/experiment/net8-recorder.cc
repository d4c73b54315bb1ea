// SPDX-License-Identifier: GPL-2.0-only
#include "net8-recorder.h"

#include "net8-cluster.h"
#include "net8-rank-bytes.h"
#include "net8-watch.h"

#include "ns3/net8-client.h"
#include "ns3/net8-mpi.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-topology.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param counters errors of one side
 * @param side "client" or "server"
 * @param out receives those that are not 0
 */
void
AddCounters(const SessionCounters& counters,
            const std::string& side,
            std::map<std::string, uint64_t>& out)
{
    for (std::size_t i = 0; i < SessionCounters::SIZE; ++i)
    {
        const auto error = static_cast<SessionError>(i);
        if (counters.Get(error) != 0)
        {
            out[side + "_" + SessionCounters::Name(error)] += counters.Get(error);
        }
    }
}

} // namespace

Net8Recorder::Net8Recorder(Net8Watch& watch)
    : m_watch(watch)
{
}

void
Net8Recorder::AddGroup(const std::string& name, uint64_t sessions, bool attacks, uint32_t pools)
{
    m_result.sessions.Add(static_cast<uint32_t>(m_result.groups.size()), sessions);
    m_result.groups.push_back(name);
    m_attackers.push_back(attacks);
    const auto total = m_result.sessions.size();
    m_result.served.resize(total, -1);
    m_planned = total;
    m_attacks += attacks ? sessions : 0;
    m_pooled.push_back(pools > 0);
    m_pools += pools;
    m_onlyAttacks = m_attacks == total && m_pools == 0;
    m_open = (m_onlyAttacks ? total : total - m_attacks) + m_pools;
}

uint32_t
Net8Recorder::OpenSession(uint32_t group)
{
    const auto number = static_cast<uint32_t>(m_result.sessions.size());
    m_result.sessions.Add(group, 1);
    m_result.served.push_back(-1);
    return number;
}

void
Net8Recorder::SetWork(std::vector<std::string> statements, std::vector<std::string> transactions)
{
    m_result.statements = std::move(statements);
    m_result.transactions = std::move(transactions);
}

bool
Net8Recorder::Counts(uint32_t group) const
{
    return (m_onlyAttacks || !m_attackers.at(group)) && !m_pooled.at(group);
}

uint64_t
Net8Recorder::GetOpen() const
{
    return m_open;
}

void
Net8Recorder::ExpectHere(uint64_t sessions)
{
    m_open = sessions;
}

void
Net8Recorder::SetOnEnd(std::function<void()> onEnd)
{
    m_onEnd = std::move(onEnd);
}

void
Net8Recorder::Listen(const Ptr<Net8Client>& client)
{
    client->TraceConnectWithoutContext("Connecting",
                                       MakeCallback(&Net8Recorder::HandleConnecting, this));
    client->TraceConnectWithoutContext("AttemptDone",
                                       MakeCallback(&Net8Recorder::HandleAttempt, this));
    client->TraceConnectWithoutContext("CallDone", MakeCallback(&Net8Recorder::HandleCall, this));
    client->TraceConnectWithoutContext("SessionDone",
                                       MakeCallback(&Net8Recorder::HandleSession, this));
    client->TraceConnectWithoutContext("FailoverDone",
                                       MakeCallback(&Net8Recorder::HandleFailover, this));
    client->TraceConnectWithoutContext("RequestDone",
                                       MakeCallback(&Net8Recorder::HandleRequest, this));
    client->TraceConnectWithoutContext("PoolClosed", MakeCallback(&Net8Recorder::HandlePool, this));
}

void
Net8Recorder::Listen(const Net8Cluster& cluster)
{
    for (const auto& instance : cluster.GetInstances())
    {
        const auto first = static_cast<int32_t>(m_result.handlers.size());
        m_firstHandlers.push_back(first);
        for (const auto& handler : instance->GetHandlers().GetHandlers())
        {
            m_result.handlers.push_back({instance->GetName(), handler->GetRegistration().name});
        }
        instance->TraceConnectWithoutContext("SessionWaits",
                                             MakeCallback(&Net8Recorder::HandleWaits, this, first));
    }
}

ExperimentResult&
Net8Recorder::GetResult()
{
    return m_result;
}

// While it runs

void
Net8Recorder::HandleCall(const CallRecord& record)
{
    m_watch.AddRows(record.rows);
    m_notifications += record.kind == CallKind::NOTIFY ? 1 : 0;
    m_result.calls.push_back(record);
}

void
Net8Recorder::HandleConnecting(uint32_t session, const Address& local)
{
    m_book.Add({.time = Simulator::Now(), .session = session, .local = local});
}

void
Net8Recorder::HandleLeaving(const Address& from, const Address& local)
{
    if (const auto session = m_book.FindSession(from))
    {
        HandleConnecting(*session, local);
    }
}

void
Net8Recorder::HandleAttempt(const AttemptRecord& record)
{
    m_result.attempts.push_back(record);
}

void
Net8Recorder::HandleSession(const SessionRecord& record)
{
    m_result.sessions.Set(record);
    m_result.end = record.end;
    if (Counts(record.group) && record.session < m_planned)
    {
        CountDown();
    }
}

void
Net8Recorder::HandleFailover(const FailoverRecord& record)
{
    m_result.failovers.push_back(record);
}

void
Net8Recorder::HandleRequest(const RequestRecord& record)
{
    m_result.requests.push_back(record);
    m_result.end = record.end;
}

void
Net8Recorder::HandlePool()
{
    m_result.end = Simulator::Now();
    CountDown();
}

void
Net8Recorder::CountDown()
{
    m_watch.AddSession();
    --m_open;
    if (m_open == 0)
    {
        m_onEnd();
    }
}

void
Net8Recorder::HandleWaits(int32_t first, const ServerRecord& record)
{
    auto known = record;
    known.handler += static_cast<uint32_t>(first);
    m_book.Add({.time = Simulator::Now(), .record = std::move(known)});
}

// When it is over

void
Net8Recorder::Collect(const std::vector<Ptr<Net8Client>>& clients,
                      const Net8Cluster& cluster,
                      const Net8Topology& network)
{
    if (m_open > 0)
    {
        m_result.end = Simulator::Now();
    }
    for (const auto& client : clients)
    {
        for (const auto& record : client->GetOpenRecords())
        {
            m_result.sessions.Set(record);
        }
        std::ranges::copy(client->GetOpenAttempts(), std::back_inserter(m_result.attempts));
        const auto lost = client->GetOpenFailovers();
        m_result.failovers.insert(m_result.failovers.end(), lost.begin(), lost.end());
        const auto asked = client->GetOpenRequests();
        m_result.requests.insert(m_result.requests.end(), asked.begin(), asked.end());
    }
    const auto& instances = cluster.GetInstances();
    for (std::size_t i = 0; i < instances.size(); ++i)
    {
        instances[i]->ForEachOpen(
            [&](const ServerRecord& record) { HandleWaits(m_firstHandlers[i], record); });
    }
    auto& counters = m_result.counters;
    const auto drops = network.GetDrops();
    counters["queue_drops_to_client"] = drops.queueToClient;
    counters["queue_drops_to_server"] = drops.queueToServer;
    counters["loss_drops_to_client"] = drops.lossToClient;
    counters["loss_drops_to_server"] = drops.lossToServer;
    if (drops.marksToClient + drops.marksToServer > 0)
    {
        counters["queue_marks_to_client"] = drops.marksToClient;
        counters["queue_marks_to_server"] = drops.marksToServer;
    }
    if (m_notifications > 0)
    {
        counters["notifications"] = m_notifications;
    }
    network.AddCounters(counters);
    cluster.AddCounters(counters);
    for (const auto& client : clients)
    {
        AddCounters(client->GetCounters(), "client", counters);
    }
}

void
Net8Recorder::Finish(const Net8Partition* partition)
{
    if (partition)
    {
        Exchange(*partition);
    }
    // Calls that end at the same time have no order that ranks could preserve.
    m_result.calls.Sort([](const CallRecord& call) { return std::pair(call.end, call.session); });
    m_result.attempts.Sort(
        [](const AttemptRecord& record) { return std::pair(record.session, record.attempt); });
    std::ranges::sort(m_result.failovers, {}, [](const FailoverRecord& record) {
        return std::pair(record.session, record.failover);
    });
    Match();
    m_result.digest = GetDigest(m_result);
}

void
Net8Recorder::Exchange(const Net8Partition& partition)
{
    const auto ranks = partition.Exchange(WriteRank(m_result, m_book));
    const auto here = m_result.events;
    for (uint32_t rank = 0; rank < ranks.size(); ++rank)
    {
        const auto before = m_result.events;
        if (rank != Net8Mpi::GetRank())
        {
            ReadRank(ranks[rank], m_result, m_book);
        }
        m_result.rankEvents.push_back(rank == Net8Mpi::GetRank() ? here : m_result.events - before);
    }
    std::ranges::stable_sort(m_result.samples, {}, [](const HostSample& sample) {
        return std::pair(sample.time, sample.host);
    });
}

void
Net8Recorder::Match()
{
    m_result.servers = m_book.Match();
    std::vector<Time> begins(m_result.sessions.size());
    for (auto& server : m_result.servers)
    {
        // An attempt that was given up may end at its server after the one that succeeded.
        if (server.begin >= begins[server.session])
        {
            begins[server.session] = server.begin;
            m_result.served[server.session] = static_cast<int32_t>(server.handler);
        }
        if (m_result.sessions.HasLinkWaits())
        {
            const auto waits = m_result.sessions[server.session].dblinkWaits;
            server.all.Add(waits);
            server.statement.Add(waits);
        }
    }
}

} // namespace ns3::net8
