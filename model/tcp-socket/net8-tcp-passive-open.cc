// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-passive-open.h"

#include "net8-tcp-backlog.h"
#include "net8-tcp-flow-socket.h"
#include "net8-tcp-host.h"
#include "net8-tcp-segment-header.h"
#include "net8-tcp-tables.h"
#include "net8-time-wait-table.h"

#include <limits>
#include <utility>

namespace ns3::net8
{

Net8TcpPassiveOpen::Net8TcpPassiveOpen(Net8TcpFlowSocket& socket)
    : m_socket(socket),
      m_listener(*socket.m_settings, *socket.m_options, std::numeric_limits<uint32_t>::max(), *this)
{
}

uint64_t
Net8TcpPassiveOpen::FindPeer(const Net8TcpFlow& flow, const TcpSegment& segment)
{
    const auto [found, isNew] = m_numbers.try_emplace(flow, m_next);
    if (isNew)
    {
        ++m_next;
        m_peers[found->second] = {.flow = flow, .irs = segment.seq};
    }
    return found->second;
}

void
Net8TcpPassiveOpen::Receive(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn)
{
    const auto segment = Net8TcpSegmentHeader::Read(packet, ecn);
    if (!segment)
    {
        return;
    }
    const Ptr<Net8TcpFlowSocket> self(&m_socket); // The application may close it.
    const bool known = m_numbers.contains(flow);
    if (!known && segment->Has(TcpSegment::SYN) && !self->NotifyConnectionRequest(flow.GetPeer()))
    {
        return;
    }
    if (!self->ListensWith(this))
    {
        return; // The application has closed it.
    }
    const uint64_t peer = FindPeer(flow, *segment);
    // The segment size depends on the route to the peer.
    TcpSocketOptions options = *self->m_options;
    options.maxSegment = self->GetPathSegment(flow);
    m_listener.SetOptions(options);
    m_listener.Receive(peer, *segment, Net8Deadline::Now());
    const auto accepted = std::exchange(m_accepted, nullptr);
    if (accepted)
    {
        m_listener.Accept();
        accepted->m_connection->NoteAccepted();
    }
    const auto entry = m_peers.find(peer);
    if (entry != m_peers.end() && (accepted || !entry->second.answered))
    {
        ForgetPeer(peer);
    }
    m_deadline.Set(m_listener.GetDeadline(), &Net8TcpPassiveOpen::HandleDeadline, this);
    if (accepted)
    {
        accepted->Accepted(self, *segment, packet);
    }
}

void
Net8TcpPassiveOpen::HandleDeadline()
{
    m_deadline.Fired();
    m_listener.Advance(Net8Deadline::Now());
    m_deadline.Set(m_listener.GetDeadline(), &Net8TcpPassiveOpen::HandleDeadline, this);
}

uint32_t
Net8TcpPassiveOpen::MakeIsn(uint64_t number)
{
    Peer& peer = m_peers.at(number);
    auto* tables = m_socket.m_host->GetTables();
    const auto reused = tables ? tables->GetTimeWaits().TakeNextIsn() : std::nullopt;
    peer.iss = reused ? *reused : Net8TcpHost::MakeIsn(peer.flow);
    peer.answered = true;
    return peer.iss;
}

bool
Net8TcpPassiveOpen::TransmitTo(uint64_t number, const TcpSegment& segment)
{
    m_socket.Emit(m_peers.at(number).flow, segment, {});
    return true;
}

TcpOutput&
Net8TcpPassiveOpen::MakeOutput(uint64_t number)
{
    const Peer& peer = m_peers.at(number);
    m_accepted = m_socket.Fork(peer.flow, peer.iss, peer.irs);
    return *m_accepted;
}

void
Net8TcpPassiveOpen::TakeConnection(uint64_t /* number */, std::unique_ptr<TcpConnection> connection)
{
    m_accepted->m_connection = std::move(connection);
}

TcpListenerHost::Admission
Net8TcpPassiveOpen::Admit()
{
    const auto& backlog = m_socket.m_backlog;
    if (!backlog || !backlog->IsFullInLinux())
    {
        return Admission::TAKEN;
    }
    backlog->CountOverflow();
    return backlog->GetOverflow() == Net8TcpBacklog::Overflow::DROP ? Admission::DROPPED
                                                                    : Admission::RESET;
}

void
Net8TcpPassiveOpen::ForgetPeer(uint64_t number)
{
    const auto peer = m_peers.find(number);
    m_numbers.erase(peer->second.flow);
    m_peers.erase(peer);
}

} // namespace ns3::net8
