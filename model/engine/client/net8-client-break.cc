// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-break.h"

#include "ns3/net8-marker-packet.h"

namespace ns3::net8
{

using std::chrono::nanoseconds;

ClientBreak::ClientBreak(ClientTalk& talk)
    : m_talk(talk)
{
}

void
ClientBreak::SendCheck()
{
    SendUrgent();
    Send(m_talk.settings.driver.markerType, m_talk.settings.driver.markerData);
}

void
ClientBreak::Clear()
{
    m_seen = false;
    m_sent = NEVER;
}

void
ClientBreak::Cancel(nanoseconds now)
{
    m_talk.progress.Enter(ClientInput::CANCEL);
    m_sent = now;
    Tell(nanoseconds(0));
    SendUrgent();
    Send(MarkerPacket::DATA_BYTE, m_talk.settings.driver.cancelMarker);
}

bool
ClientBreak::HandleMarker(const StreamReader::Received& received, nanoseconds now)
{
    MarkerPacket marker;
    const auto form = m_talk.tns->GetAgreement().lengthForm;
    if (MarkerPacket::Decode(received.bytes, form, marker) != WireError::NONE)
    {
        return false;
    }
    if (marker.data == MarkerPacket::RESET && m_sent != NEVER)
    {
        Tell(now - m_sent);
        m_sent = NEVER;
    }
    if (m_seen)
    {
        return true;
    }
    // What had arrived of the reply is void: only the error is still to come.
    m_seen = true;
    m_talk.tns->DropMessage();
    m_talk.progress.Enter(ClientInput::MARKER);
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
    if (m_talk.settings.UsesUrgentData() && !m_talk.tns->GetTls())
    {
        m_talk.tns->SendUrgent();
    }
}

void
ClientBreak::Send(uint8_t type, uint8_t data)
{
    const auto& agreement = m_talk.tns->GetAgreement();
    const bool large = agreement.version >= VERSION_LONG_SIZES &&
                       m_talk.settings.driver.HasLargeSduFlag("markers");
    MarkerPacket marker;
    marker.markerType = type;
    marker.data = data;
    marker.header.flags = large ? header_flag::LARGE_SDU : uint8_t{0};
    m_talk.tns->SendPacket(marker.Encode(agreement.lengthForm));
}

void
ClientBreak::Tell(nanoseconds time)
{
    if (m_talk.settings.driver.databaseLink)
    {
        m_talk.progress.events.push_back(client_event::BreakWaited{time});
    }
}

} // namespace ns3::net8
