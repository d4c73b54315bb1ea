// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fast-forward.h"

#include "net8-cluster.h"

#include "ns3/net8-connection.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Most fetches that are skipped at once, if a turn has no more. One turn is simulated in between.
constexpr uint64_t MOST = 4096;
/// Most fetches of a turn.
constexpr std::size_t MOST_OF_TURN = 1024;
/// Most turns that are not looked at after one that could not be skipped.
constexpr uint32_t MOST_REST = 64;
/// Turns in a row that differ before it listens no more for as many fetches, and then for twice as
/// many: to listen costs a run in which nothing repeats up to a fifth.
constexpr uint32_t PATIENCE = 16;

/**
 * @param connection a connection
 * @return its socket, if it has the TCP machine; else null
 */
Ptr<Net8TcpMachineSocket>
FindMachine(const Net8Connection* connection)
{
    return DynamicCast<Net8TcpMachineSocket>(connection->GetSocket());
}

} // namespace

Net8FastForward::Net8FastForward(const std::vector<Ptr<Net8Client>>& clients,
                                 const Net8Cluster& cluster,
                                 const Net8DrawCount& draws)
    : m_clients(clients),
      m_cluster(cluster),
      m_draws(draws)
{
    Net8EventHeap::Install();
    m_heap = Net8EventHeap::Get();
    m_skipped.why = "no loop of fetches was long enough";
    for (const auto& client : m_clients)
    {
        client->TraceConnectWithoutContext("CallDone",
                                           MakeCallback(&Net8FastForward::HandleCall, this));
        client->TraceConnectWithoutContext("SessionDone",
                                           MakeCallback(&Net8FastForward::HandleSession, this));
    }
}

Net8FastForward::~Net8FastForward()
{
    Leave();
}

Skipped
Net8FastForward::End()
{
    Leave();
    if (m_skipped.calls > 0)
    {
        m_skipped.why.clear();
    }
    return m_skipped;
}

void
Net8FastForward::HandleCall(const CallRecord& record)
{
    m_last.push_back(record);
    if (record.kind != CallKind::FETCH)
    {
        Leave();
        m_away = 0;
        m_nextAway = PATIENCE;
    }
    else if (m_away > 0)
    {
        --m_away;
    }
    else if (!m_tape)
    {
        Listen();
    }
    while (m_last.size() > (m_tape ? m_tape->GetRequests() : 1))
    {
        m_last.pop_front();
    }
}

void
Net8FastForward::HandleSession(const SessionRecord& /* record */)
{
    Leave();
}

void
Net8FastForward::Listen()
{
    const auto& instances = m_cluster.GetInstances();
    if (m_clients.size() != 1 || instances.size() != 1)
    {
        m_skipped.why = "there is more than one client or instance";
        return;
    }
    if (!m_draws.Get())
    {
        m_skipped.why = "random numbers cannot be counted";
        return;
    }
    m_client = m_clients.front()->GetOnlySession();
    m_server = instances.front()->GetOnlySession();
    if (!m_client || !m_server)
    {
        m_skipped.why = "there is more than one session";
        return;
    }
    m_clientSocket = FindMachine(m_client->GetConnection());
    m_serverSocket = FindMachine(m_server->GetConnection());
    if (!m_clientSocket || !m_serverSocket)
    {
        m_skipped.why = "the connection is not one of net8's own TCP";
        return;
    }
    m_tape = std::make_unique<Net8TcpTape>(*m_clientSocket, *m_serverSocket, [this] {
        m_heap->SetPause([this] { Look(); });
    });
    m_drawn.reset();
    m_turnKnown = false;
    m_misses = 0;
    m_most = 1;
    m_rests = 0;
    m_rest = 1;
}

void
Net8FastForward::Leave()
{
    m_tape.reset();
    m_mark.reset();
    m_client = nullptr;
    m_server = nullptr;
    m_clientSocket = nullptr;
    m_serverSocket = nullptr;
}

Net8FastForward::Mark
Net8FastForward::TakeMark() const
{
    const auto* const client = m_client->GetConnection();
    const auto* const server = m_server->GetConnection();
    Mark mark{.events = Simulator::GetEventCount(),
              .draws = m_draws.Get(),
              .waits = m_server->GetWaitSums(),
              .clientSent = client->GetBytesSent(),
              .clientReceived = client->GetBytesReceived(),
              .serverSent = server->GetBytesSent(),
              .serverReceived = server->GetBytesReceived(),
              .pending = {},
              .next = {}};
    for (const auto& event : m_heap->GetPending())
    {
        mark.pending.push_back(event.uid);
    }
    std::ranges::sort(mark.pending);
    return mark;
}

bool
Net8FastForward::HasStranger(TcpTime& until) const
{
    until = TcpTimers::NEVER;
    for (const auto& event : m_heap->GetPending())
    {
        const bool own = event.impl == PeekPointer(m_clientSocket->PeekDeadlineEvent()) ||
                         event.impl == PeekPointer(m_serverSocket->PeekDeadlineEvent()) ||
                         event.impl == m_serverSocket->GetWakeUp();
        if (own)
        {
            continue;
        }
        if (!std::ranges::binary_search(m_mark->pending, event.uid))
        {
            return true;
        }
        until = std::min<TcpTime>(until, event.at);
    }
    return false;
}

std::string
Net8FastForward::FindObstacle(const Mark& now, TtcPrefix& request, TcpTime& until) const
{
    if (now.draws != m_mark->draws)
    {
        return "random numbers are drawn";
    }
    const auto rows = m_client->GetRowsOfLoop();
    if (!rows || !m_client->GetConnection()->IsQuiet())
    {
        return "the client has more to do than to fetch";
    }
    if (!m_server->IsWaiting() || !m_server->GetConnection()->IsQuiet())
    {
        return "the server has more to do than to answer a fetch";
    }
    request = {.function = TtcFunction::FETCH, .rows = *rows};
    return HasStranger(until) ? "an event of another part of the simulation is pending" : "";
}

void
Net8FastForward::Look()
{
    FindTurn();
    m_misses = m_tape->Repeats() ? 0 : m_misses + 1;
    if (m_misses >= PATIENCE)
    {
        m_skipped.why = "TCP did not do the same in two turns";
        m_away = m_nextAway;
        m_nextAway *= 2;
        Leave();
        return;
    }
    if (!m_tape->Repeats() || m_rests > 0)
    {
        m_rests -= m_rests > 0 ? 1 : 0;
        m_skipped.why = "TCP did not do the same in two turns";
        m_mark.reset();
        return;
    }
    auto now = TakeMark();
    if (m_mark && TrySkip(now))
    {
        auto next = std::move(now.next);
        now = TakeMark();
        now.next = std::move(next);
    }
    m_mark = std::move(now);
}

void
Net8FastForward::FindTurn()
{
    const auto drawn = std::exchange(m_drawn, m_draws.Get());
    const auto rows = m_client->GetRowsOfLoop();
    if (m_turnKnown || drawn != m_drawn || !rows)
    {
        return;
    }
    m_turnKnown = true;
    const TtcPrefix request{.function = TtcFunction::FETCH, .rows = *rows};
    if (const auto period = m_server->GetCursor().FindPeriod(request, MOST_OF_TURN); period > 1)
    {
        m_tape->SetRequests(period);
    }
}

bool
Net8FastForward::TrySkip(Mark& now)
{
    TtcPrefix request;
    TcpTime until = 0;
    m_skipped.why = FindObstacle(now, request, until);
    if (!m_skipped.why.empty())
    {
        return false;
    }
    const auto& cursor = m_server->GetCursor();
    now.next = cursor.Foresee(request, m_tape->GetRequests());
    if (m_mark->next.empty())
    {
        m_skipped.why = "no loop of fetches was long enough";
        return false;
    }
    const auto alike = cursor.CountAlike(request, m_mark->next, m_most);
    const auto count = m_tape->Play(alike, until);
    if (count == 0)
    {
        m_skipped.why = alike == 0 ? "replies do not repeat" : "TCP does something else each turn";
        m_rests = m_rest;
        m_rest = std::min(2 * m_rest, MOST_REST);
        m_most = 1;
        return false;
    }
    m_rest = 1;
    m_most = count == m_most
                 ? std::min(2 * m_most, std::max<uint64_t>(MOST / m_tape->GetRequests(), 1))
                 : count;
    Skip(count, now, request);
    return true;
}

void
Net8FastForward::Skip(uint64_t count, const Mark& now, const TtcPrefix& request)
{
    const Time length = NanoSeconds(m_tape->GetLength());
    const Time by = length * static_cast<int64_t>(count);
    const auto& before = *m_mark;
    const uint64_t requests = m_tape->GetRequests();
    m_skipped.calls += count * requests;
    m_skipped.time += by;
    m_skipped.events += count * (now.events - before.events - m_tape->GetEarly());
    m_skipped.events += m_tape->GetEarlyPlayed();
    m_client->SkipFetches(count, {m_last.begin(), m_last.end()}, length);
    m_server->SkipFetches(request, requests, before.waits, count, by);
    m_client->GetConnection()->Skip(count * (now.clientSent - before.clientSent),
                                    count * (now.clientReceived - before.clientReceived),
                                    by);
    m_server->GetConnection()->Skip(count * (now.serverSent - before.serverSent),
                                    count * (now.serverReceived - before.serverReceived),
                                    by);
    std::vector<uint32_t> fixed;
    const auto* const wakeUp = m_serverSocket->GetWakeUp();
    m_tape->Take();
    for (const auto& event : m_heap->GetPending())
    {
        if (event.impl != wakeUp)
        {
            fixed.push_back(event.uid); // Timers of TCP are where they belong already.
        }
    }
    std::ranges::sort(fixed);
    m_heap->Move(std::chrono::nanoseconds(by.GetNanoSeconds()), fixed);
}

} // namespace ns3::net8
