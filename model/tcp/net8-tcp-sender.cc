// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-sender.h"

#include "net8-tcp-mtu-search.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-queue-cleaner.h"
#include "net8-tcp-retransmission.h"
#include "net8-tcp-segment-size.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-timers.h"
#include "net8-tcp-timeouts.h"
#include "net8-tcp-timers.h"
#include "net8-tcp-transmission.h"
#include "net8-tcp-window-probe.h"

namespace ns3::net8
{

TcpSender::TcpSender(const TcpSettings& settings, TcpSenderHost& host)
    : m_core(settings, host)
{
}

void
TcpSender::SetNow(TcpTime now)
{
    m_core.state.now = now;
    m_core.state.tick = TcpClock::TickOf(*m_core.state.settings, now);
}

void
TcpSender::Open(uint32_t isn)
{
    m_core.state.una = m_core.state.nxt = m_core.state.writeSeq = isn;
    m_core.state.highestSack = m_core.state.pushedSeq = m_core.state.smallEnd = isn;
    m_core.state.urgentEnd = isn;
    m_core.state.cwndUsageSeq = isn;
    m_core.state.path.known = m_core.state.path.device = m_core.state.settings->mss;
    m_core.state.lastSentTick = m_core.state.tick;
    m_core.state.cwndStampTick = m_core.state.tick;
}

void
TcpSender::SendSyn()
{
    m_core.state.hasRetransStamp = true;
    m_core.state.retransStampMs = m_core.host.GetTimestampMs();
    m_core.queue.Append(m_core.state.writeSeq, TcpSegment::SYN).mss = m_core.state.mss;
    ++m_core.state.writeSeq;
    m_core.state.pushedSeq = m_core.state.writeSeq;
    TcpTransmission(m_core).Send(m_core.queue.SplitUnsentHead());
    m_core.state.nxt = m_core.state.writeSeq;
    m_core.state.packetsOut = 1;
    m_core.queue.MarkSent();
    TcpSendTimers(m_core).Start(TcpTimer::RETRANSMIT,
                                m_core.state.rtt.GetRtoTicks(*m_core.state.settings));
}

void
TcpSender::Agree(bool sack, uint32_t mssClamp, uint32_t optionBytes)
{
    m_core.state.sack = sack;
    m_core.state.mssClamp = mssClamp;
    m_core.state.optionBytes = optionBytes;
    TcpSegmentSize::Sync(m_core.state);
}

void
TcpSender::SetHandshakeRepeats(uint32_t copies, uint32_t timeouts)
{
    m_core.state.totalRetrans = copies;
    m_core.state.undoable = timeouts > 0;
    m_core.state.undoMarker = m_core.state.una;
}

void
TcpSender::CheckSpuriousSyn(uint32_t echoMs)
{
    if (m_core.state.undoable && m_core.state.hasRetransStamp &&
        m_core.state.retransStampMs == echoMs)
    {
        m_core.state.undoable = false;
    }
}

void
TcpSender::SampleHandshake(int64_t rttUs)
{
    TcpSegment none;
    TcpAck ack;
    ack.segment = &none;
    ack.flags = TcpAck::SYN_ACKED;
    TcpQueueCleaner(m_core.state, m_core.queue, m_core.rack, ack, m_core.host.GetTimestampMs())
        .SampleRtt(rttUs, -1, rttUs);
}

void
TcpSender::Establish(uint32_t window, uint32_t wl1, bool passive)
{
    m_core.state.window = window;
    m_core.state.maxWindow = window;
    m_core.state.wl1 = wl1;
    m_core.state.lastSentTick = m_core.state.tick;
    m_core.state.established = true;
    m_core.state.delivered = 1; // The SYN, also that of an accepted connection.
    if (m_core.state.rtt.GetSrtt8() == 0)
    {
        m_core.state.rtt.FallBack(*m_core.state.settings);
    }
    const bool repeated = m_core.state.totalRetrans > 1 && m_core.state.undoable;
    m_core.state.cwnd = repeated ? 1 : m_core.state.settings->initialWindow;
    // Restore the threshold that a lost SYN reduced (tcp_init_metrics).
    m_core.state.ssthresh = TcpSendState::INFINITE;
    m_core.state.cwndStampTick = m_core.state.tick;
    m_core.state.paces =
        m_core.control->WantsPacing() || m_core.host.GetOptions().maxPacingRate != ~0ULL;
    m_core.control->Start(m_core.state);
    if (!m_core.state.bufferLocked)
    {
        TcpSendBuffer::Expand(m_core);
    }
    // The end that accepts computes its segments before the search begins (tcp_v4_syn_recv_sock),
    // the other one after it (tcp_rcv_synsent_state_process).
    if (passive)
    {
        TcpSegmentSize::Sync(m_core.state);
    }
    TcpMtuSearch(m_core).Open();
    if (!passive)
    {
        TcpSegmentSize::Sync(m_core.state);
    }
    if (!m_core.control->Controls())
    {
        TcpAckProcess(m_core).UpdatePacingRate();
    }
}

void
TcpSender::Clear()
{
    m_core.queue.Clear();
    m_core.state.packetsOut = m_core.state.sackedOut = m_core.state.lostOut =
        m_core.state.retransOut = 0;
    m_core.state.backoff = 0;
    m_core.host.GetTimers().StopTransmit();
    m_core.host.GetTimers().Stop(TcpTimer::PACING);
    m_core.chrono.Stop(TcpChrono::Kind::BUSY, true, m_core.state.NowUs());
}

void
TcpSender::OnTimer(TcpTimer timer)
{
    switch (timer)
    {
    case TcpTimer::RETRANSMIT:
        TcpTimeouts(m_core).OnRetransmitTimer();
        break;
    case TcpTimer::WINDOW_PROBE:
        TcpWindowProbe(m_core).OnTimer();
        break;
    case TcpTimer::LOSS_PROBE:
        if (m_core.state.packetsOut > 0)
        {
            TcpTimeouts(m_core).OnLossProbeTimer();
        }
        break;
    case TcpTimer::REORDER:
        TcpTimeouts(m_core).OnReorderTimer();
        break;
    case TcpTimer::PACING:
        if (m_core.state.lostOut > m_core.state.retransOut &&
            m_core.state.cwnd > m_core.state.InFlight())
        {
            TcpRetransmission(m_core).RepeatLost();
        }
        TcpBurst(m_core).Send(TcpNagle::FlagsOf(m_core.host.GetOptions(), m_core.state.pushAll),
                              TcpBurst::Reason::NORMAL);
        break;
    default:
        break;
    }
}

void
TcpSender::NoteDataSent()
{
    if (m_core.state.InFlight() == 0)
    {
        m_core.control->OnTransmitStart(m_core.state);
    }
    m_core.state.lastSentTick = m_core.state.tick;
}

bool
TcpSender::OnPacketTooBig(uint32_t largest, uint32_t seq, TcpTime until)
{
    if (SeqBefore(seq, m_core.state.una) || SeqAfter(seq, m_core.state.nxt))
    {
        return false;
    }
    TcpMtuSearch(m_core).OnPacketTooBig(largest, until);
    return true;
}

uint32_t
TcpSender::GetAcceptableSeq() const
{
    // Send nothing beyond the window of a peer that shrank it.
    const uint32_t end = m_core.state.WindowEnd();
    return SeqBefore(end, m_core.state.nxt) && m_core.state.window > 0 ? end : m_core.state.nxt;
}

void
TcpSender::FillInfo(TcpInfo& info, TcpTime now) const
{
    const TcpSettings& settings = *m_core.state.settings;
    info.caState = m_core.state.caState;
    info.retransmits = m_core.state.timeouts;
    info.probes = m_core.state.probes;
    info.backoff = m_core.state.backoff;
    info.rtoUs = m_core.state.rtt.GetRtoUs();
    info.sndMss = m_core.state.mss;
    info.unacked = m_core.state.packetsOut;
    info.sacked = m_core.state.sackedOut;
    info.lost = m_core.state.lostOut;
    info.retrans = m_core.state.retransOut;
    info.lastDataSentMs = static_cast<uint32_t>(
        TcpClock::UsOf(settings, TcpClock::TickOf(settings, now) - m_core.state.lastSentTick) /
        1000);
    info.rttUs = m_core.state.rtt.GetSrtt8() >> 3;
    info.rttVarUs = m_core.state.rtt.GetDeviationUs();
    info.minRttUs = m_core.state.MinRttUs();
    info.sndSsthresh = m_core.state.ssthresh;
    info.sndCwnd = m_core.state.cwnd;
    info.reordering = m_core.state.reordering;
    info.reordSeen = m_core.state.reorderingSeen;
    info.totalRetrans = m_core.state.totalRetrans;
    info.dsackDups = m_core.state.dsackDups;
    info.delivered = m_core.state.delivered;
    info.sndWnd = m_core.state.window;
    info.notSentBytes = m_core.state.writeSeq - m_core.state.nxt;
    info.bytesAcked = m_core.state.bytesAcked;
    info.pacingRate = m_core.state.pacingRate;
    m_core.chrono.Fill(info, now / 1000);
}

} // namespace ns3::net8
