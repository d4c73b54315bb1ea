// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-connection.h"

#include "net8-tcp-clock.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

TcpConnection::TcpConnection(const TcpSettings& settings,
                             const TcpSocketOptions& options,
                             TcpOutput& output)
    : m_settings(settings),
      m_output(output),
      m_options(options),
      m_sender(settings, *this)
{
    m_window.Open(settings, options.receiveBuffer);
    if (options.sendBuffer > 0)
    {
        m_sender.SetBuffer(options.sendBuffer);
    }
}

void
TcpConnection::SetNow(TcpTime now)
{
    m_now = now;
    m_tick = TcpClock::TickOf(m_settings, now);
    m_sender.SetNow(now);
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
TcpConnection::Connect(uint32_t isn, TcpTime now)
{
    SetNow(now);
    m_state = TcpState::SYN_SENT;
    m_advMss = TcpHandshake::AdvertisedMss(m_settings, m_options);
    m_window.SelectInitial(m_settings, m_advMss, m_settings.windowScaling);
    m_timestamps = m_settings.timestamps;
    m_sender.Open(isn);
    m_sender.SendSyn();
}

void
TcpConnection::Accept(const TcpHandshake& handshake, TcpTime now)
{
    SetNow(now);
    m_passive = true;
    m_state = TcpState::SYN_RECEIVED;
    m_window = handshake.window;
    m_received.Open(handshake.irs + 1);
    m_sendScale = handshake.sendScale;
    m_scaling = handshake.scaling;
    m_timestamps = handshake.timestamps;
    m_recentTimestamp = handshake.recentTimestamp;
    m_hasRecentTimestamp = m_timestamps;
    m_advMss = handshake.advMss;
    m_synAckUs = handshake.repeats == 0 ? handshake.sentUs : -1;
    m_sender.Open(handshake.iss + 1);
    m_sender.SetHandshakeRepeats(handshake.repeats);
    m_sender.Agree(handshake.sack, handshake.mssClamp, m_timestamps ? 12 : 0);
    m_acks.Open(m_tick);
    m_ackTick = m_tick;
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
    m_sender.Establish(window, wl1);
    m_window.Establish(m_received.GetNext(), m_advMss, m_now / 1000);
    m_acks.Open(m_tick);
    m_ackTick = m_tick;
    uint32_t mss = std::min({m_advMss, m_sender.GetState().mss, DEFAULT_MSS});
    mss = std::min(mss, m_window.GetOffered() / 2);
    m_acks.SetRcvMss(std::max(mss, LEAST_MSS));
    if (m_options.keepAlive)
    {
        m_sender.StartKeepalive(m_options.keepIdleMs > 0 ? m_options.keepIdleMs
                                                         : m_settings.keepaliveTimeMs);
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

void
TcpConnection::FillSynOptions(TcpSegmentOptions& options) const
{
    options.hasMss = true;
    options.mss = static_cast<uint16_t>(m_advMss);
    options.sackPermitted = m_passive ? m_sender.GetState().sack : m_settings.sack;
    options.hasWindowScale = m_passive ? m_scaling : m_settings.windowScaling;
    options.windowScale = m_window.GetScale();
}

bool
TcpConnection::SendSegment(uint32_t seq, uint32_t length, uint32_t segmentBytes, uint8_t flags)
{
    TcpSegment segment;
    segment.seq = seq;
    segment.length = length;
    segment.segmentBytes = segmentBytes;
    segment.flags = flags;
    if (m_timestamps)
    {
        segment.options.hasTimestamps = true;
        segment.options.timestampValue = GetTimestampMs();
        segment.options.timestampEcho = m_recentTimestamp;
    }
    if (flags & TcpSegment::SYN)
    {
        FillSynOptions(segment.options);
        segment.window = static_cast<uint16_t>(std::min(m_window.GetOffered(), 65535U));
        if (m_state != TcpState::SYN_SENT)
        {
            segment.flags |= TcpSegment::ACK;
            segment.ack = m_received.GetNext();
        }
        return m_output.Transmit(segment);
    }
    segment.flags |= TcpSegment::ACK;
    segment.ack = m_received.GetNext();
    segment.window = m_window.Offer(m_received,
                                    m_acks.GetRcvMss(),
                                    m_acks.GetQuick(),
                                    m_acks.Is(TcpAckPolicy::NO_MEMORY));
    if (m_sender.GetState().sack && m_received.GetBlocks() > 0)
    {
        const uint32_t room = 40 - (m_timestamps ? 12 : 0) - 4;
        m_received.FillSack(segment.options, static_cast<uint8_t>(std::min(room / 8, 4U)));
    }
    NoteAckSent();
    if (length > 0)
    {
        m_sender.NoteDataSent();
        m_acks.OnDataSent(m_tick);
    }
    return m_output.Transmit(segment);
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
    const uint32_t taken = m_received.Read(bytes);
    if (taken > 0)
    {
        m_window.AdjustToReader(m_settings, m_received, m_now / 1000);
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

TcpState
TcpConnection::GetState() const
{
    if (m_timeWait)
    {
        return m_timeWait->halfClosed ? TcpState::FIN_WAIT_2 : TcpState::TIME_WAIT;
    }
    return m_state;
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

} // namespace ns3::net8
