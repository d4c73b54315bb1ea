// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fetch-loop.h"

#include "ns3/net8-connection.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/node.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param socket a socket
 * @return whether the processor of its host, if it has one, has something to do
 */
bool
IsCpuBusy(const Net8TcpMachineSocket& socket)
{
    const auto cpu = socket.GetNode()->GetObject<Net8HostCpu>();
    return cpu && cpu->GetRunQueue() > 0;
}

} // namespace

Net8FetchLoop::Net8FetchLoop(Net8ClientSession& client, const Ptr<Net8ServerSession>& server)
    : m_client(&client),
      m_server(server)
{
    std::ranges::transform(GetConnections(), m_sockets.begin(), FindMachine);
}

Net8FetchLoop::~Net8FetchLoop() = default;

Net8FetchLoop::Net8FetchLoop(Net8FetchLoop&& other) = default;

Ptr<Net8TcpMachineSocket>
Net8FetchLoop::FindMachine(const Net8Connection* connection)
{
    return connection ? DynamicCast<Net8TcpMachineSocket>(connection->GetSocket()) : nullptr;
}

Net8TcpTape::Pair
Net8FetchLoop::GetPair() const
{
    return {*m_sockets[0], *m_sockets[1]};
}

std::array<Net8Connection*, 2>
Net8FetchLoop::GetConnections() const
{
    return {m_client->GetConnection(), m_server->GetConnection()};
}

std::optional<TtcPrefix>
Net8FetchLoop::GetRequest() const
{
    const auto rows = m_client->GetRowsOfLoop();
    return rows ? std::optional(TtcPrefix{.function = TtcFunction::FETCH, .rows = *rows})
                : std::nullopt;
}

void
Net8FetchLoop::ListEvents(std::vector<const EventImpl*>& events) const
{
    events.insert(events.end(),
                  {m_client->GetAlarm(),
                   m_server->GetWait(),
                   m_sockets[0]->GetWakeUp(),
                   m_sockets[1]->GetWakeUp()});
}

std::string
Net8FetchLoop::FindObstacle() const
{
    const auto [client, server] = GetConnections();
    if (!GetRequest() || !client->IsSteady())
    {
        return "the client has more to do than to fetch";
    }
    if (!m_server->OnlyServes() || !server->IsSteady())
    {
        return "the server has more to do than to answer a fetch";
    }
    if (std::ranges::any_of(m_sockets, [](const auto& socket) { return IsCpuBusy(*socket); }))
    {
        return "a processor is at work whenever a turn ends";
    }
    if (m_last.calls == 0)
    {
        return "a session makes no call while another one makes some";
    }
    // A reply that is not written yet was decided in the last turn, in which another one may have
    // been written.
    const bool known =
        m_begin.next.size() == m_last.calls && (m_begin.again || !m_server->IsAnswering());
    return known ? "" : "no loop of fetches was long enough";
}

std::optional<std::size_t>
Net8FetchLoop::FindPeriod(std::size_t most) const
{
    const auto request = GetRequest();
    return request ? std::optional(m_server->GetCursor().FindPeriod(*request, most)) : std::nullopt;
}

void
Net8FetchLoop::NoteCall(const CallRecord& record)
{
    ++m_turn.calls;
    m_turn.rows += record.rows;
}

void
Net8FetchLoop::BeginTurn()
{
    m_last = std::exchange(m_turn, {});
    m_begin = std::move(m_now);
    m_now = TakeMark();
}

Net8FetchLoop::Mark
Net8FetchLoop::TakeMark() const
{
    Mark mark;
    mark.waits = m_server->GetWaitSums();
    const auto connections = GetConnections();
    for (std::size_t end = 0; end < connections.size(); ++end)
    {
        mark.sent[end] = connections[end]->GetBytesSent();
        mark.received[end] = connections[end]->GetBytesReceived();
    }
    if (const auto request = GetRequest())
    {
        const auto& cursor = m_server->GetCursor();
        mark.next = cursor.Foresee(*request, m_last.calls);
        mark.again = !m_begin.next.empty() && cursor.CountAlike(*request, m_begin.next, 1) == 1;
    }
    return mark;
}

uint64_t
Net8FetchLoop::CountAlike(uint64_t most) const
{
    return m_server->GetCursor().CountAlike(*GetRequest(), m_begin.next, most);
}

void
Net8FetchLoop::TellCall(const CallRecord& record, uint64_t turns, Time length) const
{
    m_client->TellSkipped(
        record.MoveOn(turns * m_last.calls, length * static_cast<int64_t>(turns)));
}

void
Net8FetchLoop::Skip(uint64_t turns, Time by)
{
    m_client->SkipFetches(turns * m_last.calls, turns * m_last.rows, by);
    m_server->SkipFetches(*GetRequest(), m_last.calls, m_begin.waits, turns, by);
    const auto connections = GetConnections();
    for (std::size_t end = 0; end < connections.size(); ++end)
    {
        connections[end]->Skip(turns * (m_now.sent[end] - m_begin.sent[end]),
                               turns * (m_now.received[end] - m_begin.received[end]),
                               by);
    }
    m_now = TakeMark();
}

} // namespace ns3::net8
