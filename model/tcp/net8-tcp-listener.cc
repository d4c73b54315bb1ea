// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-listener.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{

TcpListener::TcpListener(const TcpSettings& settings,
                         const TcpSocketOptions& options,
                         uint32_t backlog,
                         TcpListenerHost& host)
    : m_settings(settings),
      m_options(options),
      m_backlog(std::min(backlog, settings.backlogLimit)),
      m_host(host)
{
}

void
TcpListener::Refuse(uint64_t peer, const TcpSegment& segment)
{
    if (const auto reset = TcpConnection::ResetFor(segment))
    {
        m_host.TransmitTo(peer, *reset);
    }
}

void
TcpListener::Receive(uint64_t peer, const TcpSegment& segment, TcpTime now)
{
    const auto found = m_requests.find(peer);
    if (found != m_requests.end())
    {
        ReceiveForRequest(peer, found->second, segment, now);
        return;
    }
    if (segment.Has(TcpSegment::RST))
    {
        return;
    }
    if (segment.Has(TcpSegment::ACK))
    {
        Refuse(peer, segment);
        return;
    }
    if (segment.Has(TcpSegment::SYN) && !segment.Has(TcpSegment::FIN))
    {
        ReceiveSyn(peer, segment, now);
    }
}

bool
TcpListener::HasRoomFor(uint64_t peer, const TcpSegment& segment)
{
    const auto admission = IsFull() ? TcpListenerHost::Admission::DROPPED : m_host.Admit();
    if (admission == TcpListenerHost::Admission::TAKEN)
    {
        return true;
    }
    ++m_drops;
    if (admission == TcpListenerHost::Admission::RESET)
    {
        Refuse(peer, segment);
        if (m_requests.contains(peer))
        {
            Erase(peer);
            m_host.ForgetPeer(peer);
        }
    }
    return false;
}

void
TcpListener::ReceiveSyn(uint64_t peer, const TcpSegment& syn, TcpTime now)
{
    if (m_requests.size() >= std::max(m_backlog, 1U))
    {
        ++m_drops;
        return;
    }
    if (!HasRoomFor(peer, syn))
    {
        return;
    }
    Request& request = m_requests[peer];
    request.handshake.iss = m_host.MakeIsn(peer);
    request.handshake.TakeSyn(syn, m_settings, m_options);
    request.handshake.sentUs = now / 1000;
    request.rtoTicks = TcpClock::TicksOf(m_settings, m_settings.initialRtoUs);
    SetDeadline(peer, request, TcpClock::DeadlineOf(m_settings, now, request.rtoTicks));
    SendSynAck(peer, request, now);
}

void
TcpListener::SendSynAck(uint64_t peer, const Request& request, TcpTime now)
{
    const TcpHandshake& handshake = request.handshake;
    TcpSegment answer;
    answer.seq = handshake.iss;
    answer.ack = handshake.irs + 1;
    answer.flags = TcpSegment::SYN | TcpSegment::ACK;
    answer.flags |= handshake.ecn ? TcpSegment::ECE : 0;
    answer.ecn = TcpEcn::IsNeeded(m_settings) ? TcpSegment::ECT_0 : TcpSegment::NOT_ECT;
    answer.window = static_cast<uint16_t>(std::min(handshake.window.GetOffered(), 65535U));
    answer.options.hasMss = true;
    answer.options.mss = static_cast<uint16_t>(handshake.advMss);
    answer.options.sackPermitted = handshake.sack;
    answer.options.hasWindowScale = handshake.scaling;
    answer.options.windowScale = handshake.window.GetScale();
    if (handshake.timestamps)
    {
        answer.options.hasTimestamps = true;
        answer.options.timestampValue =
            static_cast<uint32_t>(now / 1000000) + m_settings.timestampOffsetMs;
        answer.options.timestampEcho = handshake.recentTimestamp;
    }
    m_host.TransmitTo(peer, answer);
}

void
TcpListener::ReceiveForRequest(uint64_t peer,
                               Request& request,
                               const TcpSegment& segment,
                               TcpTime now)
{
    const TcpHandshake& handshake = request.handshake;
    if (segment.Has(TcpSegment::SYN) && !segment.Has(TcpSegment::RST | TcpSegment::ACK) &&
        segment.seq == handshake.irs)
    {
        // The SYN was repeated: our answer may be lost, and its timer restarts (tcp_check_req).
        const TcpTime limit = static_cast<TcpTime>(m_settings.invalidRateLimitMs) * 1000000;
        if (request.lastAnswer >= 0 && now - request.lastAnswer < limit)
        {
            return;
        }
        request.lastAnswer = now;
        request.handshake.copies += request.handshake.copies < UINT8_MAX ? 1 : 0;
        SendSynAck(peer, request, now);
        SetDeadline(peer, request, TcpClock::DeadlineOf(m_settings, now, request.rtoTicks));
        return;
    }
    if (segment.Has(TcpSegment::ACK) && segment.ack != handshake.iss + 1)
    {
        Refuse(peer, segment); // RFC 9293, section 3.10.7.4, SYN-RECEIVED.
        return;
    }
    const uint32_t next = handshake.irs + 1;
    const uint32_t end = segment.GetEnd();
    const uint32_t limit = next + handshake.window.GetOffered();
    const bool inWindow =
        segment.seq == next || (SeqAfter(end, next) && SeqBefore(segment.seq, limit));
    if (!inWindow)
    {
        if (!segment.Has(TcpSegment::RST))
        {
            TcpSegment ack;
            ack.seq = handshake.iss + 1;
            ack.ack = next;
            ack.flags = TcpSegment::ACK;
            ack.window = static_cast<uint16_t>(std::min(handshake.window.GetOffered(), 65535U) >>
                                               handshake.window.GetScale());
            m_host.TransmitTo(peer, ack);
        }
        return;
    }
    if (segment.Has(TcpSegment::RST | TcpSegment::SYN))
    {
        if (segment.Has(TcpSegment::SYN))
        {
            Refuse(peer, segment);
        }
        Erase(peer);
        m_host.ForgetPeer(peer);
        return;
    }
    if (!segment.Has(TcpSegment::ACK))
    {
        return;
    }
    if (!HasRoomFor(peer, segment))
    {
        return; // The dropped segment is sent again, as the SYN-ACK is retransmitted.
    }
    Complete(peer, segment, now);
}

void
TcpListener::Complete(uint64_t peer, const TcpSegment& segment, TcpTime now)
{
    const TcpHandshake handshake = m_requests.at(peer).handshake;
    Erase(peer);
    m_waiting.push_back(peer);
    auto connection =
        std::make_unique<TcpConnection>(m_settings, m_options, m_host.MakeOutput(peer));
    TcpConnection& accepted = *connection;
    accepted.Accept(handshake, now);
    m_host.TakeConnection(peer, std::move(connection));
    accepted.Receive(segment, now);
}

void
TcpListener::SetDeadline(uint64_t peer, Request& request, TcpTime deadline)
{
    m_deadlines.erase({request.deadline, peer});
    request.deadline = deadline;
    m_deadlines.emplace(deadline, peer);
}

void
TcpListener::Erase(uint64_t peer)
{
    const auto found = m_requests.find(peer);
    m_deadlines.erase({found->second.deadline, peer});
    m_requests.erase(found);
}

TcpTime
TcpListener::GetDeadline() const
{
    return m_deadlines.empty() ? TcpTimers::NEVER : m_deadlines.begin()->first;
}

void
TcpListener::Advance(TcpTime now)
{
    while (GetDeadline() <= now)
    {
        const uint64_t peer = m_deadlines.begin()->second;
        Request& request = m_requests.at(peer);
        if (request.handshake.repeats >= m_settings.synAckRetries)
        {
            Erase(peer);
            m_host.ForgetPeer(peer);
            continue;
        }
        ++request.handshake.repeats;
        request.handshake.copies += request.handshake.copies < UINT8_MAX ? 1 : 0;
        SendSynAck(peer, request, now);
        request.rtoTicks *= 2;
        SetDeadline(peer, request, TcpClock::DeadlineOf(m_settings, now, request.rtoTicks));
    }
}

std::optional<uint64_t>
TcpListener::Accept()
{
    if (m_waiting.empty())
    {
        return std::nullopt;
    }
    const uint64_t peer = m_waiting.front();
    m_waiting.pop_front();
    return peer;
}

void
TcpListener::Forget(uint64_t peer)
{
    std::erase(m_waiting, peer);
}

} // namespace ns3::net8
