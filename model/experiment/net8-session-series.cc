// SPDX-License-Identifier: GPL-2.0-only
#include "net8-session-series.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-tcp-flow-socket.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/net8-tcp-traces.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

namespace
{

/**
 * @param local socket address of this end
 * @param peer socket address of the other end
 * @return the connection
 */
Net8TcpFlow
MakeFlow(const ns3::Address& local, const ns3::Address& peer)
{
    Net8TcpFlow flow;
    flow.local = ToIpAddress(local).bytes;
    flow.peer = ToIpAddress(peer).bytes;
    flow.localPort = PortOf(local);
    flow.peerPort = PortOf(peer);
    flow.ipv6 = IsIpv6(local);
    return flow;
}

} // namespace

void
Net8SessionSeries::Choose(const Net8SessionList& sessions, uint32_t each)
{
    std::map<uint32_t, uint32_t> chosen;
    for (const auto& session : sessions)
    {
        if (chosen[session.group]++ < each)
        {
            m_sessions.emplace(session.session, nullptr);
        }
    }
}

void
Net8SessionSeries::AddServer(const Ptr<Node>& host)
{
    m_servers.push_back(host);
}

void
Net8SessionSeries::Listen(const Ptr<Net8Client>& client)
{
    client->TraceConnectWithoutContext("Dialling",
                                       MakeCallback(&Net8SessionSeries::HandleDialling, this));
    client->TraceConnectWithoutContext("SessionDone",
                                       MakeCallback(&Net8SessionSeries::HandleDone, this));
}

void
Net8SessionSeries::HandleDialling(uint32_t session, Ptr<Socket> socket)
{
    if (const auto found = m_sessions.find(session); found != m_sessions.end())
    {
        found->second = DynamicCast<Net8TcpOptionSocket>(socket);
    }
}

void
Net8SessionSeries::HandleDone(const SessionRecord& record)
{
    m_sessions.erase(record.session);
}

void
Net8SessionSeries::Look()
{
    for (const auto& [session, socket] : m_sessions)
    {
        if (socket && socket->GetConnection())
        {
            Take(session, false, socket);
            Take(session, true, FindServer(*socket));
        }
    }
}

void
Net8SessionSeries::Take(uint32_t session, bool server, const Ptr<Net8TcpOptionSocket>& socket)
{
    if (!socket || !socket->GetConnection())
    {
        return;
    }
    const auto values =
        Net8TcpTraces::Read(*socket->GetConnection(), Simulator::Now().GetNanoSeconds());
    m_samples.push_back({.time = Simulator::Now(),
                         .session = session,
                         .server = server,
                         .cwndBytes = values.cwnd,
                         .rtt = values.rtt,
                         .inFlightBytes = values.bytesInFlight});
}

Ptr<Net8TcpOptionSocket>
Net8SessionSeries::FindServer(const Net8TcpOptionSocket& client) const
{
    Address local;
    Address peer;
    if (client.GetSockName(local) != 0 || client.GetPeerName(peer) != 0)
    {
        return nullptr;
    }
    const auto flow = MakeFlow(peer, local);
    for (const auto& host : m_servers)
    {
        const auto tcp = DynamicCast<Net8TcpL4Protocol>(host->GetObject<TcpL4Protocol>());
        if (const auto socket = tcp ? tcp->GetFlows().Find(flow) : nullptr)
        {
            return socket;
        }
    }
    return nullptr;
}

const std::vector<SessionSample>&
Net8SessionSeries::GetSamples() const
{
    return m_samples;
}

} // namespace ns3::net8
