// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-sender.h"

#include "net8-tcp-bbr.h"
#include "net8-tcp-cubic.h"
#include "net8-tcp-dctcp.h"
#include "net8-tcp-nagle.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Make a congestion control.
 *
 * @param which its kind
 * @return the new object
 */
std::unique_ptr<TcpCongestionControl>
MakeControl(TcpCongestion which)
{
    switch (which)
    {
    case TcpCongestion::RENO:
        return std::make_unique<TcpReno>();
    case TcpCongestion::CUBIC:
        return std::make_unique<TcpCubic>();
    case TcpCongestion::BBR:
        return std::make_unique<TcpBbr>();
    case TcpCongestion::DCTCP:
        return std::make_unique<TcpDctcp>();
    }
    return nullptr;
}

/**
 * Get the total duration of some timeouts, doubled from the minimum (tcp_model_timeout).
 *
 * @param settings settings of the host
 * @param boundary number of timeouts
 * @param base the first one, ms
 * @return their sum, ms
 */
uint32_t
GetModelledMs(const TcpSettings& settings, uint32_t boundary, uint32_t base)
{
    const auto linear = static_cast<uint32_t>(std::bit_width(settings.rtoMaxMs / base) - 1);
    return boundary <= linear
               ? ((2U << boundary) - 1) * base
               : ((2U << linear) - 1) * base + (boundary - linear) * settings.rtoMaxMs;
}

} // namespace

TcpSender::TcpSender(const TcpSettings& settings, TcpSenderHost& host)
    : m_host(&host),
      m_control(MakeControl(settings.congestion))
{
    m_state.settings = &settings;
    m_state.rtt.Start(settings);
    m_state.sendBuffer = settings.sendMemory[1];
    m_state.bufferLocked = settings.rules.buffers == TcpRules::Buffers::PAYLOAD;
    m_state.cwnd = settings.initialWindow;
    m_state.reordering = settings.reordering;
}

TcpSender::TcpSender(const TcpSender& other)
    : m_state(other.m_state),
      m_queue(other.m_queue),
      m_rack(other.m_rack),
      m_chrono(other.m_chrono),
      m_host(other.m_host),
      m_control(other.m_control->Copy()),
      m_windowHeld(other.m_windowHeld),
      m_cwndHeld(other.m_cwndHeld)
{
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
    m_state.highestSack = m_state.pushedSeq = m_state.smallEnd = isn;
    m_state.urgentEnd = isn;
    m_state.cwndUsageSeq = isn;
    m_state.path.known = m_state.path.device = m_state.settings->mss;
    m_state.lastSentTick = m_state.tick;
    m_state.cwndStampTick = m_state.tick;
}

void
TcpSender::SendSyn()
{
    m_state.hasRetransStamp = true;
    m_state.retransStampMs = m_host->GetTimestampMs();
    m_queue.Append(m_state.writeSeq, TcpSegment::SYN).mss = m_state.mss;
    ++m_state.writeSeq;
    m_state.pushedSeq = m_state.writeSeq;
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
    m_state.mssClamp = mssClamp;
    m_state.optionBytes = optionBytes;
    SyncSegmentSize();
}

void
TcpSender::SetHandshakeRepeats(uint32_t copies, uint32_t timeouts)
{
    m_state.totalRetrans = copies;
    m_state.undoable = timeouts > 0;
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
    SampleRtt(ack, rttUs, -1, rttUs);
}

void
TcpSender::Establish(uint32_t window, uint32_t wl1, bool passive)
{
    m_state.window = window;
    m_state.maxWindow = window;
    m_state.wl1 = wl1;
    m_state.lastSentTick = m_state.tick;
    m_state.established = true;
    m_state.delivered = 1; // The SYN, also that of an accepted connection.
    if (m_state.rtt.GetSrtt8() == 0)
    {
        m_state.rtt.FallBack(*m_state.settings);
    }
    const bool repeated = m_state.totalRetrans > 1 && m_state.undoable;
    m_state.cwnd = repeated ? 1 : m_state.settings->initialWindow;
    // Restore the threshold that a lost SYN reduced (tcp_init_metrics).
    m_state.ssthresh = TcpSendState::INFINITE;
    m_state.cwndStampTick = m_state.tick;
    m_state.paces = m_control->WantsPacing() || m_host->GetOptions().maxPacingRate != ~0ULL;
    m_control->Start(m_state);
    if (!m_state.bufferLocked)
    {
        ExpandBuffer();
    }
    // The end that accepts computes its segments before the search begins (tcp_v4_syn_recv_sock),
    // the other one after it (tcp_rcv_synsent_state_process).
    if (passive)
    {
        SyncSegmentSize();
    }
    OpenMtuSearch();
    if (!passive)
    {
        SyncSegmentSize();
    }
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
    m_host->GetTimers().StopTransmit();
    m_host->GetTimers().Stop(TcpTimer::PACING);
    m_chrono.Stop(TcpChrono::Kind::BUSY, true, m_state.NowUs());
}

void
TcpSender::OnTimer(TcpTimer timer)
{
    switch (timer)
    {
    case TcpTimer::RETRANSMIT:
        OnRetransmitTimer();
        break;
    case TcpTimer::WINDOW_PROBE:
        OnWindowProbeTimer();
        break;
    case TcpTimer::LOSS_PROBE:
        if (m_state.packetsOut > 0)
        {
            OnLossProbeTimer();
        }
        break;
    case TcpTimer::REORDER:
        OnReorderTimer();
        break;
    case TcpTimer::PACING:
        if (m_state.lostOut > m_state.retransOut && m_state.cwnd > m_state.InFlight())
        {
            RepeatLost();
        }
        SendBurst(NagleFlagsOf(m_host->GetOptions(), m_state.pushAll), Reason::NORMAL);
        break;
    default:
        break;
    }
}

void
TcpSender::NoteDataSent()
{
    if (m_state.InFlight() == 0)
    {
        m_control->OnTransmitStart(m_state);
    }
    m_state.lastSentTick = m_state.tick;
}

bool
TcpSender::OnPacketTooBig(uint32_t largest, uint32_t seq, TcpTime until)
{
    if (SeqBefore(seq, m_state.una) || SeqAfter(seq, m_state.nxt))
    {
        return false;
    }
    ShrinkPath(largest, until);
    return true;
}

uint32_t
TcpSender::GetAcceptableSeq() const
{
    // Send nothing beyond the window of a peer that shrank it.
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
    info.bytesAcked = m_state.bytesAcked;
    info.pacingRate = m_state.pacingRate;
    m_chrono.Fill(info, now / 1000);
}

bool
TcpSender::IsPushForced() const
{
    return SeqAfter(m_state.writeSeq, m_state.pushedSeq + (m_state.maxWindow >> 1));
}

void
TcpSender::MarkPush(TcpSendRun& buffer)
{
    buffer.flags |= TcpSegment::PSH;
    m_state.pushedSeq = m_state.writeSeq;
}

void
TcpSender::CheckAppLimited()
{
    if (m_state.writeSeq - m_state.nxt < m_state.mss && m_state.InFlight() < m_state.cwnd &&
        m_state.lostOut <= m_state.retransOut)
    {
        m_state.appLimitedUntil = std::max(1U, m_state.delivered + m_state.InFlight());
    }
}

TcpSendRun&
TcpSender::StartBuffer()
{
    m_queue.CloseTail();
    if (m_queue.IsEmpty())
    {
        m_chrono.Start(TcpChrono::Kind::BUSY, m_state.NowUs());
    }
    m_state.pushAll = false;
    CheckIdleCwnd(m_state, *m_control);
    return m_queue.Append(m_state.writeSeq, 0);
}

void
TcpSender::FillBuffer(TcpSendRun& buffer, uint32_t bytes, bool first)
{
    if (first)
    {
        buffer.flags &= static_cast<uint8_t>(~TcpSegment::PSH);
    }
    m_queue.GrowTail(bytes);
    m_state.writeSeq += bytes;
}

void
TcpSender::PushWritten(WriteFlags flags, uint8_t nagle)
{
    TcpSendRun* tail = m_queue.SplitUnsentTail();
    if (tail == nullptr)
    {
        return;
    }
    if (!flags.more || IsPushForced())
    {
        MarkPush(*tail);
    }
    if (flags.urgent)
    {
        m_state.urgentEnd = m_state.writeSeq; // tcp_mark_urg
    }
    PushPending(flags.more ? NAGLE_CORK : nagle);
}

uint64_t
TcpSender::Write(uint64_t bytes, WriteFlags flags)
{
    CheckAppLimited();
    uint64_t copied = 0;
    while (copied < bytes)
    {
        const uint32_t goal = GetBufferGoal();
        const TcpSendRun* last = m_queue.PeekUnsentTail();
        TcpSendRun* tail = nullptr;
        if (last != nullptr && last->bytes < goal && !last->endOfRecord)
        {
            tail = m_queue.SplitUnsentTail();
        }
        else if (HasRoom())
        {
            tail = &StartBuffer();
        }
        else
        {
            m_state.writerWaits = true;
            if (copied > 0)
            {
                PushWritten({}, NAGLE_PUSH);
            }
            return copied;
        }
        const auto part =
            static_cast<uint32_t>(std::min<uint64_t>(goal - tail->bytes, bytes - copied));
        FillBuffer(*tail, part, copied == 0 && !flags.resumed);
        copied += part;
        if (copied == bytes)
        {
            tail->endOfRecord = flags.endOfRecord;
        }
        else if (tail->bytes >= goal)
        {
            if (IsPushForced())
            {
                MarkPush(*tail);
                PushPending(NAGLE_PUSH);
            }
            else if (m_queue.UnsentHeadIsTail())
            {
                SendBurst(NAGLE_PUSH, Reason::ONE);
            }
        }
    }
    PushWritten(flags, NagleFlagsOf(m_host->GetOptions(), m_state.pushAll));
    return copied;
}

void
TcpSender::SendFin()
{
    TcpSendRun* tail = m_queue.SplitUnsentTail();
    if (tail != nullptr)
    {
        tail->flags |= TcpSegment::FIN;
    }
    else
    {
        m_queue.Append(m_state.writeSeq, TcpSegment::FIN);
    }
    ++m_state.writeSeq;
    PushPending(NAGLE_OFF);
}

void
TcpSender::UpdateNagle()
{
    // Setting TCP_NODELAY, or removing TCP_CORK while it is set, releases the waiting data.
    m_state.pushAll = m_state.pushAll || m_host->GetOptions().noDelay;
    Push();
}

uint32_t
TcpSender::GetQuota() const
{
    const uint32_t inFlight = m_state.Occupied();
    if (inFlight >= m_state.cwnd)
    {
        return 0;
    }
    // At least two bursts per window (tcp_cwnd_test).
    return std::min(std::max(m_state.cwnd >> 1, 1U), m_state.cwnd - inFlight);
}

bool
TcpSender::IsDeferred(const TcpSendRun& buffer, uint32_t maxSegments)
{
    const TcpSettings& settings = *m_state.settings;
    // Only within a millisecond of the last segment; a real host never returns after exactly that
    // time.
    if (m_state.caState >= TcpCaState::RECOVERY || m_state.now - m_state.departure >= 1000000 ||
        m_queue.GetSentRuns() == 0)
    {
        return false;
    }
    const uint32_t sendWindow = m_state.WindowEnd() - buffer.seq;
    const uint32_t congestionWindow = (m_state.cwnd - m_state.InFlight()) * m_state.mss;
    const uint32_t limit = std::min(sendWindow, congestionWindow);
    if (limit >= maxSegments * m_state.mss ||
        (!m_queue.UnsentHeadIsTail() && limit >= buffer.bytes))
    {
        return false;
    }
    const uint32_t share = std::min(m_state.window, m_state.cwnd * m_state.mss);
    if (settings.burstWindowDivisor > 0 ? limit >= share / settings.burstWindowDivisor
                                        : limit > 3 * m_state.mss)
    {
        return false;
    }
    // The next ACK must be near, or waiting for it costs more than a larger burst gains.
    const int64_t srttUs = m_state.rtt.GetSrtt8() >> 3;
    const int64_t ackInUs = m_queue.At(0).sentUs + srttUs - m_state.NowUs();
    if (ackInUs > std::min<int64_t>(srttUs / 2, 1000))
    {
        return false;
    }
    if (limit <= buffer.bytes)
    {
        // Which of the two windows is the limit decides whether the congestion window may grow.
        (congestionWindow < sendWindow ? m_cwndHeld : m_windowHeld) = true;
        return true;
    }
    return (buffer.flags & TcpSegment::FIN) == 0 && !buffer.endOfRecord;
}

bool
TcpSender::SendHead(Reason reason, uint32_t mss, uint8_t nagle, uint32_t maxSegments)
{
    uint32_t quota = GetQuota();
    if (quota == 0)
    {
        if (reason != Reason::LOSS_PROBE)
        {
            return false;
        }
        quota = 1; // A probe may be sent one segment beyond the window.
    }
    quota = std::min(quota, maxSegments);
    if (m_queue.SplitUnsentHead().bytes < quota * mss)
    {
        m_queue.GrowUnsentHead(quota * mss - m_queue.SplitUnsentHead().bytes);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.mss = mss;
    if (SeqAfter(std::min(buffer.bytes, mss) + buffer.seq, m_state.WindowEnd()) ||
        (buffer.bytes <= mss && SeqAfter(buffer.GetEnd(), m_state.WindowEnd())))
    {
        m_windowHeld = true;
        return false;
    }
    uint32_t limit = mss;
    if (buffer.GetSegments() == 1)
    {
        if (!NagleLets(m_state, buffer, mss, m_queue.UnsentHeadIsTail(), nagle))
        {
            return false;
        }
    }
    else
    {
        if (reason == Reason::NORMAL && IsDeferred(buffer, maxSegments))
        {
            return false;
        }
        limit = NagleSplitPoint(m_state, buffer, mss * quota, m_queue.UnsentHeadIsTail(), nagle);
    }
    if (buffer.bytes > limit)
    {
        m_queue.CutUnsentHead(limit);
    }
    return true;
}

bool
TcpSender::SendBurst(uint8_t nagle, Reason reason)
{
    const uint32_t mss = GetSegmentSize();
    const uint32_t maxSegments = GetBurstSegments();
    uint32_t sent = 0;
    m_windowHeld = m_cwndHeld = false;
    if (reason == Reason::NORMAL && m_state.path.searching)
    {
        const auto probed = ProbeMtu();
        if (probed == MtuProbe::WAITS)
        {
            return false;
        }
        sent = probed == MtuProbe::SENT ? 1 : 0;
    }
    while (!m_queue.IsAllSent() && !IsPaced() && SendHead(reason, mss, nagle, maxSegments))
    {
        TcpSendRun& buffer = m_queue.SplitUnsentHead();
        if (!Transmit(buffer))
        {
            break;
        }
        const uint32_t packets = buffer.GetPackets();
        const bool isSmall = buffer.bytes < packets * mss;
        const uint32_t end = buffer.GetEnd();
        m_state.lastSent = buffer.bytes - (packets - 1) * buffer.mss;
        sent += packets;
        NoteNewDataSent();
        if (isSmall)
        {
            m_state.smallEnd = end;
        }
        if (reason != Reason::NORMAL)
        {
            break;
        }
    }
    const auto kind = TcpChrono::Kind::WINDOW_LIMITED;
    m_windowHeld ? m_chrono.Start(kind, m_state.NowUs())
                 : m_chrono.Stop(kind, m_queue.IsEmpty(), m_state.NowUs());
    const bool cwndLimited = m_cwndHeld || m_state.InFlight() >= m_state.cwnd;
    if (sent > 0 || cwndLimited)
    {
        const bool held = NoteCwndUse(m_state, *m_control, cwndLimited, m_state.writerWaits);
        if (!held && m_queue.IsAllSent() && m_state.writerWaits)
        {
            m_chrono.Start(TcpChrono::Kind::BUFFER_LIMITED, m_state.NowUs());
        }
    }
    if (sent == 0)
    {
        return m_state.packetsOut == 0 && !m_queue.IsAllSent();
    }
    m_state.prrOut += m_state.InReduction() ? sent : 0;
    if (reason != Reason::LOSS_PROBE)
    {
        ScheduleLossProbe(false);
    }
    return false;
}

void
TcpSender::PushPending(uint8_t nagle)
{
    if (m_host->GetState() != TcpState::CLOSED && SendBurst(nagle, Reason::NORMAL))
    {
        StartWindowProbe();
    }
}

void
TcpSender::Push()
{
    if (!m_queue.IsAllSent())
    {
        PushPending(NagleFlagsOf(m_host->GetOptions(), m_state.pushAll));
    }
}

uint32_t
TcpSender::GetBurstSegments()
{
    const TcpSettings& settings = *m_state.settings;
    if (settings.maxBurstSegments == 1)
    {
        return 1;
    }
    // About a millisecond at the pacing rate, more on short paths (tcp_tso_autosize).
    uint64_t bytes = m_state.pacingRate >> 10;
    const uint32_t shift = m_state.MinRttUs() >> settings.burstRttLog;
    if (shift < 32)
    {
        bytes += settings.maxBurstBytes >> shift;
    }
    bytes = std::min<uint64_t>(bytes, settings.maxBurstBytes);
    const auto segments = static_cast<uint32_t>(bytes / GetSegmentSize());
    return std::min(std::max(segments, m_control->GetMinBurst(m_state)), settings.maxBurstSegments);
}

bool
TcpSender::IsPaced()
{
    if (!m_state.paces || m_state.departure <= m_state.now)
    {
        return false;
    }
    m_host->GetTimers().Set(TcpTimer::PACING, m_state.departure);
    return true;
}

bool
TcpSender::Transmit(TcpSendRun& buffer)
{
    const TcpTime lastDeparture = m_state.departure;
    m_state.departure = std::max(m_state.departure, m_state.now);
    if (m_state.packetsOut == 0)
    {
        m_state.firstSentUs = m_state.deliveredUs = m_state.NowUs();
    }
    const uint32_t segments = buffer.GetSegments();
    // A burst ends with PSH, so that the receiver delivers it immediately.
    const auto flags = static_cast<uint8_t>(buffer.flags | (segments > 1 ? TcpSegment::PSH : 0));
    if (!m_host->SendSegment(buffer.seq, buffer.bytes, buffer.mss, flags))
    {
        return false;
    }
    m_state.path.device = m_state.settings->mss; // The route is looked up for each segment.
    buffer.sentUs = m_state.NowUs();
    buffer.firstSentUs = m_state.firstSentUs;
    buffer.deliveredUs = m_state.deliveredUs;
    buffer.delivered = m_state.delivered;
    buffer.appLimited = m_state.appLimitedUntil != 0;
    buffer.rateTaken = false;
    buffer.marks &= static_cast<uint8_t>(~TcpSendRun::UNTIMED);
    m_state.dataSegments += segments;
    if (m_state.paces && m_state.pacingRate > 0 && m_state.pacingRate != ~0ULL &&
        m_state.dataSegments >= 10)
    {
        // Shorten the gap after a burst by the delay of the burst itself, by half at most.
        const auto gap = static_cast<TcpTime>(static_cast<uint64_t>(buffer.bytes) * 1000000000 /
                                              m_state.pacingRate);
        const TcpTime credit = m_state.departure - lastDeparture;
        m_state.departure += gap - std::min(gap / 2, credit);
    }
    return true;
}

void
TcpSender::NoteNewDataSent()
{
    const uint32_t before = m_state.packetsOut;
    const TcpSendRun& buffer = m_queue.At(m_queue.GetSentRuns());
    m_state.nxt = buffer.GetEnd();
    m_state.packetsOut += buffer.GetPackets();
    m_queue.MarkSent();
    if (before == 0 || m_host->GetTimers().Runs(TcpTimer::LOSS_PROBE))
    {
        RearmRto();
    }
    CheckSpace();
}

void
TcpSender::CollapseBehind(size_t place, uint32_t space)
{
    if (!m_state.settings->retransmitCollapse || (m_queue.At(place).flags & TcpSegment::SYN))
    {
        return;
    }
    while (place + 1 < m_queue.GetSentRuns())
    {
        if (m_queue.At(place + 1).count > 1)
        {
            m_queue.SplitRun(place + 1, 1);
        }
        TcpSendRun& front = m_queue.At(place);
        const TcpSendRun& next = m_queue.At(place + 1);
        if (front.GetSegments() > 1 || next.GetSegments() > 1 || next.Is(TcpSendRun::SACKED) ||
            front.endOfRecord || front.bytes + next.bytes > space ||
            SeqAfter(next.GetEnd(), m_state.WindowEnd()))
        {
            return;
        }
        UncountRun(m_state, next, 1);
        m_queue.JoinBuffers(place);
    }
}

bool
TcpSender::Repeat(size_t place, uint32_t segments)
{
    m_state.path.probe = 0; // Inconclusive.
    if (m_queue.At(place).count > 1)
    {
        m_queue.SplitRun(place, 1);
    }
    if (place == 0 && SeqAfter(m_state.una, m_queue.At(0).seq))
    {
        // A segment acknowledged in part stays in the queue as a whole (__tcp_retransmit_skb).
        m_queue.TrimFront(m_state.una - m_queue.At(0).seq);
    }
    const uint32_t mss = GetSegmentSize();
    uint32_t room = SeqAfter(m_state.WindowEnd(), m_queue.At(place).seq)
                        ? m_state.WindowEnd() - m_queue.At(place).seq
                        : 0;
    if (room == 0)
    {
        if (m_queue.At(place).seq != m_state.una)
        {
            return false;
        }
        room = mss; // The peer shrank its window; the oldest segment probes it.
    }
    uint32_t length = mss * segments;
    if (length > room)
    {
        length = room < mss ? room : room / mss * mss;
    }
    const uint32_t packetsBefore = m_state.packetsOut;
    UncountRun(m_state, m_queue.At(place), m_queue.At(place).GetPackets());
    if (m_queue.At(place).bytes > length)
    {
        m_queue.CutBuffer(place, length);
        TcpSendRun& rest = m_queue.At(place + 1);
        rest.mss = mss;
        CountRun(m_state, rest, rest.GetPackets());
    }
    m_queue.At(place).mss = mss;
    CountRun(m_state, m_queue.At(place), m_queue.At(place).GetPackets());
    if (m_queue.At(place).bytes < std::min(room, mss))
    {
        CollapseBehind(place, std::min(room, mss));
    }
    if (!m_state.sack && m_state.packetsOut < packetsBefore)
    {
        // Fewer segments are outstanding, so fewer can have caused duplicate ACKs
        // (tcp_adjust_pcount).
        m_state.sackedOut -= std::min(m_state.sackedOut, packetsBefore - m_state.packetsOut);
    }
    TcpSendRun& buffer = m_queue.At(place);
    m_state.totalRetrans += buffer.GetPackets();
    buffer.marks |=
        TcpSendRun::EVER_REPEATED; // Even if the device does not accept it: it gives no sample.
    return Transmit(buffer);
}

bool
TcpSender::RepeatCounted(size_t place, uint32_t segments)
{
    const bool left = Repeat(place, segments);
    TcpSendRun& buffer = m_queue.At(place);
    if (left)
    {
        UnmarkRunRepeated(m_state, buffer);
        MarkRunRepeated(m_state, buffer);
    }
    if (!m_state.hasRetransStamp)
    {
        m_state.hasRetransStamp = true;
        m_state.retransStampMs = m_host->GetTimestampMs();
    }
    m_state.undoRetrans =
        std::max(0, m_state.undoRetrans) + static_cast<int32_t>(buffer.GetPackets());
    return left;
}

void
TcpSender::RepeatLost()
{
    const uint32_t maxSegments = GetBurstSegments();
    bool rearm = false;
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        if (m_state.retransOut >= m_state.lostOut || m_state.InFlight() >= m_state.cwnd ||
            IsPaced())
        {
            break;
        }
        const TcpSendRun& run = m_queue.At(place);
        if (!run.Is(TcpSendRun::LOST) || run.Is(TcpSendRun::SACKED | TcpSendRun::REPEATED))
        {
            continue;
        }
        const uint32_t room = m_state.cwnd - m_state.InFlight();
        if (!RepeatCounted(place, std::min(room, maxSegments)))
        {
            break;
        }
        m_state.prrOut += m_state.InReduction() ? m_queue.At(place).GetPackets() : 0;
        rearm = rearm || (place == 0 && !m_host->GetTimers().Runs(TcpTimer::REORDER));
        if (m_queue.JoinWithPrevious(place))
        {
            --place;
        }
    }
    if (rearm)
    {
        StartTimer(TcpTimer::RETRANSMIT, m_state.rtt.GetRtoTicks(*m_state.settings));
    }
}

bool
TcpSender::RepeatTail()
{
    size_t last = m_queue.GetSentRuns() - 1;
    if (m_queue.At(last).count > 1)
    {
        m_queue.SplitRun(last, m_queue.At(last).count - 1);
        ++last;
    }
    const TcpSendRun& tail = m_queue.At(last);
    const uint32_t front = (tail.GetSegments() - 1) * tail.mss;
    if (front > 0 && tail.bytes > front)
    {
        m_queue.CutBuffer(last, front);
        ++last;
    }
    return Repeat(last, 1);
}

bool
TcpSender::SendEmptyProbe()
{
    // An old sequence number and no data: the peer answers with an ACK (RFC 9293, section 3.8.6.1
    // as in Linux).
    return m_host->SendSegment(m_state.una - 1, 0, 0, 0);
}

bool
TcpSender::Wake()
{
    if (m_queue.IsAllSent() || !SeqBefore(m_queue.SplitUnsentHead().seq, m_state.WindowEnd()))
    {
        return SendEmptyProbe();
    }
    // The window is too small for a whole segment: after a timeout send exactly what fits (RFC
    // 9293, SWS avoidance).
    const uint32_t mss = GetSegmentSize();
    TcpSendRun& head = m_queue.SplitUnsentHead();
    if (SeqBefore(m_state.pushedSeq, head.GetEnd()))
    {
        m_state.pushedSeq = head.GetEnd();
    }
    const uint32_t room = std::min(m_state.WindowEnd() - head.seq, mss);
    if (head.bytes > room)
    {
        head.flags |= TcpSegment::PSH; // The rest also has it (tcp_write_wakeup).
        m_queue.CutUnsentHead(room);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.flags |= TcpSegment::PSH;
    buffer.mss = mss;
    if (!Transmit(buffer))
    {
        return false;
    }
    NoteNewDataSent();
    return true;
}

void
TcpSender::ProbeWindow()
{
    const bool left = Wake();
    if (m_state.packetsOut > 0 || m_queue.IsAllSent())
    {
        m_state.probes = 0;
        m_state.backoff = 0;
        m_state.probing = false;
        return;
    }
    ++m_state.probes;
    uint32_t ticks = TcpClock::TicksOf(*m_state.settings, RESOURCE_PROBE_US);
    if (left)
    {
        m_state.backoff += m_state.backoff < m_state.settings->retries2 ? 1 : 0;
        ticks = GetProbeTicks();
    }
    StartTimer(TcpTimer::WINDOW_PROBE, ClampProbeTicks(ticks));
}

void
TcpSender::OnWindowProbeAnswer()
{
    if (m_queue.IsAllSent())
    {
        return;
    }
    if (!SeqAfter(m_queue.SplitUnsentHead().GetEnd(), m_state.WindowEnd()))
    {
        m_state.backoff = 0;
        m_state.probing = false;
        m_host->GetTimers().Stop(TcpTimer::WINDOW_PROBE);
        return;
    }
    StartTimer(TcpTimer::WINDOW_PROBE, ClampProbeTicks(GetProbeTicks()));
}

void
TcpSender::OnWindowProbeTimer()
{
    if (m_state.packetsOut > 0 || m_queue.IsAllSent())
    {
        m_state.probes = 0;
        m_state.probing = false;
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    const uint32_t timeoutMs = m_host->GetOptions().userTimeoutMs;
    bool over = false;
    if (!m_state.probing)
    {
        m_state.probing = true;
        m_state.probesTick = m_state.tick;
    }
    else if (timeoutMs > 0)
    {
        over =
            m_state.tick - m_state.probesTick >= TcpClock::TicksOf(settings, timeoutMs * 1000ULL);
    }
    uint32_t most = settings.retries2;
    if (m_host->IsOrphan())
    {
        const bool alive =
            GetProbeTicks() < TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
        most = GetOrphanRetries(alive);
        over = over || (!alive && m_state.backoff >= most);
    }
    if (over || m_state.probes >= most)
    {
        m_host->Fail(TcpError::TIMED_OUT);
        return;
    }
    ProbeWindow();
}

void
TcpSender::StartTimer(TcpTimer timer, uint32_t ticks)
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t most = TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
    m_host->GetTimers().Set(timer,
                            TcpClock::DeadlineOf(settings, m_state.now, std::min(ticks, most)));
}

int64_t
TcpSender::GetRtoRemainingUs() const
{
    return m_queue.At(0).sentUs + m_state.rtt.GetRtoUs() - m_state.NowUs();
}

void
TcpSender::RearmRto(bool sinceHead)
{
    TcpTimers& timers = m_host->GetTimers();
    if (m_state.packetsOut == 0)
    {
        timers.StopTransmit();
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    uint32_t ticks = m_state.rtt.GetRtoTicks(settings);
    if (sinceHead || timers.Runs(TcpTimer::REORDER) || timers.Runs(TcpTimer::LOSS_PROBE))
    {
        ticks = TcpClock::TicksOf(settings,
                                  static_cast<uint64_t>(std::max<int64_t>(GetRtoRemainingUs(), 1)));
    }
    StartTimer(TcpTimer::RETRANSMIT, ticks);
}

bool
TcpSender::ScheduleLossProbe(bool rtoStartsAnew)
{
    const TcpSettings& settings = *m_state.settings;
    if (!settings.tailLossProbe || m_state.packetsOut == 0 || !m_state.sack ||
        (m_state.caState != TcpCaState::OPEN && m_state.caState != TcpCaState::CWR))
    {
        return false;
    }
    uint32_t ticks = TcpClock::TicksOf(settings, settings.initialRtoUs);
    if (m_state.rtt.GetSrtt8() > 0)
    {
        // Twice the round-trip time, plus the peer's delayed-ACK time for a single segment.
        uint64_t us = m_state.rtt.GetSrtt8() >> 2;
        us += m_state.packetsOut == 1 ? settings.rtoMinUs : TIMEOUT_MIN_US;
        ticks = TcpClock::TicksOf(settings, us);
    }
    const int64_t rtoUs = rtoStartsAnew ? m_state.rtt.GetRtoUs() : GetRtoRemainingUs();
    if (rtoUs > 0)
    {
        ticks = std::min(ticks, TcpClock::TicksOf(settings, static_cast<uint64_t>(rtoUs)));
    }
    StartTimer(TcpTimer::LOSS_PROBE, ticks);
    return true;
}

void
TcpSender::StartWindowProbe()
{
    if (m_state.packetsOut == 0 && !m_host->GetTimers().TransmitRuns())
    {
        const TcpSettings& settings = *m_state.settings;
        const uint32_t least = TcpClock::TicksOf(settings, settings.rtoMinUs);
        StartTimer(TcpTimer::WINDOW_PROBE, std::max(m_state.rtt.GetRtoTicks(settings), least));
    }
}

void
TcpSender::OnRetransmitTimer()
{
    if (m_state.packetsOut == 0 || m_queue.GetSentRuns() == 0)
    {
        return;
    }
    const TcpSettings& settings = *m_state.settings;
    if (SuspectsPath())
    {
        SuspectBlackHole();
    }
    if (IsPatienceOver())
    {
        m_host->Fail(TcpError::TIMED_OUT);
        return;
    }
    EnterLoss(m_state.timeouts == 0);
    m_state.timeouts += m_state.timeouts < UINT8_MAX ? 1 : 0;
    m_state.totalTimeouts += m_state.totalTimeouts < UINT8_MAX ? 1 : 0;
    if (!RepeatCounted(0, 1))
    {
        StartTimer(TcpTimer::RETRANSMIT, TcpClock::TicksOf(settings, RESOURCE_PROBE_US));
        return;
    }
    // The first SYN retransmissions are evenly spaced (tcp_syn_linear_timeouts).
    if (m_host->GetState() != TcpState::SYN_SENT ||
        m_state.totalTimeouts > settings.synLinearTimeouts)
    {
        ++m_state.backoff;
        m_state.rtt.BackOff(settings);
    }
    StartTimer(TcpTimer::RETRANSMIT, GetPatientRtoTicks());
}

void
TcpSender::OnReorderTimer()
{
    const uint32_t before = m_state.InFlight();
    const uint32_t lost = m_state.lost;
    m_rack.DetectLoss(m_state, m_queue);
    if (m_state.InFlight() != before)
    {
        if (m_state.caState != TcpCaState::RECOVERY)
        {
            EnterRecovery(false);
            if (!m_control->Controls())
            {
                ApplyReduction(1, m_state.lost - lost, false);
            }
        }
        RepeatLost();
    }
    if (!m_host->GetTimers().Runs(TcpTimer::RETRANSMIT))
    {
        RearmRto(true);
    }
}

void
TcpSender::OnLossProbeTimer()
{
    if (m_state.probeOut)
    {
        RearmRto(true); // One at a time.
        return;
    }
    const uint32_t before = m_state.packetsOut;
    m_state.probeCopied = false;
    bool left = false;
    if (!m_queue.IsAllSent())
    {
        const uint32_t mss = GetSegmentSize();
        const TcpSendRun& head = m_queue.SplitUnsentHead();
        if (!SeqAfter(head.seq + std::min(head.bytes, mss), m_state.WindowEnd()))
        {
            SendBurst(NAGLE_OFF, Reason::LOSS_PROBE);
            left = m_state.packetsOut > before;
            if (!left)
            {
                RearmRto(true);
                return;
            }
        }
    }
    if (!left && m_queue.GetSentRuns() > 0)
    {
        left = RepeatTail();
        m_state.probeCopied = left;
    }
    if (left)
    {
        m_state.probeOut = true;
        m_state.probeEnd = m_state.nxt;
    }
    // The timeout restarts with the probe.
    m_host->GetTimers().StopTransmit();
    RearmRto(!left);
}

TcpGivenUp
TcpSender::GetGivenUp() const
{
    if (!m_state.hasRetransStamp)
    {
        return {};
    }
    const TcpSettings& settings = *m_state.settings;
    const auto rule = settings.rules.givingUp;
    const uint32_t chosen = m_host->GetOptions().userTimeoutMs;
    const uint32_t limit =
        chosen > 0                            ? chosen
        : rule == TcpRules::GivingUp::COUNTED ? 0
        : rule == TcpRules::GivingUp::TIMED
            ? settings.abortMs
            : GetModelledMs(settings, settings.retries2, settings.rtoMinUs / 1000);
    return {.repeatedMs = m_host->GetTimestampMs() - m_state.retransStampMs, .limitMs = limit};
}

bool
TcpSender::IsRepeatingOver(uint32_t boundary, uint32_t timeoutMs) const
{
    if (m_state.timeouts == 0)
    {
        return false;
    }
    const TcpSettings& settings = *m_state.settings;
    if (timeoutMs == 0 && settings.rules.givingUp == TcpRules::GivingUp::COUNTED)
    {
        return m_state.timeouts >= boundary;
    }
    if (timeoutMs == 0 && settings.rules.givingUp == TcpRules::GivingUp::TIMED)
    {
        timeoutMs = settings.abortMs;
    }
    if (timeoutMs == 0)
    {
        const bool opening = m_host->GetState() == TcpState::SYN_SENT;
        timeoutMs = GetModelledMs(settings,
                                  boundary,
                                  (opening ? settings.initialRtoUs : settings.rtoMinUs) / 1000);
    }
    const uint32_t elapsed = m_host->GetTimestampMs() - m_state.retransStampMs;
    return static_cast<int32_t>(elapsed - timeoutMs) >= 0;
}

uint32_t
TcpSender::GetOrphanRetries(bool alive) const
{
    return alive ? m_state.settings->orphanRetries : 0;
}

bool
TcpSender::IsPatienceOver() const
{
    const TcpSettings& settings = *m_state.settings;
    const TcpSocketOptions& options = m_host->GetOptions();
    uint32_t retries = settings.retries2;
    bool over = false;
    if (m_host->GetState() == TcpState::SYN_SENT)
    {
        retries = options.synCount > 0 ? options.synCount : settings.synRetries;
        over = m_state.timeouts >= retries + settings.synLinearTimeouts;
    }
    else if (m_host->IsOrphan())
    {
        retries = GetOrphanRetries(m_state.rtt.GetRtoUs() < settings.rtoMaxMs * 1000ULL);
    }
    if (!over)
    {
        over = m_host->GetState() == TcpState::SYN_SENT
                   ? options.userTimeoutMs > 0 && IsRepeatingOver(retries, options.userTimeoutMs)
                   : IsRepeatingOver(retries, options.userTimeoutMs);
    }
    return over;
}

uint32_t
TcpSender::GetPatientRtoTicks() const
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t rto = m_state.rtt.GetRtoTicks(settings);
    const uint32_t timeoutMs = m_host->GetOptions().userTimeoutMs;
    if (timeoutMs == 0)
    {
        return rto;
    }
    const uint32_t elapsed = m_host->GetTimestampMs() - m_state.retransStampMs;
    const int64_t left = static_cast<int64_t>(timeoutMs) - elapsed;
    if (left <= 0)
    {
        return 1;
    }
    return std::min(rto, TcpClock::TicksOf(settings, static_cast<uint64_t>(left) * 1000));
}

uint32_t
TcpSender::GetProbeTicks() const
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t least = TcpClock::TicksOf(settings, settings.rtoMinUs);
    const uint32_t most = TcpClock::TicksOf(settings, settings.rtoMaxMs * 1000ULL);
    const uint64_t base = std::max(m_state.rtt.GetRtoTicks(settings), least);
    return static_cast<uint32_t>(
        std::min<uint64_t>(base << std::min<uint8_t>(m_state.backoff, 10), most));
}

uint32_t
TcpSender::ClampProbeTicks(uint32_t ticks) const
{
    const TcpSettings& settings = *m_state.settings;
    const uint32_t timeoutMs = m_host->GetOptions().userTimeoutMs;
    if (timeoutMs == 0 || !m_state.probing)
    {
        return ticks;
    }
    const auto elapsed = static_cast<int64_t>(m_state.tick - m_state.probesTick);
    const int64_t left = TcpClock::TicksOf(settings, timeoutMs * 1000ULL) - elapsed;
    return std::min(ticks, static_cast<uint32_t>(std::max<int64_t>(left, TIMEOUT_MIN_TICKS)));
}

void
TcpSender::OpenMtuSearch()
{
    TcpPathMtu& path = m_state.path;
    path.searching = m_state.settings->mtuProbing >= TcpSettings::MTU_PROBED;
    path.high = m_state.mssClamp;
    path.low = m_state.settings->baseMss + m_state.optionBytes;
    path.probe = 0;
    path.stampTick = m_state.tick;
}

void
TcpSender::SuspectBlackHole()
{
    const TcpSettings& settings = *m_state.settings;
    TcpPathMtu& path = m_state.path;
    if (settings.mtuProbing == TcpSettings::MTU_NOT_PROBED)
    {
        return;
    }
    if (path.searching)
    {
        const uint32_t half = ToPayload(path.low) >> 1;
        path.low =
            std::max(
                {std::min(settings.baseMss, half), settings.leastProbedMss, settings.leastMss}) +
            m_state.optionBytes;
    }
    else
    {
        path.searching = true;
        path.stampTick = m_state.tick;
    }
    SyncSegmentSize();
}

void
TcpSender::SearchMtuAgain()
{
    const TcpSettings& settings = *m_state.settings;
    TcpPathMtu& path = m_state.path;
    const uint32_t interval =
        TcpClock::TicksOf(settings, uint64_t{settings.mtuProbeIntervalS} * 1000000);
    if (m_state.tick - path.stampTick < interval)
    {
        return;
    }
    path.probe = 0;
    path.high = m_state.mssClamp;
    path.low = GetSegmentSize() + m_state.optionBytes;
    path.stampTick = m_state.tick;
}

bool
TcpSender::MayJoinForProbe(uint32_t bytes) const
{
    for (size_t place = m_queue.GetSentRuns(); place < m_queue.GetRuns(); ++place)
    {
        const TcpSendRun& run = m_queue.At(place);
        if (bytes <= run.bytes * run.count)
        {
            return true;
        }
        if (run.endOfRecord)
        {
            return false;
        }
        bytes -= run.bytes * run.count;
    }
    return true;
}

TcpSender::MtuProbe
TcpSender::ProbeMtu()
{
    constexpr uint32_t LEAST_WINDOW = 11;
    const TcpPathMtu& path = m_state.path;
    // SACK blocks would make the probe longer than it should be.
    if (!path.searching || path.probe > 0 || m_state.caState != TcpCaState::OPEN ||
        m_state.cwnd < LEAST_WINDOW || m_host->GetOptionBytes() != m_state.optionBytes)
    {
        return MtuProbe::NONE;
    }
    const uint32_t bytes = ToPayload((path.high + path.low) >> 1);
    const uint32_t needed = bytes + (m_state.reordering + 1) * m_state.mss;
    const auto width = static_cast<int32_t>(path.high - path.low);
    if (bytes > ToPayload(path.high) ||
        width < static_cast<int32_t>(m_state.settings->mtuProbeThreshold))
    {
        SearchMtuAgain();
        return MtuProbe::NONE;
    }
    if (m_state.writeSeq - m_state.nxt < needed || m_state.window < needed)
    {
        return MtuProbe::NONE;
    }
    if (SeqAfter(m_state.nxt + needed, m_state.WindowEnd()))
    {
        return MtuProbe::WAITS;
    }
    if (m_state.InFlight() + 2 > m_state.cwnd)
    {
        return m_state.InFlight() == 0 ? MtuProbe::NONE : MtuProbe::WAITS;
    }
    return MayJoinForProbe(bytes) && !IsPaced() && SendMtuProbe(bytes) ? MtuProbe::SENT
                                                                       : MtuProbe::NONE;
}

bool
TcpSender::SendMtuProbe(uint32_t bytes)
{
    while (m_queue.SplitUnsentHead().bytes < bytes)
    {
        m_queue.GrowUnsentHead(bytes - m_queue.SplitUnsentHead().bytes);
    }
    if (m_queue.SplitUnsentHead().bytes > bytes)
    {
        m_queue.CutUnsentHead(bytes);
    }
    TcpSendRun& buffer = m_queue.SplitUnsentHead();
    buffer.mss = bytes;
    if (!Transmit(buffer))
    {
        return false;
    }
    --m_state.cwnd; // It carries the data of two segments.
    m_state.path.probe = bytes + m_state.optionBytes;
    m_state.path.start = buffer.seq;
    m_state.path.end = buffer.GetEnd();
    NoteNewDataSent();
    return true;
}

void
TcpSender::OnMtuProbeAcked()
{
    TcpPathMtu& path = m_state.path;
    if (path.probe == 0 || SeqAfter(path.end, m_state.una))
    {
        return;
    }
    // The window stays the same number of bytes.
    constexpr uint32_t HEADERS = TcpSegment::HEADER_BYTES;
    const uint64_t packet = uint64_t{m_state.mss} + m_state.optionBytes + HEADERS;
    m_state.priorSsthresh = m_state.CurrentSsthresh();
    m_state.cwnd =
        std::max(1U, static_cast<uint32_t>(m_state.cwnd * packet / (path.probe + HEADERS)));
    m_state.cwndCredit = 0;
    m_state.cwndStampTick = m_state.tick;
    m_state.ssthresh = m_state.CurrentSsthresh();
    path.low = path.probe;
    path.probe = 0;
    SyncSegmentSize();
}

void
TcpSender::ShrinkPath(uint32_t largest, TcpTime until)
{
    if (GetPathSize() <= largest)
    {
        return;
    }
    m_state.path.learned = largest;
    m_state.path.learnedUntil = until;
    if (m_state.path.known <= largest)
    {
        return; // It has been cut for the path, and the usual timer sends it again.
    }
    SyncSegmentSize(largest);
    GiveUpOversized();
    if (m_state.lostOut > 0)
    {
        RepeatLost();
    }
}

uint32_t
TcpSender::ToPayload(uint32_t largest) const
{
    const uint32_t mss = std::min(largest, m_state.mssClamp);
    return std::max(mss, m_state.settings->leastMss) - m_state.optionBytes;
}

uint32_t
TcpSender::GetPathSize() const
{
    const TcpPathMtu& path = m_state.path;
    return m_state.now < path.learnedUntil ? std::min(path.learned, path.device) : path.device;
}

void
TcpSender::SyncSegmentSize()
{
    SyncSegmentSize(m_state.path.known);
}

void
TcpSender::SyncSegmentSize(uint32_t known)
{
    TcpPathMtu& path = m_state.path;
    path.known = known;
    path.high = std::min(path.high, known);
    m_state.mss = m_state.BoundToHalfWindow(ToPayload(known), m_state.optionBytes);
    if (path.searching)
    {
        m_state.mss = std::min(m_state.mss, ToPayload(path.low));
    }
}

uint32_t
TcpSender::GetSegmentSize()
{
    if (const uint32_t path = GetPathSize(); path != m_state.path.known)
    {
        SyncSegmentSize(path);
    }
    return m_state.mss - (m_host->GetOptionBytes() - m_state.optionBytes);
}

uint32_t
TcpSender::GetBufferGoal()
{
    const uint32_t mss = GetSegmentSize();
    const uint32_t most =
        m_state.BoundToHalfWindow(m_state.settings->maxBurstBytes, m_state.optionBytes);
    return std::max(std::min(most / mss, m_state.settings->maxBurstSegments), 1U) * mss;
}

void
TcpSender::StartKeepalive(uint32_t ms)
{
    const TcpSettings& settings = *m_state.settings;
    m_host->GetTimers().Set(
        TcpTimer::KEEPALIVE,
        TcpClock::DeadlineOf(settings, m_state.now, TcpClock::TicksOf(settings, ms * 1000ULL)));
}

bool
TcpSender::OnKeepalive()
{
    const TcpSettings& settings = *m_state.settings;
    const TcpSocketOptions& options = m_host->GetOptions();
    const uint32_t idleMs = options.keepIdleMs > 0 ? options.keepIdleMs : settings.keepaliveTimeMs;
    if (m_state.packetsOut > 0 || !m_queue.IsAllSent())
    {
        StartKeepalive(idleMs);
        return true;
    }
    const uint32_t silenceMs = m_host->GetSilenceMs();
    if (silenceMs < idleMs)
    {
        StartKeepalive(idleMs - silenceMs);
        return true;
    }
    const uint8_t most = options.keepCount > 0 ? options.keepCount : settings.keepaliveProbes;
    const bool over = options.userTimeoutMs > 0
                          ? silenceMs >= options.userTimeoutMs && m_state.probes > 0
                          : m_state.probes >= most;
    if (over)
    {
        return false;
    }
    if (Wake())
    {
        ++m_state.probes;
        StartKeepalive(options.keepIntervalMs > 0 ? options.keepIntervalMs
                                                  : settings.keepaliveIntervalMs);
    }
    else
    {
        StartKeepalive(RESOURCE_PROBE_US / 1000);
    }
    return true;
}

bool
TcpSender::HasRoom() const
{
    const uint32_t option = m_host->GetOptions().notSentLowWater;
    const uint32_t low = option > 0 ? option : m_state.settings->notSentLowWater;
    return GetMemory() < m_state.sendBuffer && m_state.writeSeq - m_state.nxt < low;
}

uint32_t
TcpSender::GetMemory() const
{
    const bool payload = m_state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD;
    return payload ? m_state.writeSeq - m_state.una : m_queue.GetMemory();
}

bool
TcpSender::IsWritable() const
{
    const uint32_t option = m_host->GetOptions().notSentLowWater;
    const uint64_t low = option > 0 ? option : m_state.settings->notSentLowWater;
    const uint64_t memory = GetMemory();
    if (m_state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        // tcp_xmit_lowat in Solaris; sb_lowat in 4.4BSD.
        constexpr uint32_t LOW_WATER = 2048;
        return memory + std::min(LOW_WATER, m_state.sendBuffer / 2) <= m_state.sendBuffer;
    }
    // A third of the buffer must be free, and half of the limit on unsent data.
    return memory < m_state.sendBuffer && m_state.sendBuffer - memory >= memory / 2 &&
           2ULL * (m_state.writeSeq - m_state.nxt) < low;
}

void
TcpSender::SetBuffer(uint32_t bytes)
{
    constexpr uint32_t SMALLEST = 4608; // SOCK_MIN_SNDBUF
    m_state.bufferLocked = true;
    if (m_state.settings->rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        m_state.sendBuffer = std::min(bytes, m_state.settings->maxSendBuffer);
        return;
    }
    m_state.sendBuffer = std::max(2 * std::min(bytes, m_state.settings->maxSendBuffer), SMALLEST);
}

void
TcpSender::ExpandBuffer()
{
    // Memory of a full segment: payload, 192 bytes of headers and 320 of shared information rounded
    // up to the next size of the allocator, plus an sk_buff of 256 (tcp_sndbuf_expand).
    const uint32_t segment =
        std::bit_ceil(std::max(m_state.mssClamp, m_state.mss) + 192 + 320) + 256;
    const uint32_t segments =
        std::max({TcpSettings::INITIAL_WINDOW, m_state.cwnd, m_state.reordering + 1});
    const uint64_t wanted =
        static_cast<uint64_t>(m_control->GetBufferWindows()) * segments * segment;
    if (m_state.sendBuffer < wanted)
    {
        m_state.sendBuffer =
            static_cast<uint32_t>(std::min<uint64_t>(wanted, m_state.settings->sendMemory[2]));
    }
}

void
TcpSender::CheckSpace()
{
    if (!m_state.writerWaits)
    {
        return;
    }
    if (!m_state.bufferLocked && m_state.InFlight() < m_state.cwnd)
    {
        ExpandBuffer();
        m_state.cwndStampTick = m_state.tick;
    }
    if (IsWritable())
    {
        m_state.writerWaits = false;
        m_chrono.Stop(TcpChrono::Kind::BUFFER_LIMITED, m_queue.IsEmpty(), m_state.NowUs());
    }
}

uint32_t
TcpSender::UpdateWindow(TcpAck& ack, uint8_t windowScale)
{
    const TcpSegment& segment = *ack.segment;
    uint32_t window = segment.window;
    if (!segment.Has(TcpSegment::SYN))
    {
        window <<= windowScale;
    }
    if (!m_state.TakesWindow(segment, window))
    {
        return 0;
    }
    m_state.wl1 = segment.seq;
    const bool changed = m_state.window != window;
    if (changed)
    {
        m_state.window = window;
        if (!m_queue.IsAllSent())
        {
            CheckIdleCwnd(m_state, *m_control);
        }
        if (window > m_state.maxWindow)
        {
            m_state.maxWindow = window;
            SyncSegmentSize();
        }
    }
    return TcpAck::WINDOW_UPDATE;
}

void
TcpSender::UpdatePacingRate()
{
    // mss * window / srtt, plus a margin (tcp_update_pacing_rate).
    const TcpSettings& settings = *m_state.settings;
    uint64_t rate = static_cast<uint64_t>(m_state.mss) * ((1000000 / 100) << 3);
    rate *= m_state.cwnd < m_state.ssthresh / 2 ? settings.pacingSlowStartPercent
                                                : settings.pacingAvoidancePercent;
    rate *= std::max(m_state.cwnd, m_state.packetsOut);
    if (m_state.rtt.GetSrtt8() > 0)
    {
        rate /= m_state.rtt.GetSrtt8();
    }
    m_state.pacingRate = std::min(rate, m_host->GetOptions().maxPacingRate);
}

void
TcpSender::SetWindowOrRate(TcpAck& ack, uint32_t delivered)
{
    if (m_control->Controls())
    {
        m_control->Control(m_state, ack.rate);
        m_state.pacingRate = std::min(m_state.pacingRate, m_host->GetOptions().maxPacingRate);
        return;
    }
    if (m_state.InReduction())
    {
        ApplyReduction(delivered, ack.rate.losses, ack.Is(TcpAck::ADVANCED));
    }
    else if (ack.Is(m_state.reordering > m_state.settings->reordering ? TcpAck::PROGRESS
                                                                      : TcpAck::DATA_ACKED))
    {
        m_control->Grow(m_state, delivered);
        m_state.cwndStampTick = m_state.tick;
    }
    UpdatePacingRate();
}

void
TcpSender::ResendAfter(TcpAck& ack)
{
    if (ack.resend == TcpAck::Resend::NOTHING || m_host->GetState() == TcpState::SYN_SENT)
    {
        return;
    }
    if (ack.resend == TcpAck::Resend::NEW)
    {
        PushPending(NAGLE_OFF);
        if (SeqAfter(m_state.nxt, m_state.highSeq))
        {
            return;
        }
        m_state.frto = false;
    }
    RepeatLost();
}

void
TcpSender::OnOldAck(TcpAck& ack)
{
    // The ACK is late, but its SACK blocks may be new.
    if (ack.segment->options.blocks == 0 || !m_state.sack)
    {
        return;
    }
    const uint32_t delivered = m_state.delivered;
    const bool tagged = TagSacked(ack);
    m_state.delivered = delivered; // Data reported by such blocks is not counted (tcp_ack).
    if (tagged && (m_state.caState != TcpCaState::LOSS || m_state.undoable))
    {
        NoteReordering(ack.lowestReordered);
    }
    OnAlert(ack);
    ResendAfter(ack);
}

void
TcpSender::FinishAck(TcpAck& ack, uint32_t delivered, uint32_t lost)
{
    const TcpSettings& settings = *m_state.settings;
    if (ack.isReneged)
    {
        // The peer may have dropped data that it SACKed: check again soon
        // (tcp_check_sack_reneging).
        const uint64_t us = std::max(m_state.rtt.GetSrtt8() >> 4, 10000U);
        StartTimer(TcpTimer::RETRANSMIT, TcpClock::TicksOf(settings, us));
    }
    else if (ack.reorderUs > 0)
    {
        const uint64_t us = ack.reorderUs + TIMEOUT_MIN_US;
        StartTimer(TcpTimer::REORDER,
                   std::min(TcpClock::TicksOf(settings, us), m_state.rtt.GetRtoTicks(settings)));
    }
    if (ack.Is(TcpAck::SET_TIMER) && !ScheduleLossProbe(true))
    {
        RearmRto();
    }
    ack.rate.Finish(m_state, m_state.delivered - delivered, m_state.lost - lost);
    SetWindowOrRate(ack, m_state.delivered - delivered);
    ResendAfter(ack);
}

void
TcpSender::CountMarked(const TcpAck& ack, uint32_t delivered)
{
    if (ack.Is(TcpAck::ECHO))
    {
        m_state.deliveredMarked += m_state.delivered - delivered;
    }
    m_control->OnAckEvent(m_state);
}

bool
TcpSender::OnAck(const TcpSegment& segment, uint8_t windowScale)
{
    TcpAck ack;
    ack.segment = &segment;
    ack.priorUna = m_state.una;
    if (SeqAfter(segment.ack, m_state.nxt))
    {
        return false;
    }
    if (SeqBefore(segment.ack, m_state.una))
    {
        const auto most = std::min<uint64_t>(m_state.maxWindow, m_state.bytesAcked);
        if (SeqBefore(segment.ack, m_state.una - static_cast<uint32_t>(most)))
        {
            return false;
        }
        OnOldAck(ack);
        return true;
    }
    const uint32_t delivered = m_state.delivered;
    const uint32_t lost = m_state.lost;
    const uint32_t priorPackets = m_state.packetsOut;
    if (SeqAfter(segment.ack, m_state.una))
    {
        ack.flags |= TcpAck::ADVANCED;
        m_state.timeouts = 0;
    }
    ack.priorHighest = m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
    ack.rate.priorInFlight = m_state.InFlight();
    if (segment.length > 0 || segment.Has(TcpSegment::SYN | TcpSegment::FIN))
    {
        ack.flags |= TcpAck::DATA;
    }
    ack.flags |= UpdateWindow(ack, windowScale);
    m_state.bytesAcked += segment.ack - m_state.una;
    m_state.una = segment.ack;
    if (!SeqAfter(m_state.urgentEnd, m_state.una))
    {
        m_state.urgentEnd = m_state.una;
    }
    if (segment.options.blocks > 0 && m_state.sack && TagSacked(ack) &&
        (m_state.caState != TcpCaState::LOSS || m_state.undoable))
    {
        NoteReordering(ack.lowestReordered);
    }
    if (m_state.ecn.IsEcho(segment))
    {
        ack.flags |= TcpAck::ECHO;
    }
    m_state.probes = 0;
    if (priorPackets == 0)
    {
        CountMarked(ack, delivered);
        if (ack.Is(TcpAck::DSACKED))
        {
            OnAlert(ack);
        }
        OnWindowProbeAnswer();
        if (m_state.probeOut)
        {
            OnLossProbeAck(ack);
        }
        return true;
    }
    CleanQueue(ack);
    if (ack.Is(TcpAck::ACKED))
    {
        OnMtuProbeAcked();
    }
    if (m_queue.GetSentRuns() == 0)
    {
        m_chrono.Stop(TcpChrono::Kind::BUSY, m_queue.IsEmpty(), m_state.NowUs());
    }
    m_control->OnAcked(m_state, ack.rate.rttUs);
    m_rack.UpdateWindow(m_state, ack.rate);
    CountMarked(ack, delivered);
    if (m_state.probeOut)
    {
        OnLossProbeAck(ack);
    }
    if (!ack.Is(TcpAck::NOT_DUPLICATE) || ack.Is(TcpAck::ALERT) ||
        m_state.caState != TcpCaState::OPEN)
    {
        ack.duplicates = ack.Is(TcpAck::ADVANCED | TcpAck::NOT_DUPLICATE | TcpAck::DSACKED) ? 0 : 1;
        OnAlert(ack);
    }
    FinishAck(ack, delivered, lost);
    return true;
}

bool
TcpSender::IsSpurious(const TcpAck& ack, const TcpSendRun& run) const
{
    const auto age = static_cast<uint32_t>(m_state.NowUs() / 1000 - run.sentUs / 1000);
    return run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED) &&
           ack.EchoesBefore(m_host->GetTimestampMs() - age);
}

uint32_t
TcpSender::TakeAcked(TcpAck& ack, TcpSendRun& run, uint32_t packets)
{
    if (run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED))
    {
        ack.flags |= TcpAck::COPY_ACKED;
    }
    else if (!run.Is(TcpSendRun::SACKED))
    {
        ack.lastUs = run.sentUs;
        ack.firstUs = ack.firstUs < 0 ? ack.lastUs : ack.firstUs;
        ack.lowestReordered = SeqMin(ack.lowestReordered, run.seq);
        if (!SeqAfter(run.GetEnd(), m_state.highSeq))
        {
            ack.flags |= TcpAck::ORIGINAL_ACKED;
        }
    }
    if (!run.Is(TcpSendRun::SACKED) && m_state.sack)
    {
        m_state.delivered += packets;
        if (!IsSpurious(ack, run))
        {
            m_rack.Advance(m_state, run, run.GetEnd());
        }
    }
    UncountRun(m_state, run, packets);
    ack.rate.TakeRun(m_state, run);
    if (run.flags & TcpSegment::SYN)
    {
        ack.flags |= TcpAck::SYN_ACKED;
        m_state.hasRetransStamp = false;
    }
    else
    {
        ack.flags |= TcpAck::DATA_ACKED;
    }
    return packets;
}

uint32_t
TcpSender::TrimPartlyAcked(TcpAck& ack)
{
    TcpSendRun& buffer = m_queue.At(0);
    if (buffer.GetSegments() == 1 || !SeqAfter(m_state.una, buffer.seq))
    {
        return 0;
    }
    if (buffer.count > 1)
    {
        m_queue.SplitRun(0, 1);
    }
    TcpSendRun& head = m_queue.At(0);
    const uint32_t segments = head.GetSegments();
    const uint32_t gone = m_state.una - head.seq;
    // A FIN without data is also a segment.
    const uint32_t left = std::max((head.bytes - gone + head.mss - 1) / head.mss, 1U);
    uint32_t acked = 0;
    if (segments > left)
    {
        acked = TakeAcked(ack, head, segments - left);
    }
    m_queue.TrimFront(gone);
    return acked;
}

void
TcpSender::RemoveDuplicates(uint32_t acked)
{
    if (acked > 0)
    {
        // One segment filled the hole; the others had caused the duplicate ACKs.
        m_state.delivered +=
            acked > m_state.sackedOut ? std::max(acked - m_state.sackedOut, 1U) : 1;
        m_state.sackedOut -= std::min(m_state.sackedOut, acked - 1);
    }
    NoteReorderingWithoutSack(acked);
}

bool
TcpSender::SampleRtt(TcpAck& ack, int64_t seqUs, int64_t sackUs, int64_t ackUs)
{
    if (seqUs < 0)
    {
        seqUs = sackUs;
    }
    const TcpSegmentOptions& options = ack.segment->options;
    if (seqUs < 0 && options.hasTimestamps && options.timestampEcho != 0 && ack.Is(TcpAck::ACKED))
    {
        // Only retransmitted segments were acknowledged: the echo tells which transmission (RFC
        // 7323, section 4).
        const auto ms = static_cast<int32_t>(m_host->GetTimestampMs() - options.timestampEcho);
        if (ms >= 0)
        {
            seqUs = ackUs = std::max(ms, 1) * 1000LL;
        }
    }
    ack.rate.rttUs = ackUs;
    if (seqUs < 0)
    {
        return false;
    }
    const bool delayed =
        ack.Is(TcpAck::MAYBE_DELAYED) && ackUs > static_cast<int64_t>(m_state.MinRttUs());
    if (!delayed)
    {
        m_state.rtt.SampleMinimum(*m_state.settings, m_state.tick, ackUs);
    }
    m_state.rtt.Sample(*m_state.settings, seqUs, m_state.una, m_state.nxt);
    m_state.rtt.ComputeRto(*m_state.settings);
    m_state.backoff = 0;
    return true;
}

void
TcpSender::CleanQueue(TcpAck& ack)
{
    uint32_t acked = 0;
    bool whole = true;
    const bool hadSacked = m_state.sackedOut > 0;
    ack.lowestReordered = m_state.nxt;
    size_t place = 0;
    while (place < m_queue.GetSentRuns() && SeqAfter(m_state.una, m_queue.At(place).seq))
    {
        TcpSendRun& run = m_queue.At(place);
        if (SeqAfter(run.GetEnd(), m_state.una))
        {
            const uint32_t buffers = run.count > 1 ? (m_state.una - run.seq) / run.bytes : 0;
            if (buffers == 0)
            {
                break;
            }
            m_queue.SplitRun(place, buffers);
        }
        TcpSendRun& gone = m_queue.At(place);
        acked += TakeAcked(ack, gone, gone.GetPackets());
        ++place;
    }
    m_queue.RemoveFront(place);
    if (m_queue.GetSentRuns() > 0)
    {
        const uint32_t trimmed = TrimPartlyAcked(ack);
        whole = trimmed == 0;
        acked += trimmed;
    }
    if (m_queue.GetSentRuns() > 0 && m_queue.At(0).Is(TcpSendRun::SACKED))
    {
        ack.flags |= TcpAck::RENEGED;
    }
    int64_t seqUs = -1;
    int64_t sackUs = -1;
    int64_t ackUs = -1;
    const int64_t nowUs = m_state.NowUs();
    if (ack.firstUs >= 0 && !ack.Is(TcpAck::COPY_ACKED))
    {
        seqUs = nowUs - ack.firstUs;
        ackUs = nowUs - ack.lastUs;
        if (acked == 1 && whole && !hadSacked && m_state.una - ack.priorUna < m_state.mss &&
            ack.rate.priorDelivered + 1 == m_state.delivered &&
            !ack.Is(TcpAck::ALERT | TcpAck::SYN_ACKED))
        {
            ack.flags |= TcpAck::MAYBE_DELAYED;
            ack.rate.ackDelayed = true;
        }
    }
    if (ack.firstSackUs >= 0)
    {
        sackUs = nowUs - ack.firstSackUs;
        ackUs = nowUs - ack.lastSackUs;
    }
    const bool sampled = SampleRtt(ack, seqUs, sackUs, ackUs);
    if (ack.Is(TcpAck::ACKED))
    {
        ack.flags |= TcpAck::SET_TIMER;
        if (!m_state.sack)
        {
            RemoveDuplicates(acked);
            if (ack.Is(TcpAck::COPY_ACKED))
            {
                ack.flags &= ~TcpAck::ORIGINAL_ACKED; // Without SACK this cannot be known.
            }
        }
        else if (SeqBefore(ack.lowestReordered, ack.priorHighest))
        {
            NoteReordering(ack.lowestReordered);
        }
    }
    else if (m_queue.GetSentRuns() > 0 && sampled && sackUs >= 0 &&
             sackUs > nowUs - m_queue.At(0).sentUs)
    {
        ack.flags |= TcpAck::SET_TIMER;
    }
}

uint32_t
TcpSender::CountDuplicate(TcpAck& ack, const TcpSackBlock& block)
{
    const uint32_t bytes = block.end - block.start;
    uint32_t segments = 1;
    if (bytes > m_state.maxWindow)
    {
        return 0; // Longer than anything ever sent at once.
    }
    if (m_state.mss > 0 && bytes > m_state.mss)
    {
        segments = (bytes + m_state.mss - 1) / m_state.mss;
    }
    if (m_state.probeOut && m_state.probeEnd == block.end)
    {
        ack.flags |= TcpAck::DSACK_PROBE;
    }
    m_state.dsackDups += segments;
    if (m_state.dsackDups > m_state.totalRetrans)
    {
        return 0; // The network duplicated it, not the sender.
    }
    m_state.dsackSeen = true;
    if (m_state.reorderingSeen > 0 && !ack.Is(TcpAck::DSACK_PROBE))
    {
        m_rack.SeeDsack();
    }
    ack.flags |= TcpAck::DSACKED;
    m_state.delivered += segments; // The retransmission arrived as well.
    return segments;
}

bool
TcpSender::CheckDuplicate(TcpAck& ack)
{
    const TcpSegmentOptions& options = ack.segment->options;
    const TcpSackBlock& first = options.sack[0];
    bool duplicate = SeqBefore(first.start, ack.segment->ack);
    if (!duplicate && options.blocks > 1)
    {
        const TcpSackBlock& second = options.sack[1];
        duplicate = !SeqAfter(first.end, second.end) && !SeqBefore(first.start, second.start);
    }
    if (!duplicate)
    {
        return false;
    }
    const uint32_t segments = CountDuplicate(ack, first);
    if (segments == 0)
    {
        return false;
    }
    if (m_state.undoable && m_state.undoRetrans > 0 && !SeqAfter(first.end, ack.priorUna) &&
        SeqAfter(first.end, m_state.undoMarker))
    {
        // The data it reports is no longer in the queue: count it here.
        m_state.undoRetrans = std::max(0, m_state.undoRetrans - static_cast<int32_t>(segments));
    }
    return true;
}

bool
TcpSender::IsValid(const TcpSackBlock& block, bool duplicate) const
{
    if (SeqAfter(block.end, m_state.nxt) || !SeqBefore(block.start, block.end) ||
        !SeqBefore(block.start, m_state.nxt))
    {
        return false;
    }
    if (SeqAfter(block.start, m_state.una))
    {
        return true;
    }
    if (!duplicate || !m_state.undoable)
    {
        return false;
    }
    if (SeqAfter(block.end, m_state.una))
    {
        return false;
    }
    return !SeqBefore(block.start, m_state.undoMarker) ||
           (SeqAfter(block.end, m_state.undoMarker) &&
            block.end - block.start <= m_state.maxWindow);
}

void
TcpSender::TagNew(TcpAck& ack, TcpSendRun& run)
{
    const uint32_t packets = run.GetPackets();
    m_rack.Advance(m_state, run, run.GetEnd());
    if (run.Is(TcpSendRun::REPEATED))
    {
        // A retransmission of a run not marked lost may still be in flight.
        if (run.Is(TcpSendRun::LOST))
        {
            UnmarkRunLost(m_state, run);
            UnmarkRunRepeated(m_state, run);
        }
    }
    else
    {
        if (!run.Is(TcpSendRun::EVER_REPEATED))
        {
            const uint32_t high = m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
            if (SeqBefore(run.seq, high))
            {
                ack.lowestReordered = SeqMin(ack.lowestReordered, run.seq);
            }
            if (!SeqAfter(run.GetEnd(), m_state.highSeq))
            {
                ack.flags |= TcpAck::ORIGINAL_ACKED;
            }
            if (ack.firstSackUs < 0)
            {
                ack.firstSackUs = run.sentUs;
            }
            ack.lastSackUs = run.sentUs;
        }
        UnmarkRunLost(m_state, run);
    }
    const uint32_t end = run.GetEnd();
    m_state.highestSack = m_state.sackedOut > 0 ? SeqMax(m_state.highestSack, end) : end;
    run.marks |= TcpSendRun::SACKED;
    ack.flags |= TcpAck::DATA_SACKED;
    m_state.sackedOut += packets;
    m_state.delivered += packets;
    ack.rate.TakeRun(m_state, run);
}

void
TcpSender::TagRun(TcpAck& ack, TcpSendRun& run, bool duplicate)
{
    if (duplicate && run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED))
    {
        if (m_state.undoable && m_state.undoRetrans > 0 &&
            SeqAfter(run.GetEnd(), m_state.undoMarker))
        {
            m_state.undoRetrans =
                std::max(0, m_state.undoRetrans - static_cast<int32_t>(run.GetPackets()));
        }
        if (run.Is(TcpSendRun::SACKED))
        {
            ack.lowestReordered = SeqMin(ack.lowestReordered, run.seq);
        }
    }
    if (!SeqAfter(run.GetEnd(), m_state.una))
    {
        return; // It is removed from the queue by the same ACK.
    }
    if (!run.Is(TcpSendRun::SACKED))
    {
        TagNew(ack, run);
    }
    if (duplicate)
    {
        UnmarkRunRepeated(m_state, run);
    }
}

bool
TcpSender::FitBuffer(size_t place, const TcpSackBlock& block)
{
    const TcpSendRun& run = m_queue.At(place);
    if (run.GetSegments() == 1)
    {
        return false;
    }
    const bool front = !SeqAfter(block.start, run.seq);
    uint32_t bytes = front ? block.end - run.seq : block.start - run.seq;
    if (front)
    {
        bytes = bytes / run.mss * run.mss; // Only whole segments.
    }
    else
    {
        bytes = (bytes + run.mss - 1) / run.mss * run.mss;
    }
    if (bytes == 0 || bytes >= run.bytes)
    {
        return false;
    }
    // A cut at a segment boundary does not change the number of segments.
    m_queue.CutBuffer(place, bytes);
    return front;
}

bool
TcpSender::Fit(size_t place, const TcpSackBlock& block)
{
    const TcpSendRun& run = m_queue.At(place);
    if (!SeqAfter(block.start, run.seq) && !SeqBefore(block.end, run.GetEnd()))
    {
        return true;
    }
    if (run.count == 1)
    {
        return FitBuffer(place, block);
    }
    if (SeqAfter(block.start, run.seq))
    {
        const uint32_t before = (block.start - run.seq) / run.bytes;
        m_queue.SplitRun(place, std::max(1U, before));
        return before == 0 && FitBuffer(place, block);
    }
    const uint32_t whole = (block.end - run.seq) / run.bytes;
    if (whole == 0)
    {
        m_queue.SplitRun(place, 1);
        return FitBuffer(place, block);
    }
    m_queue.SplitRun(place, whole);
    return true;
}

void
TcpSender::TagBlock(TcpAck& ack, const TcpSackBlock& block, bool duplicate)
{
    size_t place = m_queue.Find(SeqMax(block.start, duplicate ? block.start : m_state.una));
    while (place < m_queue.GetSentRuns() && SeqBefore(m_queue.At(place).seq, block.end))
    {
        const bool tagged = m_queue.At(place).Is(TcpSendRun::SACKED);
        if ((!tagged || duplicate) && Fit(place, block))
        {
            TagRun(ack, m_queue.At(place), duplicate);
            if (!tagged && m_queue.At(place).Is(TcpSendRun::SACKED))
            {
                m_queue.ShareSacked(place);
            }
            if (m_queue.JoinWithPrevious(place))
            {
                continue;
            }
        }
        ++place;
    }
}

bool
TcpSender::TagSacked(TcpAck& ack)
{
    const TcpSegmentOptions& options = ack.segment->options;
    ack.lowestReordered = m_state.nxt;
    const bool duplicate = CheckDuplicate(ack);
    if (SeqBefore(ack.segment->ack, ack.priorUna - m_state.maxWindow) || m_state.packetsOut == 0)
    {
        return false;
    }
    // The blocks in sequence order, each with a flag for a reported duplicate.
    std::array<std::pair<TcpSackBlock, bool>, TcpSegmentOptions::MAX_BLOCKS> blocks;
    size_t used = 0;
    for (uint8_t i = 0; i < options.blocks; ++i)
    {
        const bool reports = duplicate && i == 0;
        if (!IsValid(options.sack[i], reports) ||
            (!reports && !SeqAfter(options.sack[i].end, ack.priorUna)))
        {
            continue;
        }
        size_t place = used++;
        for (; place > 0 && SeqBefore(options.sack[i].start, blocks[place - 1].first.start);
             --place)
        {
            blocks[place] = blocks[place - 1];
        }
        blocks[place] = {options.sack[i], reports};
    }
    for (size_t i = 0; i < used; ++i)
    {
        TagBlock(ack, blocks[i].first, blocks[i].second);
    }
    return true;
}

void
TcpSender::MarkAllLost()
{
    const size_t runs = m_queue.GetSentRuns();
    const bool reneged = runs > 0 && m_queue.At(0).Is(TcpSendRun::SACKED);
    if (reneged)
    {
        m_state.sackedOut = 0;
        m_state.reneging = true;
    }
    else if (!m_state.sack)
    {
        m_state.sackedOut = 0;
    }
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        TcpSendRun& run = m_queue.At(place);
        if (reneged)
        {
            run.marks &= static_cast<uint8_t>(~TcpSendRun::SACKED);
        }
        else if (place != 0 && !m_state.IsReno() && m_rack.GetRemainingUs(m_state, run, 0) > 0)
        {
            continue;
        }
        MarkRunLost(m_state, run);
    }
}

void
TcpSender::MarkHeadLost(bool advanced)
{
    const bool starts =
        m_state.caState < TcpCaState::RECOVERY && m_state.sackedOut >= m_state.reordering;
    if (!starts && !(m_state.caState == TcpCaState::RECOVERY && advanced))
    {
        return;
    }
    TcpSendRun& head = m_queue.At(0);
    if (head.Is(TcpSendRun::LOST))
    {
        return;
    }
    if (head.count > 1)
    {
        m_queue.SplitRun(0, 1);
    }
    if (m_queue.At(0).GetSegments() > 1)
    {
        m_queue.CutBuffer(0, m_queue.At(0).mss);
    }
    MarkRunLost(m_state, m_queue.At(0));
}

void
TcpSender::IdentifyLoss(TcpAck& ack)
{
    if (m_queue.GetSentRuns() == 0)
    {
        return;
    }
    if (!m_state.sack)
    {
        MarkHeadLost(ack.Is(TcpAck::ADVANCED));
        return;
    }
    const uint32_t copies = m_state.retransOut;
    const uint64_t waitUs = m_rack.MarkLost(m_state, m_queue);
    if (waitUs > 0)
    {
        ack.reorderUs = waitUs;
        ack.flags &= ~TcpAck::SET_TIMER;
    }
    if (copies > m_state.retransOut)
    {
        ack.flags |= TcpAck::LOST_COPY;
    }
}

void
TcpSender::NoteReordering(uint32_t low)
{
    // Without SACK it is how far this ACK advanced the left edge (tcp_highest_sack_seq).
    const uint32_t high = m_state.sack && m_state.sackedOut > 0 ? m_state.highestSack : m_state.una;
    if (!SeqBefore(low, high))
    {
        return;
    }
    const uint32_t distance = high - low;
    if (m_state.mss > 0 && distance > m_state.reordering * m_state.mss)
    {
        m_state.reordering =
            std::min((distance + m_state.mss - 1) / m_state.mss, m_state.settings->maxReordering);
    }
    ++m_state.reorderingSeen;
}

bool
TcpSender::LimitDuplicates()
{
    const uint32_t holes = std::min(std::max(m_state.lostOut, 1U), m_state.packetsOut);
    if (m_state.sackedOut + holes <= m_state.packetsOut)
    {
        return false;
    }
    m_state.sackedOut = m_state.packetsOut - holes;
    return true;
}

void
TcpSender::NoteReorderingWithoutSack(uint32_t added)
{
    if (LimitDuplicates() && !m_state.IsReno())
    {
        m_state.reordering = std::min(m_state.packetsOut + added, m_state.settings->maxReordering);
        ++m_state.reorderingSeen;
    }
}

void
TcpSender::AddDuplicates(uint32_t duplicates)
{
    if (duplicates == 0)
    {
        return;
    }
    const uint32_t before = m_state.sackedOut;
    m_state.sackedOut += duplicates;
    NoteReorderingWithoutSack(0);
    if (m_state.sackedOut > before)
    {
        m_state.delivered += m_state.sackedOut - before;
    }
}

void
TcpSender::BeginReduction()
{
    m_state.highSeq = m_state.nxt;
    m_state.probeOut = false;
    m_state.cwndCredit = 0;
    m_state.priorCwnd = m_state.cwnd;
    m_state.prrDelivered = 0;
    m_state.prrOut = 0;
    m_state.ssthresh = m_control->GetSsthresh(m_state);
    m_state.ecn.QueueConfirmation();
}

void
TcpSender::ApplyReduction(uint32_t acked, uint32_t lost, bool advanced)
{
    if (acked == 0 || m_state.priorCwnd == 0)
    {
        return;
    }
    if (m_state.IsReno())
    {
        // Segments reported by duplicate ACKs have left the network, so this is the threshold plus
        // one segment for each of them (RFC 2001: the window is inflated). The retransmission is
        // sent regardless of the window.
        const uint32_t first = m_state.prrOut > 0 ? 0 : m_state.InFlight() + 1;
        m_state.cwnd = std::max(m_state.ssthresh, first);
        return;
    }
    const auto inFlight = static_cast<int64_t>(m_state.InFlight());
    const int64_t room = static_cast<int64_t>(m_state.ssthresh) - inFlight;
    m_state.prrDelivered += acked;
    int64_t send = 0;
    if (room < 0)
    {
        // Proportional part: ssthresh / RecoverFS of the delivered segments, rounded up.
        const uint64_t share =
            static_cast<uint64_t>(m_state.ssthresh) * m_state.prrDelivered + m_state.priorCwnd - 1;
        send = static_cast<int64_t>(share / m_state.priorCwnd) - m_state.prrOut;
    }
    else
    {
        send =
            std::max<int64_t>(static_cast<int64_t>(m_state.prrDelivered) - m_state.prrOut, acked);
        // Slow start bound while recovery makes progress, otherwise conservation (RFC 9937:
        // SafeACK).
        send += advanced && lost == 0 ? 1 : 0;
        send = std::min(room, send);
    }
    // Send the first retransmission immediately.
    send = std::max<int64_t>(send, m_state.prrOut > 0 ? 0 : 1);
    m_state.cwnd = static_cast<uint32_t>(inFlight + send);
}

void
TcpSender::EndReduction()
{
    if (m_control->Controls())
    {
        return;
    }
    if (m_state.ssthresh < TcpSendState::INFINITE &&
        (m_state.caState == TcpCaState::CWR || m_state.undoable))
    {
        m_state.cwnd = m_state.ssthresh;
        m_state.cwndStampTick = m_state.tick;
    }
}

void
TcpSender::SetCaState(TcpCaState next)
{
    m_control->OnState(m_state, next);
    m_state.caState = next;
}

bool
TcpSender::IsAnythingRepeated() const
{
    return m_state.retransOut > 0 ||
           (m_queue.GetSentRuns() > 0 && m_queue.At(0).Is(TcpSendRun::EVER_REPEATED));
}

void
TcpSender::ForgetRetransStamp()
{
    if (!IsAnythingRepeated())
    {
        m_state.hasRetransStamp = false;
    }
}

void
TcpSender::StartUndo()
{
    m_state.undoable = !m_state.IsReno(); // Eifel and D-SACK date from 2003 and 2000.
    m_state.undoMarker = m_state.una;
    m_state.undoRetrans = static_cast<int32_t>(m_state.retransOut);
    if (m_state.probeOut && m_state.probeCopied)
    {
        ++m_state.undoRetrans;
    }
    if (m_state.undoRetrans == 0)
    {
        m_state.undoRetrans =
            -1; // Zero would mean that all retransmissions are known to be spurious.
    }
}

bool
TcpSender::WasDelayed(const TcpAck& ack) const
{
    if (m_state.hasRetransStamp)
    {
        return ack.EchoesBefore(m_state.retransStampMs);
    }
    if (!m_state.established)
    {
        return false; // The timestamp was dropped with the SYN, even if that was retransmitted.
    }
    // Nothing was retransmitted yet, so the original arrived; but without SACK the timestamp is
    // dropped early.
    return m_state.sack || SeqBefore(m_state.una, m_state.highSeq);
}

void
TcpSender::UndoReduction(bool unlose)
{
    if (unlose)
    {
        for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
        {
            m_queue.At(place).marks &= static_cast<uint8_t>(~TcpSendRun::LOST);
        }
        m_state.lostOut = 0;
    }
    if (m_state.priorSsthresh != 0)
    {
        m_state.cwnd = m_control->GetUndoCwnd(m_state);
        if (m_state.priorSsthresh > m_state.ssthresh)
        {
            m_state.ssthresh = m_state.priorSsthresh;
            m_state.ecn.WithdrawConfirmation();
        }
    }
    m_state.cwndStampTick = m_state.tick;
    m_state.undoable = false;
    m_rack.Recheck();
}

bool
TcpSender::HoldsWithoutSack()
{
    if (m_state.sack || m_state.una != m_state.highSeq || m_state.IsReno())
    {
        return false;
    }
    ForgetRetransStamp();
    return true;
}

bool
TcpSender::UndoRecovery(const TcpAck& ack)
{
    if (MayUndo(ack))
    {
        UndoReduction(false);
    }
    else
    {
        m_rack.EndRecovery();
    }
    if (HoldsWithoutSack())
    {
        return true;
    }
    SetCaState(TcpCaState::OPEN);
    m_state.reneging = false;
    return false;
}

bool
TcpSender::UndoPartial(const TcpAck& ack)
{
    if (!m_state.undoable || !WasDelayed(ack))
    {
        return false;
    }
    // The original filled the hole: reordering.
    NoteReordering(ack.priorUna);
    if (m_state.retransOut > 0)
    {
        return true;
    }
    ForgetRetransStamp();
    UndoReduction(true);
    KeepOpen();
    return false;
}

bool
TcpSender::UndoLoss(const TcpAck& ack, bool byFrto)
{
    if (!byFrto && !MayUndo(ack))
    {
        return false;
    }
    UndoReduction(true);
    if (HoldsWithoutSack())
    {
        return true;
    }
    if (byFrto || m_state.sack)
    {
        SetCaState(TcpCaState::OPEN);
        m_state.reneging = false;
    }
    return true;
}

bool
TcpSender::UndoByDsack()
{
    if (!m_state.undoable || m_state.undoRetrans != 0)
    {
        return false;
    }
    m_rack.UndoRecovery();
    UndoReduction(false);
    return true;
}

void
TcpSender::EnterRecovery(bool echo)
{
    // A retransmission of the previous recovery may still be outstanding; without its timestamp its
    // ACK would look like that of an original, and undo the reduction (tcp_enter_recovery, Linux
    // 6.12).
    ForgetRetransStamp();
    m_state.priorSsthresh = 0;
    StartUndo();
    if (!m_state.InReduction())
    {
        // A mark is congestion, whatever becomes of the loss (tcp_enter_recovery).
        m_state.priorSsthresh = echo ? 0 : m_state.CurrentSsthresh();
        BeginReduction();
    }
    SetCaState(TcpCaState::RECOVERY);
}

void
TcpSender::EnterLoss(bool firstTimeout)
{
    const bool isNew = m_state.caState < TcpCaState::RECOVERY;
    MarkAllLost();
    if (m_state.caState <= TcpCaState::DISORDER || !SeqAfter(m_state.highSeq, m_state.una) ||
        (m_state.caState == TcpCaState::LOSS && firstTimeout) || m_state.IsReno())
    {
        m_state.priorSsthresh = m_state.CurrentSsthresh();
        m_state.priorCwnd = m_state.cwnd;
        m_state.ssthresh = m_control->GetSsthresh(m_state);
        m_control->OnTimeout(m_state);
        StartUndo();
    }
    m_state.cwnd = m_state.InFlight() + 1;
    m_state.cwndCredit = 0;
    m_state.cwndStampTick = m_state.tick;
    if (m_state.caState <= TcpCaState::DISORDER &&
        m_state.sackedOut >= m_state.settings->reordering)
    {
        // A timeout despite that many SACKs: reordering was overestimated.
        m_state.reordering = std::min(m_state.reordering, m_state.settings->reordering);
    }
    SetCaState(TcpCaState::LOSS);
    m_state.highSeq = m_state.nxt;
    m_state.ecn.QueueConfirmation();
    m_state.probeOut = false;
    m_state.frto = m_state.settings->frto && (isNew || !firstTimeout);
}

void
TcpSender::KeepOpen()
{
    const bool dubious = m_state.sackedOut + m_state.lostOut > 0 || IsAnythingRepeated();
    const TcpCaState next = dubious ? TcpCaState::DISORDER : TcpCaState::OPEN;
    if (m_state.caState != next)
    {
        SetCaState(next);
        m_state.highSeq = m_state.nxt;
    }
}

void
TcpSender::EnterReduction()
{
    m_state.priorSsthresh = 0;
    if (m_state.caState < TcpCaState::CWR)
    {
        m_state.undoable = false;
        BeginReduction();
        SetCaState(TcpCaState::CWR);
    }
}

void
TcpSender::OpenAgain(const TcpAck& ack)
{
    ForgetRetransStamp();
    if (ack.Is(TcpAck::ECHO))
    {
        EnterReduction();
    }
    if (m_state.caState != TcpCaState::CWR)
    {
        KeepOpen();
    }
}

bool
TcpSender::ProcessFrto(TcpAck& ack, bool recovered)
{
    if (ack.Is(TcpAck::ORIGINAL_ACKED) && UndoLoss(ack, true))
    {
        return true; // Step 3b: a segment never retransmitted arrived, so not everything was lost.
    }
    if (SeqAfter(m_state.nxt, m_state.highSeq))
    {
        if (ack.Is(TcpAck::DATA_SACKED) || ack.duplicates > 0)
        {
            m_state.frto = false; // Step 3a: the loss was real.
        }
    }
    else if (ack.Is(TcpAck::ADVANCED) && !recovered)
    {
        m_state.highSeq = m_state.nxt;
        // Step 2b: send new data, if there is any and the peer's window allows it.
        if (!m_queue.IsAllSent() && SeqAfter(m_state.una + m_state.window, m_state.nxt))
        {
            ack.resend = TcpAck::Resend::NEW;
            return true;
        }
        m_state.frto = false;
    }
    return false;
}

void
TcpSender::ProcessLoss(TcpAck& ack)
{
    const bool recovered = !SeqBefore(m_state.una, m_state.highSeq);
    if (ack.Is(TcpAck::ADVANCED) && UndoLoss(ack, false))
    {
        return;
    }
    if (m_state.frto && ProcessFrto(ack, recovered))
    {
        return;
    }
    if (recovered)
    {
        UndoRecovery(ack);
        return;
    }
    if (!m_state.sack)
    {
        if (SeqAfter(m_state.nxt, m_state.highSeq) && ack.duplicates > 0)
        {
            AddDuplicates(ack.duplicates);
        }
        else if (ack.Is(TcpAck::ADVANCED))
        {
            m_state.sackedOut = 0;
        }
    }
    ack.resend = TcpAck::Resend::LOST;
}

bool
TcpSender::LeaveState(const TcpAck& ack)
{
    if (m_state.caState == TcpCaState::OPEN)
    {
        m_state.hasRetransStamp = false;
        return false;
    }
    if (SeqBefore(m_state.una, m_state.highSeq))
    {
        return false;
    }
    if (m_state.caState == TcpCaState::CWR && m_state.una != m_state.highSeq)
    {
        EndReduction();
        SetCaState(TcpCaState::OPEN);
    }
    else if (m_state.caState == TcpCaState::RECOVERY)
    {
        if (!m_state.sack)
        {
            m_state.sackedOut = 0;
        }
        if (UndoRecovery(ack))
        {
            return true;
        }
        EndReduction();
    }
    return false;
}

void
TcpSender::EndReno()
{
    m_state.sackedOut = 0;
    m_state.cwnd = m_state.ssthresh;
    m_state.hasRetransStamp = false;
    SetCaState(TcpCaState::OPEN);
}

void
TcpSender::OnAlert(TcpAck& ack)
{
    if (m_state.packetsOut == 0 && m_state.sackedOut > 0)
    {
        m_state.sackedOut = 0;
    }
    if (ack.Is(TcpAck::ECHO))
    {
        m_state.priorSsthresh = 0; // The reduction will not be undone (tcp_fastretrans_alert).
    }
    if (ack.Is(TcpAck::RENEGED) && ack.Is(TcpAck::ADVANCED))
    {
        ack.isReneged = true;
        ack.flags &= ~TcpAck::SET_TIMER;
        return;
    }
    if (m_state.caState == TcpCaState::RECOVERY && ack.Is(TcpAck::ADVANCED) && m_state.IsReno())
    {
        EndReno();
        return;
    }
    if (LeaveState(ack))
    {
        return;
    }
    if (m_state.caState == TcpCaState::RECOVERY)
    {
        if (!ack.Is(TcpAck::ADVANCED))
        {
            if (!m_state.sack)
            {
                AddDuplicates(ack.duplicates);
            }
        }
        else if (UndoPartial(ack))
        {
            return;
        }
        if (UndoByDsack())
        {
            OpenAgain(ack);
        }
        IdentifyLoss(ack);
        if (m_state.caState != TcpCaState::RECOVERY)
        {
            if (m_state.lostOut == 0)
            {
                return;
            }
            EnterRecovery(ack.Is(TcpAck::ECHO));
        }
        ack.resend = TcpAck::Resend::LOST;
        return;
    }
    if (m_state.caState == TcpCaState::LOSS)
    {
        ProcessLoss(ack);
        IdentifyLoss(ack);
        if (m_state.caState != TcpCaState::OPEN && !ack.Is(TcpAck::LOST_COPY))
        {
            return;
        }
    }
    OnAlertBelowRecovery(ack);
}

void
TcpSender::OnAlertBelowRecovery(TcpAck& ack)
{
    if (!m_state.sack)
    {
        if (ack.Is(TcpAck::ADVANCED))
        {
            m_state.sackedOut = 0;
        }
        AddDuplicates(ack.duplicates);
    }
    if (m_state.caState <= TcpCaState::DISORDER)
    {
        UndoByDsack();
    }
    IdentifyLoss(ack);
    if (m_state.lostOut == 0)
    {
        OpenAgain(ack);
        return;
    }
    ack.resend = TcpAck::Resend::LOST;
    if (m_state.caState < TcpCaState::CWR && m_state.path.FailsAt(m_state.una))
    {
        // Nothing but the size of the probe is to blame: the window is not reduced.
        m_state.path.high = m_state.path.probe - 1;
        m_state.path.probe = 0;
        ++m_state.cwnd;
        GiveUpOversized();
        return;
    }
    EnterRecovery(ack.Is(TcpAck::ECHO));
}

void
TcpSender::GiveUpOversized()
{
    for (size_t place = 0; place < m_queue.GetSentRuns(); ++place)
    {
        if (m_queue.At(place).GetSegmentBytes() > m_state.mss)
        {
            MarkRunLost(m_state, m_queue.At(place));
        }
    }
    if (m_state.lostOut == 0)
    {
        return;
    }
    if (!m_state.sack)
    {
        LimitDuplicates();
    }
    if (m_state.caState != TcpCaState::LOSS)
    {
        m_state.highSeq = m_state.nxt;
        m_state.ssthresh = m_state.CurrentSsthresh();
        m_state.priorSsthresh = 0;
        m_state.undoable = false;
        SetCaState(TcpCaState::LOSS);
    }
}

void
TcpSender::OnLossProbeAck(const TcpAck& ack)
{
    const uint32_t acknowledged = ack.segment->ack;
    if (SeqBefore(acknowledged, m_state.probeEnd))
    {
        return;
    }
    if (!m_state.probeCopied || ack.Is(TcpAck::DSACK_PROBE))
    {
        m_state.probeOut =
            false; // New data was acknowledged, or original and probe arrived: no loss.
    }
    else if (SeqAfter(acknowledged, m_state.probeEnd))
    {
        // The probe repaired a loss: reduce the window once.
        BeginReduction();
        SetCaState(TcpCaState::CWR);
        EndReduction();
        KeepOpen();
    }
    else if (!ack.Is(TcpAck::ADVANCED | TcpAck::NOT_DUPLICATE | TcpAck::DATA_SACKED))
    {
        m_state.probeOut = false; // A bare duplicate: both arrived.
    }
}

} // namespace ns3::net8
