// SPDX-License-Identifier: GPL-2.0-only
// The calls of a server's dialogue: replies packet by packet, and breaks.
#include "net8-server-dialogue.h"

#include "ns3/net8-marker-packet.h"
#include "ns3/net8-oracle-error.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// Error of a call cancelled by the client.
const std::string CANCELLED_TEXT = "ORA-01013: user requested cancel of current operation";

} // namespace

// Calls

ServerStage
ServerDialogue::GetStage(TtcFunction function) const
{
    return function == TtcFunction::LOGOFF   ? ServerStage::LOGOFF
           : function == TtcFunction::AUTH_2 ? ServerStage::AUTHENTICATION
           : m_authenticated                 ? ServerStage::CALL
                                             : ServerStage::LOGON;
}

ServerAnswer
ServerDialogue::Answer(const TnsStream::Message& message)
{
    if (message.prefix.message == TtcMessage::NATIVE)
    {
        if (!m_native)
        {
            m_native = std::make_unique<ServerNative>(m_connection, m_settings);
        }
        if (auto answer = m_native->Answer(message))
        {
            return *answer;
        }
    }
    else
    {
        m_connection.SetNegotiating(false);
        m_native.reset();
    }
    return m_pipeline ? m_pipeline->Answer(message.prefix, m_script)
                      : m_script.Answer(message.prefix);
}

void
ServerDialogue::ServeWaiting(Nanoseconds now)
{
    if (!m_pipeline || m_writer || m_state != ServerState::READY)
    {
        return;
    }
    if (const auto next = m_pipeline->Take())
    {
        HandleMessage(*next, now);
    }
    else if (m_pipeline->IsOver())
    {
        m_pipeline.reset();
    }
}

void
ServerDialogue::StartReply(const ServerAnswer& answer)
{
    m_writer = std::make_unique<ReplyWriter>(m_connection, m_settings, answer);
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
    if (m_writer->Write(now))
    {
        Switch(ServerTrigger::REPLY);
        m_waits.Begin(now);
    }
    m_deadlines.Set(Timer::PACKET, m_writer->GetDue());
}

void
ServerDialogue::SendNextPacket(Nanoseconds now)
{
    m_waits.Begin(now);
    if (m_writer->WriteNext())
    {
        Switch(ServerTrigger::REPLY);
    }
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
        if (reset && m_break.TakeReset())
        {
            m_waits.End(WaitEvent::BREAK_RESET_TO_CLIENT, now);
            SendErrorWhenReset(now);
        }
    }
    else if (marker.markerType == MarkerPacket::DATA_BYTE && !reset)
    {
        // A server that is to be told by urgent data reads nothing else during a call.
        const bool busy = m_state == ServerState::SERVING || m_writer;
        m_cancelLate = received.markLost && busy;
        if (!m_cancelLate)
        {
            Cancel(now);
        }
    }
    else if (std::exchange(m_check, Check::OVER) == Check::DUE && received.markLost)
    {
        m_check = Check::LOST;
    }
    // Otherwise it is an out-of-band check, which is not answered.
}

void
ServerDialogue::HandleUrgent(Nanoseconds now)
{
    if (m_check == Check::DUE)
    {
        m_check = Check::OVER;
    }
    else if (m_check == Check::OVER && ServerStates::Find(m_state, ServerTrigger::BREAK) &&
             m_state != ServerState::RESETTING)
    {
        Cancel(now);
    }
}

void
ServerDialogue::Cancel(Nanoseconds now)
{
    m_error = std::make_unique<std::string>(CANCELLED_TEXT);
    m_errorStart = TtcMessage::ERROR;
    if (m_state == ServerState::READY && !m_writer)
    {
        m_waits.End(WaitEvent::MESSAGE_FROM_CLIENT, now);
    }
    SendBreak(ServerTrigger::BREAK, now);
}

void
ServerDialogue::SendBreak(ServerTrigger trigger, Nanoseconds now)
{
    m_deadlines.Cancel(Timer::PACKET);
    m_cancelLate = false;
    m_events.push_back({.kind = Event::Kind::CANCEL});
    m_connection.DropQueued();
    m_writer.reset();
    m_pipeline.reset();
    m_subscription.reset();
    Switch(trigger);
    m_break.Begin(m_connection);
    m_waits.Count(WaitEvent::BREAK_RESET_TO_CLIENT, now);
    m_waits.Begin(now);
    // A separate write: if it takes time, the client's reset may come before it.
    if (!m_settings.packetTime)
    {
        SendReset(now);
        return;
    }
    m_deadlines.Set(Timer::RESET, now + m_settings.packetTime());
}

void
ServerDialogue::SendReset(Nanoseconds now)
{
    m_break.SendReset(m_connection);
    SendErrorWhenReset(now);
}

void
ServerDialogue::SendErrorWhenReset(Nanoseconds now)
{
    if (m_break.IsOver())
    {
        WriteError(ServerTrigger::ERROR, now);
    }
}

void
ServerDialogue::WriteError(ServerTrigger trigger, Nanoseconds now)
{
    ServerAnswer answer;
    answer.reply = {.message = m_errorStart,
                    .sequence = m_sequence,
                    .flags = TtcPrefix::FAILED,
                    .rows = GetErrorNumber(*m_error),
                    .length = m_script.GetErrorLength(*m_error) +
                              (m_pipeline ? m_pipeline->GetTokenLength() : 0)};
    m_writer = std::make_unique<ReplyWriter>(m_connection, m_settings, answer);
    Switch(trigger);
    m_waits.Begin(now);
    m_writer->WriteError(*m_error);
}

} // namespace ns3::net8
