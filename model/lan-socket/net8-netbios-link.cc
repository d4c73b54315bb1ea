// SPDX-License-Identifier: GPL-2.0-only
#include "net8-netbios-link.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3::net8
{

using Kind = LanUnit::Kind;
using State = LanTransport::State;

Net8NetbiosLink::Net8NetbiosLink(Net8NetbiosStation& host,
                                 const LanRules& rules,
                                 const LanAddress& remote)
    : m_host(host),
      m_rules(rules),
      m_remote(remote),
      m_transport(std::make_unique<LanTransport>(rules, *this))
{
}

void
Net8NetbiosLink::Renew()
{
    m_counts += m_transport->GetCounts();
    m_transport = std::make_unique<LanTransport>(m_rules, *this);
    m_end = LanEnd::NONE;
    m_written = 0;
}

void
Net8NetbiosLink::Connect()
{
    m_transport->Connect(Net8Deadline::Now());
    for (auto& frame : m_frames)
    {
        const uint32_t size = frame.packet->GetSize();
        frame.offset = std::exchange(m_written, m_written + size);
        m_transport->Write(size, Net8Deadline::Now());
    }
}

void
Net8NetbiosLink::Write(uint16_t session, const LanUnit& unit, const Ptr<Packet>& frame)
{
    if (unit.kind == Kind::CONNECT || unit.kind == Kind::CONFIRM)
    {
        m_sessions.insert(session);
    }
    const auto state = m_transport->GetState();
    m_frames.push_back({.offset = m_written, .session = session, .unit = unit, .packet = frame});
    if (state == State::LISTENING)
    {
        Connect();
    }
    else if (state != State::CLOSING && state != State::ENDED)
    {
        m_written += frame->GetSize();
        m_transport->Write(frame->GetSize(), Net8Deadline::Now());
    }
    Update();
}

LanUnit::Kind
Net8NetbiosLink::FindKind(const LanUnit& unit) const
{
    const auto state = m_transport->GetState();
    switch (unit.kind)
    {
    case Kind::SETUP_REPLY:
        return state == State::CLOSING ? Kind::DISCONNECT_ACK : unit.kind;
    case Kind::PROBE_REPLY:
        return state == State::CONNECTING ? Kind::CONFIRM : unit.kind;
    case Kind::PROBE:
        return state == State::LISTENING ? Kind::CONNECT : unit.kind;
    default:
        return unit.kind;
    }
}

void
Net8NetbiosLink::Receive(const LanUnit& unit, const Ptr<Packet>& frame)
{
    const auto state = m_transport->GetState();
    const bool over = state == State::OPEN || state == State::CLOSING || state == State::ENDED;
    if (unit.kind == Kind::SETUP && over)
    {
        m_frames.clear();
        FailSessions();
        Renew();
    }
    const auto now = Net8Deadline::Now();
    if (unit.kind == Kind::PROBE && state == State::CONNECTING)
    {
        m_transport->Receive({.kind = Kind::CONFIRM}, now); // both asked, and the other one is open
    }
    auto known = unit;
    known.kind = FindKind(unit);
    m_arriving = frame;
    m_transport->Receive(known, now);
    m_arriving = nullptr;
    Update();
}

void
Net8NetbiosLink::Leave(uint16_t session)
{
    m_sessions.erase(session);
}

void
Net8NetbiosLink::Forget()
{
    m_deadline.Stop();
    m_frames.clear();
    m_sessions.clear();
}

LanTransport::Counts
Net8NetbiosLink::GetCounts() const
{
    auto counts = m_counts;
    counts += m_transport->GetCounts();
    return counts;
}

void
Net8NetbiosLink::Transmit(const LanUnit& unit)
{
    Ptr<Packet> frame;
    if (unit.kind == Kind::DATA)
    {
        frame =
            std::prev(std::ranges::upper_bound(m_frames, unit.offset, {}, &Frame::offset))->packet;
    }
    m_host.SendOverLink(m_remote, unit, frame);
}

void
Net8NetbiosLink::HandleConnected()
{
}

void
Net8NetbiosLink::HandleData(const LanUnit& unit)
{
    m_transport->Read(unit.size, Net8Deadline::Now());
    m_host.DeliverFrame(m_remote, m_arriving);
}

void
Net8NetbiosLink::HandleAcknowledged(uint32_t bytes)
{
    while (bytes > 0)
    {
        const Frame frame = m_frames.front();
        m_frames.pop_front();
        bytes -= frame.packet->GetSize();
        m_host.HandleAcknowledged(m_remote, frame.session, frame.unit);
        const bool ends = frame.unit.kind == Kind::DISCONNECT;
        if (ends && m_sessions.empty() && m_frames.empty())
        {
            m_transport->Close(Net8Deadline::Now());
        }
    }
}

void
Net8NetbiosLink::HandleTransportEnd(LanEnd end)
{
    m_end = end;
}

void
Net8NetbiosLink::FailSessions()
{
    for (const auto session : std::exchange(m_sessions, {}))
    {
        m_host.FailSession(session);
    }
}

void
Net8NetbiosLink::EndSessions()
{
    std::vector<Frame> ends;
    std::ranges::copy_if(m_frames, std::back_inserter(ends), [](const Frame& frame) {
        return frame.unit.kind == Kind::DISCONNECT;
    });
    std::erase_if(m_frames, [](const Frame& frame) { return frame.unit.kind == Kind::DISCONNECT; });
    for (const auto& frame : ends)
    {
        m_host.HandleAcknowledged(m_remote, frame.session, frame.unit);
    }
}

void
Net8NetbiosLink::HandleDeadline()
{
    m_deadline.Fired();
    m_transport->Expire(Net8Deadline::Now());
    Update();
}

void
Net8NetbiosLink::Update()
{
    const auto end = m_end;
    if (end != LanEnd::NONE)
    {
        Renew();
        if (end == LanEnd::GAVE_UP)
        {
            m_frames.clear();
            FailSessions();
        }
        EndSessions();
        if (!m_frames.empty() && m_transport->GetState() == State::LISTENING)
        {
            Connect();
        }
    }
    m_deadline.Set(m_transport->GetDeadline(), &Net8NetbiosLink::HandleDeadline, this);
}

} // namespace ns3::net8
