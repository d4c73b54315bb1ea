// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-opening.h"

#include "net8-tcp-acknowledger.h"
#include "net8-tcp-segment.h"

#include <algorithm>

namespace ns3::net8
{

void
TcpOpening::Connect(uint32_t isn)
{
    m_core.state = TcpState::SYN_SENT;
    m_core.advMss = TcpHandshake::AdvertisedMss(m_core.settings, m_core.options);
    m_core.window.SelectInitial(m_core.settings, m_core.advMss, m_core.settings.windowScaling);
    m_core.timestamps = m_core.settings.timestamps;
    m_core.sender.Open(isn);
    m_core.sender.GetEcn().Ask(m_core.settings);
    m_core.sender.SendSyn();
}

void
TcpOpening::Accept(const TcpHandshake& handshake)
{
    m_core.passive = true;
    m_core.accepted = false;
    m_core.state = TcpState::SYN_RECEIVED;
    m_core.window = handshake.window;
    m_core.received.Open(handshake.irs + 1, TcpReceiveWindow::BuffersHang(m_core.settings));
    m_core.sendScale = handshake.sendScale;
    m_core.scaling = handshake.scaling;
    m_core.timestamps = handshake.timestamps;
    m_core.recentTimestamp = handshake.recentTimestamp;
    m_core.hasRecentTimestamp = m_core.timestamps;
    m_core.advMss = handshake.advMss;
    m_core.synAckUs = handshake.copies == 0 ? handshake.sentUs : -1;
    m_core.sender.Open(handshake.iss + 1);
    m_core.sender.GetEcn().Accept(handshake.ecn, m_core.settings);
    m_core.sender.SetHandshakeRepeats(handshake.copies, handshake.repeats);
    m_core.sender.Agree(handshake.sack, handshake.mssClamp, m_core.timestamps ? 12 : 0);
    m_core.acks.Open(m_core.tick);
    m_core.ackTick = m_core.tick;
}

void
TcpOpening::ReceiveInSynSent(const TcpSegment& segment)
{
    const TcpSendState& sender = m_core.sender.GetState();
    if (segment.Has(TcpSegment::ACK))
    {
        if (!SeqAfter(segment.ack, sender.una) || SeqAfter(segment.ack, sender.nxt))
        {
            if (const auto reset = TcpConnectionCore::ResetFor(segment))
            {
                m_core.output.Transmit(*reset);
            }
            return;
        }
        if (segment.Has(TcpSegment::RST))
        {
            m_core.Reset(TcpError::REFUSED);
            return;
        }
        if (segment.Has(TcpSegment::SYN))
        {
            CompleteConnect(segment);
        }
        return;
    }
    if (segment.Has(TcpSegment::SYN) && !segment.Has(TcpSegment::RST))
    {
        OpenSimultaneously(segment);
    }
}

void
TcpOpening::CompleteConnect(const TcpSegment& synAck)
{
    m_core.scaling = m_core.settings.windowScaling && synAck.options.hasWindowScale;
    m_core.sendScale = m_core.scaling ? std::min<uint8_t>(synAck.options.windowScale, 14) : 0;
    if (!m_core.scaling)
    {
        m_core.window.DropScale();
    }
    const bool stamped = m_core.timestamps && synAck.options.hasTimestamps;
    if (stamped)
    {
        m_core.sender.CheckSpuriousSyn(synAck.options.timestampEcho);
        m_core.recentTimestamp = synAck.options.timestampValue;
        m_core.hasRecentTimestamp = true;
    }
    m_core.timestamps = stamped;
    m_core.sender.GetEcn().TakeSynAck(synAck);
    m_core.sender.Agree(m_core.settings.sack && synAck.options.sackPermitted,
                        TcpHandshake::ClampOf(synAck, m_core.settings, m_core.options),
                        m_core.timestamps ? 12 : 0);
    m_core.received.Open(synAck.seq + 1, TcpReceiveWindow::BuffersHang(m_core.settings));
    m_core.window.SetStart(synAck.seq + 1);
    m_core.sender.OnAck(synAck, 0);
    BeginEstablished(synAck.window, synAck.seq);
    TcpAcknowledger(m_core).Send();
}

void
TcpOpening::OpenSimultaneously(const TcpSegment& syn)
{
    // Simultaneous opening: answer with SYN and ACK, which repeats our SYN (RFC 9293, figure 8).
    TcpHandshake handshake;
    handshake.TakeSyn(syn, m_core.settings, m_core.options);
    m_core.state = TcpState::SYN_RECEIVED;
    m_core.sendScale = handshake.sendScale;
    m_core.scaling = handshake.scaling;
    m_core.timestamps = handshake.timestamps;
    m_core.recentTimestamp = handshake.recentTimestamp;
    m_core.hasRecentTimestamp = m_core.timestamps;
    m_core.synAckUs = -1;
    m_core.sender.GetEcn().TakePeerSyn(syn);
    if (!m_core.scaling)
    {
        m_core.window.DropScale();
    }
    m_core.received.Open(syn.seq + 1, TcpReceiveWindow::BuffersHang(m_core.settings));
    m_core.window.SetStart(syn.seq + 1);
    m_core.sender.Agree(handshake.sack, handshake.mssClamp, m_core.timestamps ? 12 : 0);
    m_core.SendSegment(m_core.sender.GetState().una, 0, 0, TcpSegment::SYN);
}

void
TcpOpening::CompleteAccept(const TcpSegment& segment)
{
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_core.sendScale;
    if (m_core.synAckUs >= 0)
    {
        m_core.sender.SampleHandshake(m_core.now / 1000 - m_core.synAckUs);
    }
    BeginEstablished(window, segment.seq);
}

void
TcpOpening::BeginEstablished(uint32_t window, uint32_t wl1)
{
    constexpr uint32_t DEFAULT_MSS = 536;
    constexpr uint32_t LEAST_MSS = 88;
    m_core.state = TcpState::ESTABLISHED;
    if (m_core.timestamps)
    {
        m_core.advMss -= 12;
    }
    m_core.sender.Establish(window, wl1, m_core.passive);
    m_core.window.Establish(m_core.received.GetNext(), m_core.advMss, m_core.now / 1000);
    m_core.acks.Open(m_core.tick);
    m_core.ackTick = m_core.tick;
    m_core.markedNext = m_core.received.GetNext();
    uint32_t mss = std::min({m_core.advMss, m_core.sender.GetState().mss, DEFAULT_MSS});
    mss = std::min(mss, m_core.window.GetOffered() / 2);
    m_core.acks.SetRcvMss(std::max(mss, LEAST_MSS));
    if (m_core.options.keepAlive)
    {
        m_core.sender.StartKeepalive(m_core.options.keepIdleMs > 0
                                         ? m_core.options.keepIdleMs
                                         : m_core.settings.keepaliveTimeMs);
    }
}

} // namespace ns3::net8
