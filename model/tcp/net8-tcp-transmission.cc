// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-transmission.h"

#include "net8-tcp-segment-size.h"
#include "net8-tcp-send-buffer.h"
#include "net8-tcp-send-timers.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
TcpTransmission::GetBurstSegments() const
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
    const auto segments =
        static_cast<uint32_t>(bytes / TcpSegmentSize::GetCurrent(m_state, m_host));
    return std::min(std::max(segments, m_core.control->GetMinBurst(m_state)),
                    settings.maxBurstSegments);
}

bool
TcpTransmission::IsPaced()
{
    if (!m_state.paces || m_state.departure <= m_state.now)
    {
        return false;
    }
    m_host.GetTimers().Set(TcpTimer::PACING, m_state.departure);
    return true;
}

bool
TcpTransmission::Send(TcpSendRun& buffer)
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
    if (!m_host.SendSegment(buffer.seq, buffer.bytes, buffer.mss, flags))
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
TcpTransmission::NoteNewDataSent()
{
    const uint32_t before = m_state.packetsOut;
    const TcpSendRun& buffer = m_queue.At(m_queue.GetSentRuns());
    m_state.nxt = buffer.GetEnd();
    m_state.packetsOut += buffer.GetPackets();
    m_queue.MarkSent();
    if (before == 0 || m_host.GetTimers().Runs(TcpTimer::LOSS_PROBE))
    {
        TcpSendTimers(m_core).RearmRto();
    }
    TcpSendBuffer::Check(m_core);
}

} // namespace ns3::net8
