// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-connection.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{

TcpConnection::TcpConnection(const TcpSettings& settings,
                             const TcpSocketOptions& options,
                             TcpOutput& output)
    : m_settings(settings),
      m_output(&output),
      m_options(options),
      m_sender(settings, *this)
{
    m_window.Open(m_settings, m_options.receiveBuffer);
    if (m_options.sendBuffer > 0)
    {
        m_sender.SetBuffer(m_options.sendBuffer);
    }
}

void
TcpConnection::MeasureRtt(const TcpSegment& segment)
{
    const uint32_t echo = segment.options.timestampEcho;
    if (m_state != TcpState::ESTABLISHED || !m_timestamps || echo == 0 || echo == m_lastEcho)
    {
        return;
    }
    m_lastEcho = echo;
    const auto ms = static_cast<int32_t>(GetTimestampMs() - echo);
    if (segment.GetEnd() - segment.seq >= m_acks.GetRcvMss() && ms > 0)
    {
        m_window.SampleRtt(ms * 1000LL, m_received);
    }
}

TcpConnection::TcpConnection(const TcpConnection& other, TcpOutput& output)
    : TcpConnection(other)
{
    m_output = &output;
    m_sender.SetHost(*this);
}

template <typename ARCHIVE>
void
TcpConnection::Pass(ARCHIVE archive)
{
    archive(m_options, m_timers, m_window, m_acks, m_now, m_lastAnswer, m_bytesReceived, m_advMss);
    m_sender.Pass(archive);
    m_received.Pass(archive);
    archive(m_recentTimestamp, m_lastEcho, m_ackTick, m_tick, m_compressedNext, m_urgentSeq);
    archive(m_markedNext, m_compressed, m_gapAcks, m_sendScale, m_state, m_error, m_givenUp);
    archive(m_scaling, m_timestamps, m_hasRecentTimestamp, m_passive, m_accepted, m_orphan);
    archive(m_readShut, m_writeShut, m_peerFinished, m_marked, m_finQueued, m_urgentSeen);
    archive(m_urgentNews, m_synAckUs);
}

std::unique_ptr<TcpConnection>
TcpConnection::Wake(TcpImage image)
{
    const TcpSettings* settings = nullptr;
    TcpOutput* output = nullptr;
    image.Take(settings);
    image.Take(output);
    auto woken = std::make_unique<TcpConnection>(*settings, TcpSocketOptions(), *output);
    woken->Pass([&image](auto&... variables) { (image.Take(variables), ...); });
    woken->m_sender.GetControl().Take(image);
    return woken;
}

bool
TcpConnection::CanRest(TcpTime now) const
{
    constexpr TcpTime SOON = 1'000'000'000; // A timer that runs longer waits for a silent peer.
    return m_state == TcpState::ESTABLISHED && m_error == TcpError::NONE && !m_orphan &&
           m_sender.GetQueue().GetRuns() == 0 && m_sender.GetQueue().GetMemory() == 0 &&
           m_received.IsEmpty() && GetDeadline() > now && GetDeadline() - now > SOON;
}

TcpImage
TcpConnection::FallAsleep()
{
    TcpImage image;
    image.Put(&m_settings);
    image.Put(m_output);
    Pass([&image](const auto&... variables) { (image.Put(variables), ...); });
    m_sender.GetControl().Put(image);
    return image;
}

void
TcpConnection::Connect(uint32_t isn, TcpTime now)
{
    SetNow(now);
    SendSyn(isn);
}

void
TcpConnection::Accept(const TcpHandshake& handshake, TcpTime now)
{
    SetNow(now);
    TakeHandshake(handshake);
}

TcpError
TcpConnection::Shutdown(bool reading, bool writing, TcpTime now)
{
    SetNow(now);
    return CloseDirections(reading, writing);
}

void
TcpConnection::Close(TcpTime now)
{
    SetNow(now);
    CloseByUser();
}

void
TcpConnection::Receive(const TcpSegment& segment, TcpTime now)
{
    SetNow(now);
    if (m_timeWait)
    {
        const auto verdict = m_timeWait->Receive(segment, m_settings, now, *m_output);
        if (verdict == TcpTimeWait::Verdict::STAYS)
        {
            return;
        }
        m_timeWait.reset();
        if (verdict == TcpTimeWait::Verdict::RESETS)
        {
            if (const auto reset = ResetFor(segment))
            {
                m_output->Transmit(*reset);
            }
        }
        return;
    }
    if (m_state == TcpState::CLOSED)
    {
        return;
    }
    if (m_state == TcpState::SYN_SENT)
    {
        ReceiveInSynSent(segment);
        return;
    }
    ReceiveSynchronized(segment);
}

void
TcpConnection::ReceiveSynchronized(const TcpSegment& segment)
{
    if (m_state == TcpState::SYN_RECEIVED && !m_passive && segment.Has(TcpSegment::SYN) &&
        segment.Has(TcpSegment::ACK) && segment.seq + 1 == m_received.GetNext())
    {
        // The peer's SYN was received again, now with an ACK: the simultaneous opening is complete.
        TcpSegment bare = segment;
        bare.flags &= static_cast<uint8_t>(~TcpSegment::SYN);
        ++bare.seq;
        ReceiveSynchronized(bare);
        return;
    }
    if (!Validate(segment))
    {
        return;
    }
    // For data handled by header prediction, the timeout before its acknowledgment counts; an
    // acknowledgment with nothing new is not processed (tcp_rcv_established).
    const bool predicted = segment.length > 0 && IsPredicted(segment);
    const uint32_t rtoTicks = predicted ? m_sender.GetState().rtt.GetRtoTicks(m_settings) : 0;
    if (predicted && segment.ack == m_sender.GetState().una)
    {
        UpdateRecentTimestamp(segment);
        m_sender.NoteWindowSeq(segment.seq);
        MeasureRtt(segment);
        TakeData(segment, rtoTicks);
        CheckAck();
        return;
    }
    const bool fits = !SeqAfter(segment.ack, m_sender.GetState().nxt);
    if (fits && !SeqBefore(segment.ack, m_sender.GetState().una))
    {
        UpdateRecentTimestamp(segment);
        m_ackTick = m_tick;
        if (segment.Has(TcpSegment::CWR))
        {
            // Also without data, unlike in RFC 3168 (tcp_ecn_accept_cwr).
            m_sender.GetEcn().SetEchoes(false);
            m_acks.Set(segment.GetEnd() != segment.seq ? TcpAckPolicy::NOW : 0);
        }
    }
    if (!m_sender.OnAck(segment, m_sendScale))
    {
        if (m_state == TcpState::SYN_RECEIVED)
        {
            if (const auto reset = ResetFor(segment))
            {
                m_output->Transmit(*reset);
            }
        }
        else
        {
            SendChallengeAck();
        }
        return;
    }
    MeasureRtt(segment);
    if (m_state != TcpState::ESTABLISHED && !AfterAck(segment))
    {
        return;
    }
    if (TakeData(segment, rtoTicks))
    {
        m_sender.Push();
        m_sender.CheckSpace();
        CheckAck();
    }
}

bool
TcpConnection::TakeData(const TcpSegment& segment, uint32_t rtoTicks)
{
    return TakeIn(segment, rtoTicks) && m_state != TcpState::CLOSED && !m_timeWait;
}

void
TcpConnection::CheckAck()
{
    if (m_acks.Is(TcpAckPolicy::SCHEDULED))
    {
        CheckDueAck();
    }
}

bool
TcpConnection::AfterAck(const TcpSegment& segment)
{
    const TcpSendState& sender = m_sender.GetState();
    const bool finAcked = m_finQueued && sender.una == sender.writeSeq;
    switch (m_state)
    {
    case TcpState::SYN_RECEIVED:
        CompleteAccept(segment);
        if (m_writeShut)
        {
            m_state = TcpState::FIN_WAIT_1;
        }
        return true;
    case TcpState::FIN_WAIT_1:
        return !finAcked || AfterAckInFinWait(segment);
    case TcpState::CLOSING:
        if (finAcked)
        {
            EnterTimeWait(false);
            return false;
        }
        return true;
    case TcpState::LAST_ACK:
        if (finAcked)
        {
            Finish();
            return false;
        }
        return true;
    default:
        return true;
    }
}

TcpConnection::Result
TcpConnection::Write(uint64_t bytes, TcpSender::WriteFlags flags, TcpTime now)
{
    SetNow(now);
    if (m_error != TcpError::NONE)
    {
        return {0, TakeError()};
    }
    if (m_writeShut || m_state == TcpState::CLOSED)
    {
        return {0, TcpError::BROKEN_PIPE};
    }
    if (m_state != TcpState::ESTABLISHED && m_state != TcpState::CLOSE_WAIT)
    {
        return {0, TcpError::WOULD_BLOCK};
    }
    const uint64_t taken = m_sender.Write(bytes, flags);
    return {taken, taken == 0 && bytes > 0 ? TcpError::WOULD_BLOCK : TcpError::NONE};
}

TcpConnection::Result
TcpConnection::Read(uint32_t bytes, TcpTime now)
{
    SetNow(now);
    const uint32_t first = m_received.GetFirstBytes();
    const uint32_t taken = m_received.Read(bytes);
    if (taken > 0)
    {
        m_window.AdjustToReader(m_settings,
                                m_received,
                                taken - std::min(first, taken),
                                m_now / 1000);
        CheckAckAfterRead(taken);
        return {taken, TcpError::NONE};
    }
    if (m_peerFinished)
    {
        return {0, TcpError::NONE};
    }
    if (m_error != TcpError::NONE)
    {
        return {0, TakeError()};
    }
    if (m_readShut)
    {
        return {0, TcpError::NONE};
    }
    if (m_state == TcpState::CLOSED)
    {
        return {0, TcpError::NOT_CONNECTED};
    }
    return {0, TcpError::WOULD_BLOCK};
}

TcpError
TcpConnection::TakeError()
{
    const TcpError error = m_error;
    m_error = TcpError::NONE;
    return error;
}

void
TcpConnection::SetOptions(const TcpSocketOptions& options, TcpTime now)
{
    SetNow(now);
    const TcpSocketOptions before = m_options;
    m_options = options;
    if (options.sendBuffer != before.sendBuffer)
    {
        m_sender.SetBuffer(options.sendBuffer);
        m_sender.CheckSpace();
    }
    if (options.receiveBuffer != before.receiveBuffer)
    {
        m_window.SetBuffer(m_settings, options.receiveBuffer);
    }
    const bool open = m_state != TcpState::CLOSED && m_state != TcpState::SYN_SENT;
    if (options.keepAlive != before.keepAlive || options.keepIdleMs != before.keepIdleMs)
    {
        m_timers.Stop(TcpTimer::KEEPALIVE);
        if (options.keepAlive && open)
        {
            const uint32_t idleMs =
                options.keepIdleMs > 0 ? options.keepIdleMs : m_settings.keepaliveTimeMs;
            const uint32_t silenceMs = GetSilenceMs();
            m_sender.StartKeepalive(idleMs > silenceMs ? idleMs - silenceMs : 0);
        }
    }
    if (options.notSentLowWater != before.notSentLowWater)
    {
        m_sender.CheckSpace();
    }
    if (open && ((options.noDelay) || (before.cork && !options.cork)))
    {
        m_sender.UpdateNagle();
    }
}

void
TcpConnection::SetQuickAck(bool on, TcpTime now)
{
    SetNow(now);
    m_acks.SetInteractive(m_settings, !on);
    const bool open = m_state == TcpState::ESTABLISHED || m_state == TcpState::CLOSE_WAIT;
    if (on && open && m_acks.Is(TcpAckPolicy::SCHEDULED))
    {
        m_acks.Set(TcpAckPolicy::PUSHED);
        CheckAckAfterRead(1);
    }
}

bool
TcpConnection::ReceivePacketTooBig(uint32_t largest, uint32_t seq, TcpTime until, TcpTime now)
{
    SetNow(now);
    return m_state != TcpState::CLOSED && !m_timeWait &&
           m_sender.OnPacketTooBig(largest, seq, until);
}

TcpTime
TcpConnection::GetDeadline() const
{
    return m_timeWait ? m_timeWait->deadline : m_timers.GetNext();
}

void
TcpConnection::Advance(TcpTime now)
{
    SetNow(now);
    if (m_timeWait)
    {
        if (m_timeWait->deadline <= now)
        {
            m_timeWait.reset();
        }
        return;
    }
    for (TcpTimer timer = m_timers.TakeDue(now); timer != TcpTimer::COUNT;
         timer = m_timers.TakeDue(now))
    {
        switch (timer)
        {
        case TcpTimer::DELAYED_ACK:
            m_acks.Unset(TcpAckPolicy::TIMER);
            if (m_acks.Is(TcpAckPolicy::SCHEDULED))
            {
                m_acks.OnTimer(m_settings, m_sender.GetState().rtt.GetRtoTicks(m_settings));
                SendAck();
            }
            break;
        case TcpTimer::SACK:
            if (m_compressed > 0)
            {
                SendAck();
            }
            break;
        case TcpTimer::KEEPALIVE:
            OnKeepaliveTimer();
            break;
        default:
            m_sender.OnTimer(timer);
            break;
        }
    }
}

std::optional<TcpTimeWait>
TcpConnection::TakeTimeWait()
{
    if (!m_timeWait)
    {
        return std::nullopt;
    }
    const TcpTimeWait rest = *m_timeWait;
    m_timeWait.reset();
    return rest;
}

bool
TcpConnection::IsReadable() const
{
    return m_received.GetReadable() > 0 || m_peerFinished || m_readShut ||
           m_error != TcpError::NONE || m_state == TcpState::CLOSED;
}

bool
TcpConnection::IsWritable() const
{
    if (m_error != TcpError::NONE || m_writeShut || m_state == TcpState::CLOSED)
    {
        return true;
    }
    const bool open = m_state == TcpState::ESTABLISHED || m_state == TcpState::CLOSE_WAIT;
    return open && !m_sender.IsWriterWaiting() && m_sender.IsWritable();
}

void
TcpConnection::Poll()
{
    if (!IsWritable())
    {
        m_sender.Poll();
    }
}

TcpInfo
TcpConnection::GetInfo(TcpTime now) const
{
    TcpInfo info;
    m_sender.FillInfo(info, now);
    const uint32_t tick = TcpClock::TickOf(m_settings, now);
    info.state = GetState();
    info.atoUs = static_cast<uint32_t>(TcpClock::UsOf(m_settings, m_acks.GetAtoTicks()));
    info.rcvMss = m_acks.GetRcvMss();
    info.lastDataRecvMs =
        static_cast<uint32_t>(TcpClock::UsOf(m_settings, tick - m_acks.GetReceivedTick()) / 1000);
    info.lastAckRecvMs = static_cast<uint32_t>(TcpClock::UsOf(m_settings, tick - m_ackTick) / 1000);
    info.rcvSsthresh = m_window.GetSsthresh();
    info.advMss = m_advMss;
    info.rcvRttUs = m_window.GetRtt8() >> 3;
    info.rcvSpace = m_window.GetReaderSpace();
    info.rcvWnd = m_window.GetOffered();
    info.bytesReceived = m_bytesReceived;
    return info;
}

void
TcpConnection::SetNow(TcpTime time)
{
    m_now = time;
    m_tick = TcpClock::TickOf(m_settings, time);
    m_sender.SetNow(time);
}

TcpSegment
TcpConnection::MakeSegment(uint32_t seq) const
{
    TcpSegment segment;
    segment.seq = seq;
    segment.ack = m_received.GetNext();
    if (m_timestamps)
    {
        segment.options.hasTimestamps = true;
        segment.options.timestampValue = GetTimestampMs();
        segment.options.timestampEcho = m_recentTimestamp;
    }
    return segment;
}

void
TcpConnection::SendEarlierAck(uint32_t acknowledged)
{
    TcpSegment segment = MakeSegment(m_sender.GetAcceptableSeq());
    segment.ack = acknowledged;
    segment.flags = TcpSegment::ACK;
    segment.window = GetWindowField();
    FillSackOptions(segment.options);
    m_sender.GetEcn().Mark(segment, false);
    m_timers.Stop(TcpTimer::SACK);
    m_compressed = 0;
    m_output->Transmit(segment);
}

bool
TcpConnection::SendSegment(uint32_t seq, uint32_t length, uint32_t segmentBytes, uint8_t flags)
{
    TcpSegment segment = MakeSegment(seq);
    segment.length = length;
    segment.segmentBytes = segmentBytes;
    segment.flags = flags;
    TcpEcn& ecn = m_sender.GetEcn();
    if (flags & TcpSegment::SYN)
    {
        FillSynOptions(segment.options);
        segment.window = static_cast<uint16_t>(std::min(m_window.GetOffered(), 65535U));
        segment.ecn = ecn.IsNeeded() ? TcpSegment::ECT_0 : TcpSegment::NOT_ECT;
        if (m_state != TcpState::SYN_SENT)
        {
            segment.flags |= TcpSegment::ACK;
            segment.flags |= ecn.IsAgreed() ? TcpSegment::ECE : 0;
            return m_output->Transmit(segment);
        }
        segment.ack = 0;
        segment.flags |= ecn.GetSynFlags(m_settings, m_sender.GetState().totalRetrans > 0);
        return m_output->Transmit(segment);
    }
    segment.flags |= TcpSegment::ACK;
    MarkUrgent(segment);
    segment.window = GetWindowField();
    FillSackOptions(segment.options);
    ecn.Mark(segment, length > 0 && !SeqBefore(seq, m_sender.GetState().nxt));
    NoteAckSent();
    if (length > 0)
    {
        m_sender.NoteDataSent();
        m_acks.OnDataSent(m_tick);
    }
    return m_output->Transmit(segment);
}

void
TcpConnection::MarkUrgent(TcpSegment& segment) const
{
    const TcpSendState& sent = m_sender.GetState();
    if (sent.urgentEnd == sent.una || !SeqBefore(segment.seq, sent.urgentEnd))
    {
        return;
    }
    const uint32_t distance = sent.urgentEnd - segment.seq;
    if (distance <= UINT16_MAX || SeqAfter(segment.seq + UINT16_MAX, sent.nxt))
    {
        segment.flags |= TcpSegment::URG;
        segment.urgent = static_cast<uint16_t>(std::min<uint32_t>(distance, UINT16_MAX));
    }
}

uint32_t
TcpConnection::GetOptionBytes() const
{
    const uint32_t stamps = m_timestamps ? 12 : 0;
    const uint32_t blocks = m_received.GetBlocks();
    if (blocks == 0)
    {
        return stamps;
    }
    return stamps + 4 + 8 * std::min(blocks, (40 - stamps - 4) / 8);
}

uint32_t
TcpConnection::GetTimestampMs() const
{
    return static_cast<uint32_t>(m_now / 1000000) + m_settings.timestampOffsetMs;
}

uint32_t
TcpConnection::GetSilenceMs() const
{
    const uint32_t ticks = std::min(m_tick - m_acks.GetReceivedTick(), m_tick - m_ackTick);
    return static_cast<uint32_t>(TcpClock::UsOf(m_settings, ticks) / 1000);
}

void
TcpConnection::Fail(TcpError why)
{
    if (why == TcpError::TIMED_OUT && m_state != TcpState::SYN_SENT)
    {
        m_givenUp = m_sender.GetGivenUp();
    }
    Reset(why);
}

TcpState
TcpConnection::GetState() const
{
    if (m_timeWait)
    {
        return m_timeWait->halfClosed ? TcpState::FIN_WAIT_2 : TcpState::TIME_WAIT;
    }
    return m_state;
}

void
TcpConnection::FillSynOptions(TcpSegmentOptions& syn) const
{
    syn.hasMss = true;
    syn.mss = static_cast<uint16_t>(m_advMss);
    syn.sackPermitted = m_passive ? m_sender.GetState().sack : m_settings.sack;
    syn.hasWindowScale = m_passive ? m_scaling : m_settings.windowScaling;
    syn.windowScale = m_window.GetScale();
}

void
TcpConnection::FillSackOptions(TcpSegmentOptions& filled)
{
    if (m_sender.GetState().sack && m_received.GetBlocks() > 0)
    {
        const uint32_t room = 40 - (m_timestamps ? 12 : 0) - 4;
        m_received.FillSack(filled, static_cast<uint8_t>(std::min(room / 8, 4U)));
    }
}

uint16_t
TcpConnection::GetWindowField()
{
    const bool noMemory = m_acks.Is(TcpAckPolicy::NO_MEMORY);
    return m_window.Offer(m_received, m_acks.GetRcvMss(), m_acks.GetQuick(), noMemory);
}

void
TcpConnection::NoteAckSent()
{
    m_acks.OnAckSent(m_settings);
    m_timers.Stop(TcpTimer::DELAYED_ACK);
    m_timers.Stop(TcpTimer::SACK);
    m_compressed = 0;
}

void
TcpConnection::Finish()
{
    m_state = TcpState::CLOSED;
    m_readShut = m_writeShut = true;
    m_sender.Clear();
    m_timers.StopAll();
    m_received.DropRanges();
}

void
TcpConnection::Reset(TcpError why)
{
    m_error = m_orphan ? TcpError::NONE : why;
    Finish();
}

void
TcpConnection::SendReset()
{
    TcpSegment reset = MakeSegment(m_sender.GetAcceptableSeq());
    reset.flags = TcpSegment::RST | TcpSegment::ACK;
    reset.window = GetWindowField();
    FillSackOptions(reset.options);
    m_output->Transmit(reset);
}

std::optional<TcpSegment>
TcpConnection::ResetFor(const TcpSegment& segment)
{
    if (segment.Has(TcpSegment::RST))
    {
        return std::nullopt;
    }
    TcpSegment reset;
    reset.flags = TcpSegment::RST;
    if (segment.Has(TcpSegment::ACK))
    {
        reset.seq = segment.ack;
    }
    else
    {
        reset.flags |= TcpSegment::ACK;
        reset.ack = segment.GetEnd();
    }
    return reset;
}

void
TcpConnection::SendSyn(uint32_t isn)
{
    m_state = TcpState::SYN_SENT;
    m_advMss = TcpHandshake::AdvertisedMss(m_settings, m_options);
    m_window.SelectInitial(m_settings, m_advMss, m_settings.windowScaling);
    m_timestamps = m_settings.timestamps;
    m_sender.Open(isn);
    m_sender.GetEcn().Ask(m_settings);
    m_sender.SendSyn();
}

void
TcpConnection::TakeHandshake(const TcpHandshake& handshake)
{
    m_passive = true;
    m_accepted = false;
    m_state = TcpState::SYN_RECEIVED;
    m_window = handshake.window;
    m_received.Open(handshake.irs + 1, TcpReceiveWindow::BuffersHang(m_settings));
    m_sendScale = handshake.sendScale;
    m_scaling = handshake.scaling;
    m_timestamps = handshake.timestamps;
    m_recentTimestamp = handshake.recentTimestamp;
    m_hasRecentTimestamp = m_timestamps;
    m_advMss = handshake.advMss;
    m_synAckUs = handshake.copies == 0 ? handshake.sentUs : -1;
    m_sender.Open(handshake.iss + 1);
    m_sender.GetEcn().Accept(handshake.ecn, m_settings);
    m_sender.SetHandshakeRepeats(handshake.copies, handshake.repeats);
    m_sender.Agree(handshake.sack, handshake.mssClamp, m_timestamps ? 12 : 0);
    m_acks.Open(m_tick);
    m_ackTick = m_tick;
}

void
TcpConnection::ReceiveInSynSent(const TcpSegment& segment)
{
    const TcpSendState& sender = m_sender.GetState();
    if (segment.Has(TcpSegment::ACK))
    {
        if (!SeqAfter(segment.ack, sender.una) || SeqAfter(segment.ack, sender.nxt))
        {
            if (const auto reset = ResetFor(segment))
            {
                m_output->Transmit(*reset);
            }
            return;
        }
        if (segment.Has(TcpSegment::RST))
        {
            Reset(TcpError::REFUSED);
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
TcpConnection::CompleteConnect(const TcpSegment& synAck)
{
    m_scaling = m_settings.windowScaling && synAck.options.hasWindowScale;
    m_sendScale = m_scaling ? std::min<uint8_t>(synAck.options.windowScale, 14) : 0;
    if (!m_scaling)
    {
        m_window.DropScale();
    }
    const bool stamped = m_timestamps && synAck.options.hasTimestamps;
    if (stamped)
    {
        m_sender.CheckSpuriousSyn(synAck.options.timestampEcho);
        m_recentTimestamp = synAck.options.timestampValue;
        m_hasRecentTimestamp = true;
    }
    m_timestamps = stamped;
    m_sender.GetEcn().TakeSynAck(synAck);
    m_sender.Agree(m_settings.sack && synAck.options.sackPermitted,
                   TcpHandshake::ClampOf(synAck, m_settings, m_options),
                   m_timestamps ? 12 : 0);
    m_received.Open(synAck.seq + 1, TcpReceiveWindow::BuffersHang(m_settings));
    m_window.SetStart(synAck.seq + 1);
    m_sender.OnAck(synAck, 0);
    BeginEstablished(synAck.window, synAck.seq);
    SendAck();
}

void
TcpConnection::OpenSimultaneously(const TcpSegment& syn)
{
    // Simultaneous opening: answer with SYN and ACK, which repeats our SYN (RFC 9293, figure 8).
    TcpHandshake handshake;
    handshake.TakeSyn(syn, m_settings, m_options);
    m_state = TcpState::SYN_RECEIVED;
    m_sendScale = handshake.sendScale;
    m_scaling = handshake.scaling;
    m_timestamps = handshake.timestamps;
    m_recentTimestamp = handshake.recentTimestamp;
    m_hasRecentTimestamp = m_timestamps;
    m_synAckUs = -1;
    m_sender.GetEcn().TakePeerSyn(syn);
    if (!m_scaling)
    {
        m_window.DropScale();
    }
    m_received.Open(syn.seq + 1, TcpReceiveWindow::BuffersHang(m_settings));
    m_window.SetStart(syn.seq + 1);
    m_sender.Agree(handshake.sack, handshake.mssClamp, m_timestamps ? 12 : 0);
    SendSegment(m_sender.GetState().una, 0, 0, TcpSegment::SYN);
}

void
TcpConnection::CompleteAccept(const TcpSegment& segment)
{
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_sendScale;
    if (m_synAckUs >= 0)
    {
        m_sender.SampleHandshake(m_now / 1000 - m_synAckUs);
    }
    BeginEstablished(window, segment.seq);
}

void
TcpConnection::BeginEstablished(uint32_t window, uint32_t wl1)
{
    constexpr uint32_t DEFAULT_MSS = 536;
    constexpr uint32_t LEAST_MSS = 88;
    m_state = TcpState::ESTABLISHED;
    if (m_timestamps)
    {
        m_advMss -= 12;
    }
    m_sender.Establish(window, wl1, m_passive);
    m_window.Establish(m_received.GetNext(), m_advMss, m_now / 1000);
    m_acks.Open(m_tick);
    m_ackTick = m_tick;
    m_markedNext = m_received.GetNext();
    uint32_t mss = std::min({m_advMss, m_sender.GetState().mss, DEFAULT_MSS});
    mss = std::min(mss, m_window.GetOffered() / 2);
    m_acks.SetRcvMss(std::max(mss, LEAST_MSS));
    if (m_options.keepAlive)
    {
        m_sender.StartKeepalive(m_options.keepIdleMs > 0 ? m_options.keepIdleMs
                                                         : m_settings.keepaliveTimeMs);
    }
}

TcpError
TcpConnection::CloseDirections(bool reading, bool writing)
{
    if (m_state == TcpState::CLOSED)
    {
        return TcpError::NOT_CONNECTED;
    }
    m_readShut = m_readShut || reading;
    if (writing && !m_writeShut)
    {
        m_writeShut = true;
        if (m_state == TcpState::SYN_SENT)
        {
            Finish();
        }
        else
        {
            SendFinIfDue();
        }
    }
    return TcpError::NONE;
}

void
TcpConnection::CloseByUser()
{
    if (m_orphan)
    {
        return;
    }
    const bool unread = m_received.GetReadable() > 0;
    m_orphan = true;
    m_readShut = m_writeShut = true;
    m_error = TcpError::NONE;
    // Data beyond a gap is kept: FIN and RST report it by SACK.
    m_received.DropReadable();
    if (m_state == TcpState::CLOSED)
    {
        m_received.DropRanges();
        return;
    }
    if (m_state == TcpState::SYN_SENT)
    {
        Finish();
        return;
    }
    // RFC 2525, section 2.17: data was lost, so the peer must be told. With SO_LINGER 0 it already
    // knows if our FIN was sent (tcp_disconnect).
    if (unread || m_options.lingerZero)
    {
        const bool told = m_state == TcpState::LAST_ACK || m_state == TcpState::CLOSING;
        const TcpSendState& sender = m_sender.GetState();
        if (unread || !told || sender.nxt != sender.writeSeq)
        {
            SendReset();
        }
        Finish();
        return;
    }
    SendFinIfDue();
    if (m_state == TcpState::FIN_WAIT_2)
    {
        EnterTimeWait(true);
    }
}

bool
TcpConnection::SendFinIfDue()
{
    switch (m_state)
    {
    case TcpState::SYN_RECEIVED:
    case TcpState::ESTABLISHED:
        m_state = TcpState::FIN_WAIT_1;
        break;
    case TcpState::CLOSE_WAIT:
        m_state = TcpState::LAST_ACK;
        break;
    default:
        return false;
    }
    m_finQueued = true;
    m_sender.SendFin();
    return true;
}

void
TcpConnection::EnterTimeWait(bool halfClosed)
{
    auto rest = std::make_unique<TcpTimeWait>();
    const uint32_t ms = halfClosed ? m_settings.finTimeoutMs : m_settings.timeWaitMs;
    rest->sendNext = m_sender.GetState().nxt;
    rest->receiveNext = m_received.GetNext();
    rest->receiveWindow = m_window.GetLeft(m_received.GetNext());
    rest->windowField = static_cast<uint16_t>(m_window.GetOffered() >> m_window.GetScale());
    rest->timestampOffsetMs = m_settings.timestampOffsetMs;
    rest->recentTimestamp = m_recentTimestamp;
    rest->timestamps = m_timestamps;
    rest->halfClosed = halfClosed;
    rest->deadline =
        TcpClock::DeadlineOf(m_settings, m_now, TcpClock::TicksOf(m_settings, ms * 1000ULL));
    const bool finished = m_peerFinished;
    Finish();
    m_peerFinished = finished;
    m_timeWait = std::move(rest);
}

void
TcpConnection::TakeFin()
{
    m_received.CountFin();
    m_acks.Set(TcpAckPolicy::SCHEDULED);
    m_readShut = true;
    m_peerFinished = true;
    switch (m_state)
    {
    case TcpState::SYN_RECEIVED:
    case TcpState::ESTABLISHED:
        m_state = TcpState::CLOSE_WAIT;
        m_acks.SetInteractive(m_settings, true);
        if (m_settings.rules.acks == TcpRules::Acks::COUNTED)
        {
            m_acks.Set(TcpAckPolicy::NOW); // RFC 9293, section 3.10.7.4: acknowledge the FIN.
        }
        break;
    case TcpState::FIN_WAIT_1:
        SendAck();
        m_state = TcpState::CLOSING;
        break;
    case TcpState::FIN_WAIT_2:
        SendAck();
        EnterTimeWait(false);
        break;
    default:
        break;
    }
    // An ACK sent so far has reported it; no other ACK does (tcp_fin: tcp_sack_reset).
    m_received.DropRanges();
    m_received.DropDuplicate();
}

bool
TcpConnection::AfterAckInFinWait(const TcpSegment& segment)
{
    m_state = TcpState::FIN_WAIT_2;
    m_writeShut = true;
    if (!m_orphan)
    {
        return true;
    }
    const bool data = segment.GetEnd() != segment.seq &&
                      SeqAfter(segment.seq + segment.length, m_received.GetNext());
    if (data)
    {
        if (const auto reset = ResetFor(segment))
        {
            m_output->Transmit(*reset);
        }
        Finish();
        return false;
    }
    if (segment.Has(TcpSegment::FIN))
    {
        return true;
    }
    EnterTimeWait(true);
    return false;
}

void
TcpConnection::OnKeepaliveTimer()
{
    if (!m_options.keepAlive || m_state == TcpState::CLOSED || m_state == TcpState::SYN_SENT)
    {
        return;
    }
    if (!m_sender.OnKeepalive())
    {
        SendReset();
        Reset(TcpError::TIMED_OUT);
    }
}

bool
TcpConnection::IsOldByTimestamp(const TcpSegment& segment) const
{
    // PAWS (RFC 7323, section 5); an old timestamp is allowed in a pure ACK that is an out-of-order
    // duplicate.
    if (!m_timestamps || !segment.options.hasTimestamps || !m_hasRecentTimestamp)
    {
        return false;
    }
    constexpr int32_t CLOSE_MS = 1; // TCP_PAWS_WINDOW
    const auto ageMs = static_cast<int32_t>(m_recentTimestamp - segment.options.timestampValue);
    if (ageMs <= CLOSE_MS)
    {
        return false;
    }
    const TcpSendState& sender = m_sender.GetState();
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_sendScale;
    const bool isLate = IsPureAck(segment) && segment.seq == m_received.GetNext() &&
                        segment.ack == sender.una && !sender.TakesWindow(segment, window);
    const auto replayMs = static_cast<int32_t>(sender.rtt.GetRtoUs() * 6ULL / 5000);
    return !(isLate && ageMs <= replayMs);
}

bool
TcpConnection::IsPureAck(const TcpSegment& segment)
{
    return segment.Has(TcpSegment::ACK) && segment.GetEnd() == segment.seq;
}

bool
TcpConnection::IsAcceptable(const TcpSegment& segment) const
{
    const uint32_t end = segment.GetEnd();
    if (SeqBefore(end, m_window.GetOfferedAt()))
    {
        return false;
    }
    const uint32_t limit = m_received.GetNext() + m_window.GetLeft(m_received.GetNext());
    if (!SeqAfter(end, limit))
    {
        return true;
    }
    // The FIN may be just beyond the window; a segment that extends beyond it is accepted only if
    // no data is waiting for the reader (tcp_sequence, from 6.17 on).
    if (!SeqAfter(end - (segment.Has(TcpSegment::FIN) ? 1 : 0), limit))
    {
        return true;
    }
    return !SeqAfter(segment.seq, limit) && m_received.GetReadable() == 0;
}

bool
TcpConnection::IsResetBehindFin(const TcpSegment& segment) const
{
    return m_peerFinished && segment.seq == m_received.GetNext() - 1;
}

void
TcpConnection::TakeReset(const TcpSegment& segment)
{
    // RFC 5961, section 3.2; Linux also accepts the end of the rightmost SACK block.
    const bool exact = segment.seq == m_received.GetNext() || IsResetBehindFin(segment) ||
                       (m_received.HasGap() && m_sender.GetState().sack &&
                        segment.seq == m_received.GetHighestEnd());
    if (!exact)
    {
        SendChallengeAck();
        return;
    }
    EndByReset();
}

void
TcpConnection::EndByReset()
{
    Reset(m_state == TcpState::CLOSE_WAIT ? TcpError::BROKEN_PIPE : TcpError::RESET);
}

bool
TcpConnection::Validate(const TcpSegment& segment)
{
    const bool isReset = segment.Has(TcpSegment::RST);
    const bool isSyn = segment.Has(TcpSegment::SYN);
    if (IsOldByTimestamp(segment) && !isReset)
    {
        if (isSyn)
        {
            SendChallengeAck();
        }
        else if (IsPureAck(segment) && SeqBefore(segment.seq, m_received.GetNext()))
        {
            return false; // Late ACKs are common and need no answer.
        }
        else if (!IsAnswerLimited(segment))
        {
            SendAckForOld(segment);
        }
        return false;
    }
    if (!IsAcceptable(segment))
    {
        if (isReset)
        {
            if (IsResetBehindFin(segment))
            {
                EndByReset();
            }
            return false;
        }
        if (isSyn)
        {
            SendChallengeAck();
        }
        else if (!IsAnswerLimited(segment))
        {
            SendAckForOld(segment);
        }
        return false;
    }
    if (isReset)
    {
        TakeReset(segment);
        return false;
    }
    if (isSyn)
    {
        SendChallengeAck(); // RFC 5961, section 4.2.
        return false;
    }
    return segment.Has(TcpSegment::ACK);
}

bool
TcpConnection::IsPredicted(const TcpSegment& segment) const
{
    constexpr uint32_t PAGE = 4096;
    const TcpSendState& sender = m_sender.GetState();
    const uint8_t flags = segment.flags & static_cast<uint8_t>(~TcpSegment::PSH);
    const bool isPlain = flags == TcpSegment::ACK && segment.options.blocks == 0 &&
                         segment.options.hasTimestamps == m_timestamps;
    const uint32_t window = static_cast<uint32_t>(segment.window) << m_sendScale;
    if (m_state != TcpState::ESTABLISHED || !isPlain || m_received.HasGap() ||
        segment.seq != m_received.GetNext() || SeqAfter(segment.ack, sender.nxt) ||
        window != sender.window || m_window.GetOffered() == 0)
    {
        return false;
    }
    if (m_timestamps && m_hasRecentTimestamp &&
        static_cast<int32_t>(segment.options.timestampValue - m_recentTimestamp) < 0)
    {
        return false;
    }
    // Memory is charged in pages (sk_forward_alloc): the segment must fit into the rest of one.
    const uint32_t held = m_received.GetMemory() + m_sender.GetMemory();
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_settings, segment.length, segment.options.GetBytes());
    return memory <= (PAGE - held % PAGE) % PAGE;
}

void
TcpConnection::UpdateRecentTimestamp(const TcpSegment& segment)
{
    // RFC 7323, section 4.3: the timestamp of the first segment not acknowledged yet.
    const auto ageMs = static_cast<int32_t>(m_recentTimestamp - segment.options.timestampValue);
    if (m_timestamps && segment.options.hasTimestamps && (!m_hasRecentTimestamp || ageMs <= 0) &&
        !SeqAfter(segment.seq, m_window.GetOfferedAt()))
    {
        m_recentTimestamp = segment.options.timestampValue;
        m_hasRecentTimestamp = true;
    }
}

void
TcpConnection::CheckUrgent(const TcpSegment& segment)
{
    if (!segment.Has(TcpSegment::URG) || segment.urgent == 0)
    {
        return;
    }
    // The pointer is that of BSD: the byte before it is urgent (tcp_check_urg, tcp_stdurg = 0).
    const uint32_t byte = segment.seq + segment.urgent - 1;
    if (SeqBefore(byte, m_received.GetNext()) || (m_urgentSeen && !SeqAfter(byte, m_urgentSeq)))
    {
        return;
    }
    m_urgentSeq = byte;
    m_urgentSeen = m_urgentNews = true;
}

bool
TcpConnection::TakeIn(const TcpSegment& segment, uint32_t rtoTicks)
{
    CheckUrgent(segment);
    switch (m_state)
    {
    case TcpState::CLOSE_WAIT:
    case TcpState::CLOSING:
    case TcpState::LAST_ACK:
        if (SeqBefore(segment.seq, m_received.GetNext()))
        {
            QueueData(segment, rtoTicks);
        }
        return true;
    case TcpState::FIN_WAIT_1:
    case TcpState::FIN_WAIT_2:
        if (m_readShut && segment.GetEnd() != segment.seq &&
            SeqAfter(segment.seq + segment.length, m_received.GetNext()))
        {
            // The data would never be read (RFC 1122, section 4.2.2.13).
            if (const auto reset = ResetFor(segment))
            {
                m_output->Transmit(*reset);
            }
            Reset(TcpError::RESET);
            return false;
        }
        break;
    default:
        break;
    }
    QueueData(segment, rtoTicks);
    return true;
}

void
TcpConnection::RefuseOutOfWindow()
{
    m_acks.EnterQuick(m_settings, m_window.GetOffered());
    m_acks.Set(TcpAckPolicy::SCHEDULED);
}

void
TcpConnection::QueueData(const TcpSegment& segment, uint32_t rtoTicks)
{
    const uint32_t end = segment.GetEnd();
    const uint32_t next = m_received.GetNext();
    if (segment.seq == end)
    {
        return;
    }
    if (rtoTicks == 0)
    {
        m_received
            .DropDuplicate(); // A duplicate not reported so far never will be (tcp_data_queue).
    }
    const uint32_t left = m_window.GetLeft(next);
    const bool tellDuplicates = m_sender.GetState().sack && m_settings.dsack;
    if (segment.seq == next)
    {
        if (left == 0 && segment.length > 0)
        {
            RefuseOutOfWindow();
            return;
        }
        QueueInOrder(segment, rtoTicks);
        return;
    }
    if (!SeqAfter(end, next))
    {
        if (tellDuplicates)
        {
            m_received.SetDuplicate({segment.seq, end});
        }
        RefuseOutOfWindow();
        return;
    }
    if (!SeqBefore(segment.seq, next + left))
    {
        RefuseOutOfWindow();
        return;
    }
    if (SeqBefore(segment.seq, next))
    {
        if (tellDuplicates)
        {
            m_received.SetDuplicate({segment.seq, next});
        }
        if (left == 0)
        {
            RefuseOutOfWindow();
            return;
        }
        QueueInOrder(segment, rtoTicks);
        return;
    }
    QueueBeyondGap(segment);
}

bool
TcpConnection::HasMemoryFor(uint32_t seq)
{
    auto fits = [&] { return m_received.GetMemory() <= m_window.GetBuffer(); };
    if (fits() || m_settings.rules.buffers == TcpRules::Buffers::PAYLOAD)
    {
        return true; // The window limits the peer if the buffer counts payload.
    }
    m_acks.GetQuick() = 0;
    m_window.Clamp(m_settings, m_received);
    if (!fits())
    {
        m_received.Collapse(m_window.GetRatio());
    }
    if (!fits())
    {
        m_received.Prune(seq, m_window.GetBuffer());
    }
    return fits();
}

void
TcpConnection::MeasureSegment(const TcpSegment& segment, uint32_t bytes, uint32_t memory)
{
    const uint32_t header = TcpSegment::HEADER_BYTES + (m_timestamps ? 12 : 0);
    // A segment merged by the device counts as the segments it was merged from.
    const uint32_t one = segment.segmentBytes > 0 ? std::min(bytes, segment.segmentBytes) : bytes;
    const bool isNew =
        m_acks.MeasureMss(one, one + segment.GetHeaderBytes(), header, m_advMss, segment.flags);
    if (isNew)
    {
        m_window.LearnRatio(bytes, memory);
    }
}

void
TcpConnection::NoteDataReceived(const TcpSegment& segment,
                                uint32_t bytes,
                                uint32_t memory,
                                uint32_t rtoTicks)
{
    MeasureSegment(segment, bytes, memory);
    m_window.MeasureRtt(m_received.GetNext(), m_now / 1000);
    m_acks.OnData(m_settings,
                  m_tick,
                  rtoTicks > 0 ? rtoTicks : m_sender.GetState().rtt.GetRtoTicks(m_settings),
                  m_window.GetOffered());
    CheckMark(segment);
    constexpr uint32_t SMALL = 128;
    if (bytes >= SMALL &&
        m_window.Grow(m_settings, m_received, bytes, memory, m_acks.GetRcvMss(), 0))
    {
        m_acks.GrantOne();
    }
}

void
TcpConnection::CheckMark(const TcpSegment& segment)
{
    constexpr uint8_t FEW = 2;
    TcpEcn& ecn = m_sender.GetEcn();
    if (!ecn.IsAgreed())
    {
        return;
    }
    if (ecn.IsNeeded() && segment.ecn != TcpSegment::NOT_ECT)
    {
        TellMark(segment.ecn == TcpSegment::CE);
    }
    if (ecn.TakeMark(segment.ecn) == TcpEcn::Verdict::QUICK)
    {
        m_acks.EnterQuick(m_settings, m_window.GetOffered(), FEW);
    }
}

void
TcpConnection::TellMark(bool marked)
{
    TcpEcn& ecn = m_sender.GetEcn();
    if (m_marked != marked)
    {
        if (m_acks.Is(TcpAckPolicy::TIMER))
        {
            ecn.SetEchoes(m_marked);
            SendEarlierAck(m_markedNext);
        }
        m_acks.Set(TcpAckPolicy::NOW);
    }
    m_markedNext = m_received.GetNext();
    m_marked = marked;
    ecn.SetEchoes(marked);
}

void
TcpConnection::QueueInOrder(const TcpSegment& segment, uint32_t rtoTicks)
{
    const uint32_t skipped = m_received.GetNext() - segment.seq;
    const uint32_t bytes = segment.length - std::min(skipped, segment.length);
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_settings, segment.length, segment.options.GetBytes());
    if (!HasMemoryFor(segment.seq))
    {
        m_acks.Set(TcpAckPolicy::NO_MEMORY | TcpAckPolicy::NOW | TcpAckPolicy::SCHEDULED);
        if (bytes > 0 && m_received.GetReadable() > 0)
        {
            return; // An empty queue has room, and there is room for a bare FIN (tcp_data_queue).
        }
    }
    if (bytes > 0)
    {
        m_bytesReceived += bytes;
        if (skipped > 0)
        {
            m_received.CloseRoom();
        }
        m_received.Append(
            bytes,
            memory,
            1,
            TcpReceiveWindow::RoomOf(m_settings, segment.length, segment.options.GetBytes()));
        NoteDataReceived(segment, segment.length, memory, rtoTicks);
    }
    if (segment.Has(TcpSegment::FIN) && !m_peerFinished)
    {
        TakeFin();
        if (m_state == TcpState::CLOSED || m_timeWait)
        {
            return;
        }
    }
    if (m_received.HasGap())
    {
        const uint32_t before = m_received.GetNext();
        m_received.JoinRanges(m_sender.GetState().sack && m_settings.dsack);
        m_bytesReceived += m_received.GetNext() - before;
        if (m_received.IsFinNext())
        {
            TakeFin();
        }
        if (!m_received.HasGap() && m_state != TcpState::CLOSED)
        {
            m_acks.Set(TcpAckPolicy::NOW); // RFC 5681, section 4.2: a gap is filled.
        }
    }
}

void
TcpConnection::QueueBeyondGap(const TcpSegment& segment)
{
    CheckMark(segment);
    const uint32_t memory =
        TcpReceiveWindow::MemoryOf(m_settings, segment.length, segment.options.GetBytes());
    if (!HasMemoryFor(segment.seq))
    {
        return; // Without an ACK.
    }
    m_acks.Set(TcpAckPolicy::SCHEDULED);
    MeasureSegment(segment, segment.length, memory); // tcp_data_queue_ofo, from 6.17 on
    const bool sack = m_sender.GetState().sack;
    const uint32_t before = m_received.GetMemory();
    const TcpSackBlock block{segment.seq, segment.GetEnd()};
    const bool isNew = m_received.Insert(
        block,
        memory,
        sack && m_settings.dsack,
        TcpReceiveWindow::RoomOf(m_settings, segment.length, segment.options.GetBytes()));
    if (segment.Has(TcpSegment::FIN))
    {
        m_received.InsertFin(segment.seq + segment.length);
    }
    if (sack)
    {
        if (m_compressed > 0 && m_received.IsSackFarBack(block))
        {
            // Send a delayed SACK before a block is displaced from the first two places.
            SendAck();
        }
        m_received.AddSack(block);
        // A separate buffer counts only after the window was checked; data joined to another buffer
        // counts. A duplicate does not open the window.
        const uint32_t added = m_received.GetMemory() - before;
        if (isNew && m_window.Grow(m_settings,
                                   m_received,
                                   segment.length,
                                   memory,
                                   m_acks.GetRcvMss(),
                                   added == memory ? memory : 0))
        {
            m_acks.GrantOne();
        }
    }
    if (m_accepted && !m_orphan)
    {
        m_window.GrowBuffer(m_settings, m_received, m_window.GetReaderSpace());
    }
}

void
TcpConnection::SendAck()
{
    if (m_state != TcpState::CLOSED)
    {
        SendSegment(m_sender.GetAcceptableSeq(), 0, 0, 0);
    }
}

void
TcpConnection::SendAckForOld(const TcpSegment& segment)
{
    const uint32_t end = segment.GetEnd();
    const uint32_t next = m_received.GetNext();
    if (segment.seq != end && SeqBefore(segment.seq, next))
    {
        m_acks.EnterQuick(m_settings, m_window.GetOffered());
        if (m_sender.GetState().sack && m_settings.dsack)
        {
            m_received.SetDuplicate({segment.seq, SeqMin(end, next)});
        }
    }
    SendAck();
}

void
TcpConnection::SendChallengeAck()
{
    if (!LimitAnswers())
    {
        SendAck();
    }
}

bool
TcpConnection::LimitAnswers()
{
    const TcpTime limit = static_cast<TcpTime>(m_settings.invalidRateLimitMs) * 1000000;
    if (m_lastAnswer >= 0 && m_now - m_lastAnswer < limit)
    {
        return true;
    }
    m_lastAnswer = m_now;
    return false;
}

bool
TcpConnection::IsAnswerLimited(const TcpSegment& segment)
{
    // Data and FIN cannot cause a loop of ACKs.
    if (segment.GetEnd() != segment.seq && !segment.Has(TcpSegment::SYN))
    {
        return false;
    }
    return LimitAnswers();
}

void
TcpConnection::CheckCountedAck()
{
    const bool runs = m_timers.Runs(TcpTimer::DELAYED_ACK);
    const bool isDue =
        m_acks.Is(TcpAckPolicy::NOW) || m_acks.GetUnacknowledged() >= m_settings.delayedAckSegments;
    if (m_received.HasGap() || (isDue && runs && m_timers.Get(TcpTimer::DELAYED_ACK) <= m_now))
    {
        SendAck();
    }
    else if (isDue)
    {
        // Deliver data before the ACK is sent, so that a waiting reader runs first.
        m_timers.Set(TcpTimer::DELAYED_ACK, m_now);
    }
    else if (!runs)
    {
        m_timers.Set(TcpTimer::DELAYED_ACK, m_now + m_settings.delayedAckUs * TcpTime{1000});
    }
}

void
TcpConnection::UpdateCountedWindow()
{
    const uint32_t left = m_window.GetLeft(m_received.GetNext());
    const uint32_t window = m_window.Compute(m_received, m_acks.GetRcvMss(), m_acks.GetQuick());
    const uint32_t step = std::min(2 * m_advMss, m_window.GetBuffer() / 2);
    if (window > left && window - left >= step)
    {
        SendAck();
    }
}

void
TcpConnection::CheckDueAck()
{
    if (m_settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        CheckCountedAck();
        return;
    }
    const uint32_t next = m_received.GetNext();
    // More than a full segment was received, and the window would not shrink: otherwise a read
    // sends the ACK.
    const bool full = next - m_window.GetOfferedAt() > m_acks.GetRcvMss() &&
                      (next == m_received.GetReadSeq() ||
                       m_window.Compute(m_received, m_acks.GetRcvMss(), m_acks.GetQuick()) >=
                           m_window.GetOffered());
    if (full || m_acks.IsQuick(m_settings) || m_acks.Is(TcpAckPolicy::NOW))
    {
        SendAck();
    }
    else if (!m_received.HasGap())
    {
        DelayAck();
    }
    else
    {
        CompressSack();
    }
}

void
TcpConnection::CompressSack()
{
    // Beyond a gap: send three SACKs individually, so that the peer retransmits immediately; merge
    // the others (tcp_comp_sack_*).
    constexpr uint8_t ONE_BY_ONE = 3;
    const TcpSendState& sender = m_sender.GetState();
    if (!sender.sack || m_compressed >= m_settings.compressedSacks)
    {
        SendAck();
        return;
    }
    if (m_compressedNext != m_received.GetNext())
    {
        m_compressedNext = m_received.GetNext();
        m_gapAcks = 0;
    }
    if (m_gapAcks < ONE_BY_ONE)
    {
        ++m_gapAcks;
        SendAck();
        return;
    }
    ++m_compressed;
    if (m_timers.Runs(TcpTimer::SACK))
    {
        return;
    }
    uint32_t rtt8 = m_window.GetRtt8();
    if (sender.rtt.GetSrtt8() > 0 && sender.rtt.GetSrtt8() < rtt8)
    {
        rtt8 = sender.rtt.GetSrtt8();
    }
    const TcpSettings& settings = m_settings;
    const auto ofRtt = static_cast<TcpTime>(rtt8) * 125 * settings.compressedSackPercent / 100;
    const TcpTime delay = std::min<TcpTime>(settings.compressedSackDelayUs * TcpTime{1000}, ofRtt);
    // A timer with slack that no other timer triggers fires at the end of its slack
    // (hrtimer_start_range_ns).
    const TcpTime slack = settings.compressedSackSlackUs * TcpTime{1000};
    m_timers.Set(TcpTimer::SACK, m_now + delay + slack);
}

void
TcpConnection::DelayAck()
{
    const uint32_t delay = m_acks.GetDelayTicks(m_settings, m_sender.GetState().rtt.GetSrtt8());
    uint32_t due = m_tick + delay;
    if (m_acks.Is(TcpAckPolicy::TIMER))
    {
        const uint32_t old = m_acks.GetDueTick();
        if (!SeqAfter(old, m_tick + (delay >> 2)))
        {
            SendAck(); // It is about to be sent anyway.
            return;
        }
        due = SeqMin(due, old);
        if (due == old)
        {
            m_acks.Set(TcpAckPolicy::SCHEDULED);
            return;
        }
    }
    m_acks.Set(TcpAckPolicy::SCHEDULED | TcpAckPolicy::TIMER);
    m_acks.SetDueTick(due);
    m_timers.Set(TcpTimer::DELAYED_ACK, TcpClock::DeadlineOf(m_settings, m_now, due - m_tick));
}

void
TcpConnection::CheckAckAfterRead(uint32_t bytes)
{
    if (m_settings.rules.acks == TcpRules::Acks::COUNTED)
    {
        UpdateCountedWindow();
        return;
    }
    bool send = false;
    if (m_acks.Is(TcpAckPolicy::SCHEDULED))
    {
        // Everything has been read, and a message seems to be complete: the peer may be waiting for
        // the ACK (tcp_cleanup_rbuf).
        const bool pushed = m_acks.Is(TcpAckPolicy::PUSHED_TWICE) ||
                            (m_acks.Is(TcpAckPolicy::PUSHED) && !m_acks.IsInteractive(m_settings));
        send = m_received.GetNext() - m_window.GetOfferedAt() > m_acks.GetRcvMss() ||
               (bytes > 0 && pushed && m_received.GetMemory() == 0);
    }
    if (bytes > 0 && !send && !m_readShut)
    {
        const uint32_t left = m_window.GetLeft(m_received.GetNext());
        if (2ULL * left <= m_window.GetClamp())
        {
            const uint32_t window =
                m_window.Compute(m_received, m_acks.GetRcvMss(), m_acks.GetQuick());
            send = window > 0 && window >= 2 * left;
        }
    }
    if (send)
    {
        SendAck();
    }
}

} // namespace ns3::net8
