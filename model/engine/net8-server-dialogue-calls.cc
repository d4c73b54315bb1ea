// SPDX-License-Identifier: GPL-2.0-only
// Calls of a server's dialogue: replies packet after packet, and breaks.
#include "net8-server-dialogue.h"

#include "ns3/net8-marker-packet.h"
#include "ns3/net8-oracle-error.h"

namespace ns3::net8
{

namespace
{

/// Version from which on markers carry header flag 0x20 (captures of 26ai; 11.2 has none).
constexpr uint16_t VERSION_MARKER_FLAG = 315;
/// Error of a call that the client cancelled.
const std::string CANCELLED_TEXT = "ORA-01013: user requested cancel of current operation";

} // namespace

// Calls

ServerEffort
ServerDialogue::DrawEffort(TtcFunction function) const
{
    const auto stage = function == TtcFunction::LOGOFF   ? ServerStage::LOGOFF
                       : function == TtcFunction::AUTH_2 ? ServerStage::AUTHENTICATION
                       : m_authenticated                 ? ServerStage::CALL
                                                         : ServerStage::LOGON;
    return m_setting.effort ? m_setting.effort(stage) : ServerEffort{.stage = stage};
}

Packing
ServerDialogue::Cut(uint32_t length, const RowLayout& layout) const
{
    return {length, m_connection.GetPacketLimit() - m_setting.sduReserve, layout};
}

void
ServerDialogue::StartReply(const ServerAnswer& answer)
{
    m_writer.Begin(answer.reply, Cut(answer.reply.length, answer.layout));
    m_rowsTakeTime = answer.rowsTakeTime && m_setting.rowTime;
    m_waitingForRoom = false;
    Switch(ServerTrigger::CALL);
    // Captures of 12.1 and 26ai.
    const bool marked = answer.reply.message == TtcMessage::NATIVE &&
                        m_connection.GetAgreement().version >= VERSION_LONG_SIZES;
    m_connection.SetHeaderFlags(marked ? header_flag::LARGE_SDU : uint8_t{0});
    m_events.push_back({Event::Kind::WORK, m_effort});
}

void
ServerDialogue::WriteReply(Nanoseconds now)
{
    if (m_authenticated)
    {
        m_deadlines.Cancel(Timer::LOGON);
    }
    if (m_rowsTakeTime || m_setting.packetTime)
    {
        PrepareNextPacket(now);
        return;
    }
    Switch(ServerTrigger::REPLY);
    m_waits.Begin(now);
    m_writer.WriteAll(m_connection);
}

void
ServerDialogue::PrepareNextPacket(Nanoseconds now)
{
    auto time = m_setting.packetTime ? m_setting.packetTime() : Nanoseconds(0);
    if (m_rowsTakeTime)
    {
        time += m_setting.rowTime(m_writer.GetNextRows());
    }
    m_deadlines.Set(Timer::PACKET, now + time);
}

void
ServerDialogue::SendNextPacket(Nanoseconds now)
{
    m_waits.Begin(now);
    if (m_writer.IsAtLast())
    {
        Switch(ServerTrigger::REPLY);
    }
    else
    {
        m_waitingForRoom = true;
    }
    m_writer.WriteNext(m_connection);
}

// Breaks

void
ServerDialogue::HandleMarker(const StreamReader::Received& received, Nanoseconds now)
{
    MarkerPacket marker;
    const auto form = m_connection.GetAgreement().lengthForm;
    if (MarkerPacket::Decode(received.bytes, form, marker) != WireError::NONE)
    {
        Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const bool reset = marker.data == MarkerPacket::RESET;
    if (m_state == ServerState::RESETTING)
    {
        if (reset && !m_resetSeen)
        {
            m_waits.End(WaitEvent::BREAK_RESET_TO_CLIENT, now);
            m_resetSeen = true;
            if (m_resetSent)
            {
                SendError(now);
            }
        }
    }
    else if (marker.markerType == MarkerPacket::DATA_BYTE && !reset)
    {
        m_error = CANCELLED_TEXT;
        if (m_state == ServerState::READY && !m_writer.IsOpen())
        {
            m_waits.End(WaitEvent::MESSAGE_FROM_CLIENT, now);
        }
        SendBreak(ServerTrigger::BREAK, now);
    }
    // Else it is an out-of-band check, which is not answered.
}

void
ServerDialogue::SendBreak(ServerTrigger trigger, Nanoseconds now)
{
    m_deadlines.Cancel(Timer::PACKET);
    m_events.push_back({.kind = Event::Kind::CANCEL});
    m_connection.DropQueued();
    m_writer.Drop();
    m_waitingForRoom = false;
    Switch(trigger);
    SendMarker(MarkerPacket::BREAK);
    m_waits.Count(WaitEvent::BREAK_RESET_TO_CLIENT);
    m_waits.Begin(now);
    m_resetSeen = false;
    m_resetSent = false;
    // A second write: where it takes time, the client's reset may come before it.
    if (!m_setting.packetTime)
    {
        SendReset(now);
        return;
    }
    m_deadlines.Set(Timer::RESET, now + m_setting.packetTime());
}

void
ServerDialogue::SendReset(Nanoseconds now)
{
    m_resetSent = true;
    SendMarker(MarkerPacket::RESET);
    if (m_resetSeen)
    {
        SendError(now);
    }
}

void
ServerDialogue::SendMarker(uint8_t data)
{
    const auto& agreement = m_connection.GetAgreement();
    MarkerPacket marker;
    marker.data = data;
    marker.header.flags =
        agreement.version >= VERSION_MARKER_FLAG ? header_flag::LARGE_SDU : uint8_t{0};
    m_connection.SendPacket(marker.Encode(agreement.lengthForm));
}

void
ServerDialogue::SendError(Nanoseconds now)
{
    const TtcPrefix reply{.message = TtcMessage::ERROR,
                          .sequence = m_sequence,
                          .flags = TtcPrefix::FAILED,
                          .rows = GetErrorNumber(m_error),
                          .length = m_script.GetErrorLength(m_error)};
    m_rowsTakeTime = false;
    m_writer.Begin(reply, Cut(reply.length));
    Switch(ServerTrigger::ERROR);
    m_waits.Begin(now);
    m_writer.WriteError(m_connection, m_error);
}

} // namespace ns3::net8
