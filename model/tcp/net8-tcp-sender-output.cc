// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-clock.h"
#include "net8-tcp-cwnd-use.h"
#include "net8-tcp-nagle.h"
#include "net8-tcp-sender.h"
#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpSender::GetBurstSegments() const
{
    const TcpSettings& settings = *m_state.settings;
    if (settings.maxBurstSegments == 1)
    {
        return 1;
    }
    // About a millisecond at the pacing rate, and more on short paths (tcp_tso_autosize).
    uint64_t bytes = m_state.pacingRate >> 10;
    const uint32_t shift = m_state.MinRttUs() >> settings.burstRttLog;
    if (shift < 32)
    {
        bytes += settings.maxBurstBytes >> shift;
    }
    bytes = std::min<uint64_t>(bytes, settings.maxBurstBytes);
    const auto segments = static_cast<uint32_t>(bytes / GetCurrentMss());
    return std::min(std::max(segments, m_control->GetMinBurst(m_state)), settings.maxBurstSegments);
}

uint32_t
TcpSender::GetQuota() const
{
    const uint32_t inFlight = m_state.InFlight();
    if (inFlight >= m_state.cwnd)
    {
        return 0;
    }
    // Two bursts a window at least (tcp_cwnd_test).
    return std::min(std::max(m_state.cwnd >> 1, 1U), m_state.cwnd - inFlight);
}

bool
TcpSender::IsDeferred(const TcpSendRun& buffer, uint32_t maxSegments)
{
    const TcpSettings& settings = *m_state.settings;
    // Only within a millisecond of the last segment; a real host is never back after exactly that
    // time.
    if (m_state.caState >= TcpCaState::RECOVERY || m_state.now - m_departure >= 1000000 ||
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
    // The next ACK has to be near, or waiting for it costs more than a larger burst gains.
    const int64_t srttUs = m_state.rtt.GetSrtt8() >> 3;
    const int64_t ackInUs = m_queue.At(0).sentUs + srttUs - m_state.NowUs();
    if (ackInUs > std::min<int64_t>(srttUs / 2, 1000))
    {
        return false;
    }
    if (limit <= buffer.bytes)
    {
        // Which of the two windows is too small decides whether the congestion window may grow.
        (congestionWindow < sendWindow ? m_cwndHeld : m_windowHeld) = true;
        return true;
    }
    return (buffer.flags & TcpSegment::FIN) == 0 && !buffer.endOfRecord;
}

bool
TcpSender::IsPaced()
{
    if (!m_state.paces || m_departure <= m_state.now)
    {
        return false;
    }
    m_host.GetTimers().Set(TcpTimer::PACING, m_departure);
    return true;
}

bool
TcpSender::Transmit(TcpSendRun& buffer)
{
    const TcpTime lastDeparture = m_departure;
    m_departure = std::max(m_departure, m_state.now);
    if (m_state.packetsOut == 0)
    {
        m_state.firstSentUs = m_state.deliveredUs = m_state.NowUs();
    }
    const uint32_t segments = buffer.GetSegments();
    // A burst has PSH at its end, so that the receiver hands it on at once.
    const auto flags = static_cast<uint8_t>(buffer.flags | (segments > 1 ? TcpSegment::PSH : 0));
    if (!m_host.SendSegment(buffer.seq, buffer.bytes, buffer.mss, flags))
    {
        return false;
    }
    buffer.sentUs = m_state.NowUs();
    buffer.firstSentUs = m_state.firstSentUs;
    buffer.deliveredUs = m_state.deliveredUs;
    buffer.delivered = m_state.delivered;
    buffer.appLimited = m_state.appLimitedUntil != 0;
    buffer.rateTaken = false;
    m_dataSegments += segments;
    if (m_state.paces && m_state.pacingRate > 0 && m_state.pacingRate != ~0ULL &&
        m_dataSegments >= 10)
    {
        // The gap after a burst is shortened by what the burst itself left late, by half at most.
        const auto gap = static_cast<TcpTime>(static_cast<uint64_t>(buffer.bytes) * 1000000000 /
                                              m_state.pacingRate);
        const TcpTime credit = m_departure - lastDeparture;
        m_departure += gap - std::min(gap / 2, credit);
    }
    return true;
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

void
TcpSender::NoteNewDataSent()
{
    const uint32_t before = m_state.packetsOut;
    const TcpSendRun& buffer = m_queue.At(m_queue.GetSentRuns());
    m_state.nxt = buffer.GetEnd();
    m_state.packetsOut += buffer.GetPackets();
    m_queue.MarkSent();
    if (before == 0 || m_host.GetTimers().Runs(TcpTimer::LOSS_PROBE))
    {
        RearmRto();
    }
    CheckSpace();
}

bool
TcpSender::SendHead(Burst burst, uint32_t mss, uint8_t nagle, uint32_t maxSegments)
{
    uint32_t quota = GetQuota();
    if (quota == 0)
    {
        if (burst != Burst::LOSS_PROBE)
        {
            return false;
        }
        quota = 1; // A probe may leave one beyond the window.
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
        if (!TcpNagle::MayLeave(m_state, buffer, mss, m_queue.UnsentHeadIsTail(), nagle))
        {
            return false;
        }
    }
    else
    {
        if (burst == Burst::NORMAL && IsDeferred(buffer, maxSegments))
        {
            return false;
        }
        limit = TcpNagle::GetSplitPoint(m_state,
                                        buffer,
                                        mss * quota,
                                        m_queue.UnsentHeadIsTail(),
                                        nagle);
    }
    if (buffer.bytes > limit)
    {
        m_queue.CutUnsentHead(limit);
    }
    return true;
}

bool
TcpSender::SendQueue(uint8_t nagle, Burst burst)
{
    const uint32_t mss = GetCurrentMss();
    const uint32_t maxSegments = GetBurstSegments();
    uint32_t sent = 0;
    m_windowHeld = m_cwndHeld = false;
    while (!m_queue.IsAllSent() && !IsPaced() && SendHead(burst, mss, nagle, maxSegments))
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
        if (burst != Burst::NORMAL)
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
        const bool held = TcpCwndUse::Note(m_state, *m_control, cwndLimited, m_noSpace);
        if (!held && m_queue.IsAllSent() && m_noSpace)
        {
            m_chrono.Start(TcpChrono::Kind::BUFFER_LIMITED, m_state.NowUs());
        }
    }
    if (sent == 0)
    {
        return m_state.packetsOut == 0 && !m_queue.IsAllSent();
    }
    m_state.prrOut += m_state.InReduction() ? sent : 0;
    if (burst != Burst::LOSS_PROBE)
    {
        ScheduleLossProbe(false);
    }
    return false;
}

void
TcpSender::PushPending(uint8_t nagle)
{
    if (m_host.GetState() != TcpState::CLOSED && SendQueue(nagle, Burst::NORMAL))
    {
        CheckWindowProbe();
    }
}

void
TcpSender::Push()
{
    if (!m_queue.IsAllSent())
    {
        PushPending(TcpNagle::FlagsOf(m_host.GetOptions(), m_push));
    }
}

} // namespace ns3::net8
