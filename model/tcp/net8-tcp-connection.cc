// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-connection.h"

#include "net8-tcp-acknowledger.h"
#include "net8-tcp-closing.h"
#include "net8-tcp-data-intake.h"
#include "net8-tcp-opening.h"
#include "net8-tcp-segment-check.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-timers.h"

#include <algorithm>

namespace ns3::net8
{
namespace
{

/**
 * Take the receiver's round-trip time from an echoed timestamp (tcp_rcv_rtt_measure_ts), only in
 * state ESTABLISHED.
 *
 * @param core state shared by the parts of the connection
 * @param segment a received segment
 */
void
MeasureRtt(TcpConnectionCore& core, const TcpSegment& segment)
{
    const uint32_t echo = segment.options.timestampEcho;
    if (core.state != TcpState::ESTABLISHED || !core.timestamps || echo == 0 ||
        echo == core.lastEcho)
    {
        return;
    }
    core.lastEcho = echo;
    const auto ms = static_cast<int32_t>(core.GetTimestampMs() - echo);
    if (segment.GetEnd() - segment.seq >= core.acks.GetRcvMss() && ms > 0)
    {
        core.window.SampleRtt(ms * 1000LL, core.received);
    }
}

} // namespace

TcpConnection::TcpConnection(const TcpSettings& settings,
                             const TcpSocketOptions& options,
                             TcpOutput& output)
    : m_core(settings, options, output)
{
}

void
TcpConnection::Connect(uint32_t isn, TcpTime now)
{
    m_core.SetNow(now);
    TcpOpening(m_core).Connect(isn);
}

void
TcpConnection::Accept(const TcpHandshake& handshake, TcpTime now)
{
    m_core.SetNow(now);
    TcpOpening(m_core).Accept(handshake);
}

TcpError
TcpConnection::Shutdown(bool reading, bool writing, TcpTime now)
{
    m_core.SetNow(now);
    return TcpClosing(m_core).Shutdown(reading, writing);
}

void
TcpConnection::Close(TcpTime now)
{
    m_core.SetNow(now);
    TcpClosing(m_core).Close();
}

void
TcpConnection::Receive(const TcpSegment& segment, TcpTime now)
{
    m_core.SetNow(now);
    if (m_core.timeWait)
    {
        const auto verdict = m_core.timeWait->Receive(segment, m_core.settings, now, m_core.output);
        if (verdict == TcpTimeWait::Verdict::STAYS)
        {
            return;
        }
        m_core.timeWait.reset();
        if (verdict == TcpTimeWait::Verdict::RESETS)
        {
            if (const auto reset = TcpConnectionCore::ResetFor(segment))
            {
                m_core.output.Transmit(*reset);
            }
        }
        return;
    }
    if (m_core.state == TcpState::CLOSED)
    {
        return;
    }
    if (m_core.state == TcpState::SYN_SENT)
    {
        TcpOpening(m_core).ReceiveInSynSent(segment);
        return;
    }
    ReceiveSynchronized(segment);
}

void
TcpConnection::ReceiveSynchronized(const TcpSegment& segment)
{
    if (m_core.state == TcpState::SYN_RECEIVED && !m_core.passive && segment.Has(TcpSegment::SYN) &&
        segment.Has(TcpSegment::ACK) && segment.seq + 1 == m_core.received.GetNext())
    {
        // The peer's SYN was received again, now with an ACK: the simultaneous opening is complete.
        TcpSegment bare = segment;
        bare.flags &= static_cast<uint8_t>(~TcpSegment::SYN);
        ++bare.seq;
        ReceiveSynchronized(bare);
        return;
    }
    if (!TcpSegmentCheck(m_core).Validate(segment))
    {
        return;
    }
    // For data handled by header prediction, the timeout before its acknowledgment counts; an
    // acknowledgment with nothing new is not processed (tcp_rcv_established).
    const bool predicted = segment.length > 0 && TcpSegmentCheck(m_core).IsPredicted(segment);
    const uint32_t rtoTicks =
        predicted ? m_core.sender.GetState().rtt.GetRtoTicks(m_core.settings) : 0;
    if (predicted && segment.ack == m_core.sender.GetState().una)
    {
        TcpSegmentCheck(m_core).UpdateRecentTimestamp(segment);
        m_core.sender.NoteWindowSeq(segment.seq);
        MeasureRtt(m_core, segment);
        TakeData(segment, rtoTicks);
        CheckAck();
        return;
    }
    const bool fits = !SeqAfter(segment.ack, m_core.sender.GetState().nxt);
    if (fits && !SeqBefore(segment.ack, m_core.sender.GetState().una))
    {
        TcpSegmentCheck(m_core).UpdateRecentTimestamp(segment);
        m_core.ackTick = m_core.tick;
        if (segment.Has(TcpSegment::CWR))
        {
            // Also without data, unlike in RFC 3168 (tcp_ecn_accept_cwr).
            m_core.sender.GetEcn().SetEchoes(false);
            m_core.acks.Set(segment.GetEnd() != segment.seq ? TcpAckPolicy::NOW : 0);
        }
    }
    if (!m_core.sender.OnAck(segment, m_core.sendScale))
    {
        if (m_core.state == TcpState::SYN_RECEIVED)
        {
            if (const auto reset = TcpConnectionCore::ResetFor(segment))
            {
                m_core.output.Transmit(*reset);
            }
        }
        else
        {
            TcpAcknowledger(m_core).SendChallenge();
        }
        return;
    }
    MeasureRtt(m_core, segment);
    if (m_core.state != TcpState::ESTABLISHED && !AfterAck(segment))
    {
        return;
    }
    if (TakeData(segment, rtoTicks))
    {
        m_core.sender.Push();
        m_core.sender.CheckSpace();
        CheckAck();
    }
}

bool
TcpConnection::TakeData(const TcpSegment& segment, uint32_t rtoTicks)
{
    return TcpDataIntake(m_core, rtoTicks).Take(segment) && m_core.state != TcpState::CLOSED &&
           !m_core.timeWait;
}

void
TcpConnection::CheckAck()
{
    if (m_core.acks.Is(TcpAckPolicy::SCHEDULED))
    {
        TcpAcknowledger(m_core).Check();
    }
}

bool
TcpConnection::AfterAck(const TcpSegment& segment)
{
    const TcpSendState& sender = m_core.sender.GetState();
    const bool finAcked = m_core.finQueued && sender.una == sender.writeSeq;
    switch (m_core.state)
    {
    case TcpState::SYN_RECEIVED:
        TcpOpening(m_core).CompleteAccept(segment);
        if (m_core.writeShut)
        {
            m_core.state = TcpState::FIN_WAIT_1;
        }
        return true;
    case TcpState::FIN_WAIT_1:
        return !finAcked || TcpClosing(m_core).AfterAckInFinWait(segment);
    case TcpState::CLOSING:
        if (finAcked)
        {
            TcpClosing(m_core).EnterTimeWait(false);
            return false;
        }
        return true;
    case TcpState::LAST_ACK:
        if (finAcked)
        {
            m_core.Finish();
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
    m_core.SetNow(now);
    if (m_core.error != TcpError::NONE)
    {
        return {0, TakeError()};
    }
    if (m_core.writeShut || m_core.state == TcpState::CLOSED)
    {
        return {0, TcpError::BROKEN_PIPE};
    }
    if (m_core.state != TcpState::ESTABLISHED && m_core.state != TcpState::CLOSE_WAIT)
    {
        return {0, TcpError::WOULD_BLOCK};
    }
    const uint64_t taken = m_core.sender.Write(bytes, flags);
    return {taken, taken == 0 && bytes > 0 ? TcpError::WOULD_BLOCK : TcpError::NONE};
}

TcpConnection::Result
TcpConnection::Read(uint32_t bytes, TcpTime now)
{
    m_core.SetNow(now);
    const uint32_t first = m_core.received.GetFirstBytes();
    const uint32_t taken = m_core.received.Read(bytes);
    if (taken > 0)
    {
        m_core.window.AdjustToReader(m_core.settings,
                                     m_core.received,
                                     taken - std::min(first, taken),
                                     m_core.now / 1000);
        TcpAcknowledger(m_core).CheckAfterRead(taken);
        return {taken, TcpError::NONE};
    }
    if (m_core.peerFinished)
    {
        return {0, TcpError::NONE};
    }
    if (m_core.error != TcpError::NONE)
    {
        return {0, TakeError()};
    }
    if (m_core.readShut)
    {
        return {0, TcpError::NONE};
    }
    if (m_core.state == TcpState::CLOSED)
    {
        return {0, TcpError::NOT_CONNECTED};
    }
    return {0, TcpError::WOULD_BLOCK};
}

TcpError
TcpConnection::TakeError()
{
    const TcpError error = m_core.error;
    m_core.error = TcpError::NONE;
    return error;
}

void
TcpConnection::SetOptions(const TcpSocketOptions& options, TcpTime now)
{
    m_core.SetNow(now);
    const TcpSocketOptions before = m_core.options;
    m_core.options = options;
    if (options.sendBuffer != before.sendBuffer)
    {
        m_core.sender.SetBuffer(options.sendBuffer);
        m_core.sender.CheckSpace();
    }
    if (options.receiveBuffer != before.receiveBuffer)
    {
        m_core.window.SetBuffer(m_core.settings, options.receiveBuffer);
    }
    const bool open = m_core.state != TcpState::CLOSED && m_core.state != TcpState::SYN_SENT;
    if (options.keepAlive != before.keepAlive || options.keepIdleMs != before.keepIdleMs)
    {
        m_core.timers.Stop(TcpTimer::KEEPALIVE);
        if (options.keepAlive && open)
        {
            const uint32_t idleMs =
                options.keepIdleMs > 0 ? options.keepIdleMs : m_core.settings.keepaliveTimeMs;
            const uint32_t silenceMs = m_core.GetSilenceMs();
            m_core.sender.StartKeepalive(idleMs > silenceMs ? idleMs - silenceMs : 0);
        }
    }
    if (options.notSentLowWater != before.notSentLowWater)
    {
        m_core.sender.CheckSpace();
    }
    if (open && ((options.noDelay) || (before.cork && !options.cork)))
    {
        m_core.sender.UpdateNagle();
    }
}

void
TcpConnection::SetQuickAck(bool on, TcpTime now)
{
    m_core.SetNow(now);
    m_core.acks.SetInteractive(m_core.settings, !on);
    const bool open = m_core.state == TcpState::ESTABLISHED || m_core.state == TcpState::CLOSE_WAIT;
    if (on && open && m_core.acks.Is(TcpAckPolicy::SCHEDULED))
    {
        m_core.acks.Set(TcpAckPolicy::PUSHED);
        TcpAcknowledger(m_core).CheckAfterRead(1);
    }
}

bool
TcpConnection::ReceivePacketTooBig(uint32_t largest, uint32_t seq, TcpTime until, TcpTime now)
{
    m_core.SetNow(now);
    return m_core.state != TcpState::CLOSED && !m_core.timeWait &&
           m_core.sender.OnPacketTooBig(largest, seq, until);
}

TcpTime
TcpConnection::GetDeadline() const
{
    return m_core.timeWait ? m_core.timeWait->deadline : m_core.timers.GetNext();
}

void
TcpConnection::Advance(TcpTime now)
{
    m_core.SetNow(now);
    if (m_core.timeWait)
    {
        if (m_core.timeWait->deadline <= now)
        {
            m_core.timeWait.reset();
        }
        return;
    }
    for (TcpTimer timer = m_core.timers.TakeDue(now); timer != TcpTimer::COUNT;
         timer = m_core.timers.TakeDue(now))
    {
        switch (timer)
        {
        case TcpTimer::DELAYED_ACK:
            m_core.acks.Unset(TcpAckPolicy::TIMER);
            if (m_core.acks.Is(TcpAckPolicy::SCHEDULED))
            {
                m_core.acks.OnTimer(m_core.settings,
                                    m_core.sender.GetState().rtt.GetRtoTicks(m_core.settings));
                TcpAcknowledger(m_core).Send();
            }
            break;
        case TcpTimer::SACK:
            if (m_core.compressed > 0)
            {
                TcpAcknowledger(m_core).Send();
            }
            break;
        case TcpTimer::KEEPALIVE:
            TcpClosing(m_core).OnKeepaliveTimer();
            break;
        default:
            m_core.sender.OnTimer(timer);
            break;
        }
    }
}

std::optional<TcpTimeWait>
TcpConnection::TakeTimeWait()
{
    if (!m_core.timeWait)
    {
        return std::nullopt;
    }
    const TcpTimeWait rest = *m_core.timeWait;
    m_core.timeWait.reset();
    return rest;
}

bool
TcpConnection::IsReadable() const
{
    return m_core.received.GetReadable() > 0 || m_core.peerFinished || m_core.readShut ||
           m_core.error != TcpError::NONE || m_core.state == TcpState::CLOSED;
}

bool
TcpConnection::IsWritable() const
{
    if (m_core.error != TcpError::NONE || m_core.writeShut || m_core.state == TcpState::CLOSED)
    {
        return true;
    }
    const bool open = m_core.state == TcpState::ESTABLISHED || m_core.state == TcpState::CLOSE_WAIT;
    return open && !m_core.sender.IsWriterWaiting() && m_core.sender.IsWritable();
}

TcpInfo
TcpConnection::GetInfo(TcpTime now) const
{
    TcpInfo info;
    m_core.sender.FillInfo(info, now);
    const uint32_t tick = TcpClock::TickOf(m_core.settings, now);
    info.state = m_core.GetState();
    info.atoUs = static_cast<uint32_t>(TcpClock::UsOf(m_core.settings, m_core.acks.GetAtoTicks()));
    info.rcvMss = m_core.acks.GetRcvMss();
    info.lastDataRecvMs = static_cast<uint32_t>(
        TcpClock::UsOf(m_core.settings, tick - m_core.acks.GetReceivedTick()) / 1000);
    info.lastAckRecvMs =
        static_cast<uint32_t>(TcpClock::UsOf(m_core.settings, tick - m_core.ackTick) / 1000);
    info.rcvSsthresh = m_core.window.GetSsthresh();
    info.advMss = m_core.advMss;
    info.rcvRttUs = m_core.window.GetRtt8() >> 3;
    info.rcvSpace = m_core.window.GetReaderSpace();
    info.rcvWnd = m_core.window.GetOffered();
    info.bytesReceived = m_core.bytesReceived;
    return info;
}

} // namespace ns3::net8
