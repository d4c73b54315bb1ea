// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-sender.h"

#include "net8-tcp-clock.h"
#include "net8-tcp-queue-cleaner.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

TcpSender::TcpSender(const TcpSettings& settings, TcpSenderHost& host)
    : m_recovery(m_state, m_queue, m_rack),
      m_host(host),
      m_control(TcpCongestionControl::Create(settings.congestion)),
      m_buffer(settings.sendMemory[1])
{
    m_state.settings = &settings;
    m_state.rtt.Start(settings);
    m_bufferLocked = settings.rules.buffers == TcpRules::Buffers::PAYLOAD;
    m_state.cwnd = settings.initialWindow;
    m_state.reordering = settings.reordering;
    m_recovery.SetControl(m_control.get());
}

void
TcpSender::SetNow(TcpTime now)
{
    m_state.now = now;
    m_state.tick = TcpClock::TickOf(*m_state.settings, now);
}

void
TcpSender::Open(uint32_t isn)
{
    m_state.una = m_state.nxt = m_state.writeSeq = isn;
    m_state.highestSack = m_pushedSeq = m_state.smallEnd = isn;
    m_state.cwndUsageSeq = isn;
    m_state.lastSentTick = m_state.tick;
    m_state.cwndStampTick = m_state.tick;
}

void
TcpSender::SendSyn()
{
    m_state.hasRetransStamp = true;
    m_state.retransStampMs = m_host.GetTimestampMs();
    m_queue.Append(m_state.writeSeq, TcpSegment::SYN).mss = m_state.mss;
    ++m_state.writeSeq;
    m_pushedSeq = m_state.writeSeq;
    Transmit(m_queue.SplitUnsentHead());
    m_state.nxt = m_state.writeSeq;
    m_state.packetsOut = 1;
    m_queue.MarkSent();
    StartTimer(TcpTimer::RETRANSMIT, m_state.rtt.GetRtoTicks(*m_state.settings));
}

void
TcpSender::Agree(bool sack, uint32_t mssClamp, uint32_t optionBytes)
{
    m_state.sack = sack;
    m_mssClamp = mssClamp;
    m_optionBytes = optionBytes;
    SyncMss();
}

void
TcpSender::SetHandshakeRepeats(uint32_t repetitions)
{
    m_state.totalRetrans = repetitions;
    m_state.undoable = repetitions > 0;
    m_state.undoMarker = m_state.una;
}

void
TcpSender::CheckSpuriousSyn(uint32_t echoMs)
{
    if (m_state.undoable && m_state.hasRetransStamp && m_state.retransStampMs == echoMs)
    {
        m_state.undoable = false;
    }
}

void
TcpSender::SampleHandshake(int64_t rttUs)
{
    TcpSegment none;
    TcpAck ack;
    ack.segment = &none;
    ack.flags = TcpAck::SYN_ACKED;
    TcpQueueCleaner(m_state, m_queue, m_rack, ack, m_host.GetTimestampMs())
        .SampleRtt(rttUs, -1, rttUs);
}

void
TcpSender::Establish(uint32_t window, uint32_t wl1)
{
    m_state.window = window;
    m_state.maxWindow = window;
    m_wl1 = wl1;
    m_state.lastSentTick = m_state.tick;
    m_state.established = true;
    if (m_state.rtt.GetSrtt8() == 0)
    {
        m_state.rtt.FallBack(*m_state.settings);
    }
    const bool repeated = m_state.totalRetrans > 1 && m_state.undoable;
    m_state.cwnd = repeated ? 1 : m_state.settings->initialWindow;
    m_state.cwndStampTick = m_state.tick;
    m_state.paces = m_control->WantsPacing() || m_host.GetOptions().maxPacingRate != ~0ULL;
    m_control->Start(m_state);
    if (!m_bufferLocked)
    {
        ExpandBuffer();
    }
    SyncMss();
    if (!m_control->Controls())
    {
        UpdatePacingRate();
    }
}

void
TcpSender::Clear()
{
    m_queue.Clear();
    m_state.packetsOut = m_state.sackedOut = m_state.lostOut = m_state.retransOut = 0;
    m_state.backoff = 0;
    m_host.GetTimers().StopTransmit();
    m_host.GetTimers().Stop(TcpTimer::PACING);
    m_chrono.Stop(TcpChrono::Kind::BUSY, true, m_state.NowUs());
}

void
TcpSender::SyncMss()
{
    const uint32_t mss = std::min(m_state.settings->mss, m_mssClamp);
    m_state.mss = m_state.BoundToHalfWindow(std::max(mss - m_optionBytes, 48U), m_optionBytes);
}

uint32_t
TcpSender::GetCurrentMss() const
{
    return m_state.mss - (m_host.GetOptionBytes() - m_optionBytes);
}

void
TcpSender::StartTimer(TcpTimer timer, uint32_t ticks)
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t most = TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
    m_host.GetTimers().Set(timer,
                           TcpClock::DeadlineOf(settings, m_state.now, std::min(ticks, most)));
}

uint32_t
TcpSender::GetAcceptableSeq() const
{
    // A peer that took its window back gets nothing beyond it.
    const uint32_t end = m_state.WindowEnd();
    return SeqBefore(end, m_state.nxt) && m_state.window > 0 ? end : m_state.nxt;
}

void
TcpSender::FillInfo(TcpInfo& info, TcpTime now) const
{
    const TcpSettings& settings = *m_state.settings;
    info.caState = m_state.caState;
    info.retransmits = m_state.timeouts;
    info.probes = m_state.probes;
    info.backoff = m_state.backoff;
    info.rtoUs = m_state.rtt.GetRtoUs();
    info.sndMss = m_state.mss;
    info.unacked = m_state.packetsOut;
    info.sacked = m_state.sackedOut;
    info.lost = m_state.lostOut;
    info.retrans = m_state.retransOut;
    info.lastDataSentMs = static_cast<uint32_t>(
        TcpClock::UsOf(settings, TcpClock::TickOf(settings, now) - m_state.lastSentTick) / 1000);
    info.rttUs = m_state.rtt.GetSrtt8() >> 3;
    info.rttVarUs = m_state.rtt.GetDeviationUs();
    info.minRttUs = m_state.MinRttUs();
    info.sndSsthresh = m_state.ssthresh;
    info.sndCwnd = m_state.cwnd;
    info.reordering = m_state.reordering;
    info.reordSeen = m_state.reorderingSeen;
    info.totalRetrans = m_state.totalRetrans;
    info.dsackDups = m_state.dsackDups;
    info.delivered = m_state.delivered;
    info.sndWnd = m_state.window;
    info.notSentBytes = m_state.writeSeq - m_state.nxt;
    info.bytesAcked = m_bytesAcked;
    info.pacingRate = m_state.pacingRate;
    m_chrono.Fill(info, now / 1000);
}

} // namespace ns3::net8
