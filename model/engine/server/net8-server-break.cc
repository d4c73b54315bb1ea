// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-break.h"

#include "ns3/net8-marker-packet.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// First version whose markers have header flag 0x20 (captures of 26ai; 11.2 does not).
constexpr uint16_t VERSION_MARKER_FLAG = 315;

} // namespace

void
ServerBreak::Begin(TnsConnection& connection)
{
    m_sent = false;
    m_seen = false;
    SendMarker(connection, MarkerPacket::BREAK);
}

void
ServerBreak::SendReset(TnsConnection& connection)
{
    m_sent = true;
    SendMarker(connection, MarkerPacket::RESET);
}

bool
ServerBreak::TakeReset()
{
    return !std::exchange(m_seen, true);
}

bool
ServerBreak::IsOver() const
{
    return m_sent && m_seen;
}

void
ServerBreak::SendMarker(TnsConnection& connection, uint8_t data)
{
    const auto& agreement = connection.GetAgreement();
    MarkerPacket marker;
    marker.data = data;
    marker.header.flags =
        agreement.version >= VERSION_MARKER_FLAG ? header_flag::LARGE_SDU : uint8_t{0};
    connection.SendPacket(marker.Encode(agreement.lengthForm));
}

} // namespace ns3::net8
