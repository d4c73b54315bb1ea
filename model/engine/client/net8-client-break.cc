// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-break.h"

#include "ns3/net8-marker-packet.h"

namespace ns3::net8
{

using std::chrono::nanoseconds;

ClientBreak::ClientBreak(const ClientSettings& settings,
                         ClientProgress& progress,
                         TnsConnection& tns)
    : m_settings(settings),
      m_progress(progress),
      m_tns(&tns)
{
}

void
ClientBreak::SendCheck()
{
    SendUrgent();
    Send(m_settings.driver.markerType, m_settings.driver.markerData);
}

void
ClientBreak::SetConnection(TnsConnection& tns)
{
    m_tns = &tns;
    Clear();
}

void
ClientBreak::Clear()
{
    m_seen = false;
    m_sent.reset();
}

void
ClientBreak::Cancel(nanoseconds now)
{
    m_progress.Enter(ClientInput::CANCEL);
    m_sent = now;
    Tell(nanoseconds(0));
    SendUrgent();
    Send(MarkerPacket::DATA_BYTE, m_settings.driver.cancelMarker);
}

bool
ClientBreak::HandleMarker(const StreamReader::Received& received, nanoseconds now)
{
    MarkerPacket marker;
    const auto form = m_tns->GetAgreement().lengthForm;
    if (MarkerPacket::Decode(received.bytes, form, marker) != WireError::NONE)
    {
        return false;
    }
    if (marker.data == MarkerPacket::RESET && m_sent)
    {
        Tell(now - *m_sent);
        m_sent.reset();
    }
    if (m_seen)
    {
        return true;
    }
    // What had arrived of the reply is void: only the error is still to come.
    m_seen = true;
    m_tns->DropMessage();
    m_progress.Enter(ClientInput::MARKER);
    Send(MarkerPacket::DATA_BYTE, MarkerPacket::RESET);
    return true;
}

bool
ClientBreak::IsSeen() const
{
    return m_seen;
}

void
ClientBreak::SendUrgent()
{
    if (m_settings.UsesUrgentData() && !m_tns->GetTls())
    {
        m_tns->SendUrgent();
    }
}

void
ClientBreak::Send(uint8_t type, uint8_t data)
{
    const auto& agreement = m_tns->GetAgreement();
    const bool large =
        agreement.version >= VERSION_LONG_SIZES && m_settings.driver.HasLargeSduFlag("markers");
    MarkerPacket marker;
    marker.markerType = type;
    marker.data = data;
    marker.header.flags = large ? header_flag::LARGE_SDU : uint8_t{0};
    m_tns->SendPacket(marker.Encode(agreement.lengthForm));
}

void
ClientBreak::Tell(nanoseconds time)
{
    if (m_settings.driver.databaseLink)
    {
        m_progress.events.push_back(client_event::BreakWaited{time});
    }
}

} // namespace ns3::net8
