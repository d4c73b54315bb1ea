// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-dialogue.h"

#include "ns3/net8-body-packet.h"

#include <utility>

namespace ns3::net8
{

namespace
{

using Nanoseconds = ServerDialogue::Nanoseconds;

/// No time.
constexpr Nanoseconds NONE{0};

} // namespace

ServerDialogue::ServerDialogue(TnsConnection& connection,
                               const ServerSetting& setting,
                               ServerScript& script)
    : m_connection(connection),
      m_setting(setting),
      m_script(script)
{
}

void
ServerDialogue::OnState(std::function<void(ServerState, ServerState)> changed)
{
    m_told = std::move(changed);
}

// Inputs

void
ServerDialogue::Start(const ConnectPacket& connect, Nanoseconds now)
{
    m_connect = connect;
    if (m_setting.inboundConnectTimeout > NONE)
    {
        m_deadlines.Set(Timer::LOGON, now + m_setting.inboundConnectTimeout);
    }
    if (m_setting.expireTime > NONE && m_setting.nsProbes)
    {
        m_deadlines.Set(Timer::PROBE, now + m_setting.expireTime);
    }
    if (m_setting.recvTimeout > NONE)
    {
        m_deadlines.Set(Timer::SILENCE, now + m_setting.recvTimeout);
    }
}

void
ServerDialogue::FinishHandover(Nanoseconds now)
{
    if (m_state != ServerState::HANDING_OVER)
    {
        return;
    }
    if (!m_setting.resend)
    {
        SendAccept(ServerTrigger::START, now);
        return;
    }
    Switch(ServerTrigger::START_RESEND);
    m_connection.SendPacket(ResendPacket().Encode(LengthForm::SHORT_16));
}

void
ServerDialogue::HandleArrival(const TnsStream::Arrival& arrival, Nanoseconds now)
{
    if (arrival.message)
    {
        HandleMessage(*arrival.message, now);
    }
    else if (!arrival.ofMessage)
    {
        HandlePacket(arrival.packet, now);
    }
}

void
ServerDialogue::HandlePacket(const StreamReader::Received& received, Nanoseconds now)
{
    const auto may = [this](ServerTrigger trigger) {
        return ServerStates::Find(m_state, trigger).has_value();
    };
    const auto type = static_cast<PacketType>(received.header.type);
    if (m_state == ServerState::CLOSED)
    {
        return;
    }
    if (type == PacketType::CONNECT && may(ServerTrigger::CONNECT))
    {
        HandleConnect(received, now);
    }
    else if (type == PacketType::DATA && may(ServerTrigger::CONNECT_DATA))
    {
        SendAccept(ServerTrigger::CONNECT_DATA, now);
    }
    else if (type == PacketType::DATA && may(ServerTrigger::FAREWELL))
    {
        // The client's FIN follows.
        m_connection.Close();
        End(ServerTrigger::FAREWELL);
    }
    else if (type == PacketType::MARKER && may(ServerTrigger::RESET))
    {
        HandleMarker(received, now);
    }
    else
    {
        Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
ServerDialogue::HandleMessage(const TnsStream::Message& message, Nanoseconds now)
{
    if (m_state == ServerState::CLOSED)
    {
        return;
    }
    if (!ServerStates::Find(m_state, ServerTrigger::CALL))
    {
        Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    const auto& request = message.prefix;
    m_waits.EndIdle(message, m_script.IsOfStatement(request), now);
    m_sequence = request.sequence;
    m_effort = DrawEffort(request.function);
    m_authenticated = m_authenticated || request.function == TtcFunction::AUTH_2;
    auto answer = m_script.Answer(request);
    m_fails = answer.kind == ServerAnswer::Kind::FAIL;
    m_error = std::move(answer.error);
    switch (answer.kind)
    {
    case ServerAnswer::Kind::REPLY:
        StartReply(answer);
        break;
    case ServerAnswer::Kind::FAIL:
        Switch(ServerTrigger::CALL);
        m_events.push_back({Event::Kind::WORK, m_effort});
        break;
    case ServerAnswer::Kind::NOTHING:
        break;
    case ServerAnswer::Kind::WRONG:
        Fail(answer.wrong);
        break;
    }
}

void
ServerDialogue::HandleTaken(Nanoseconds now)
{
    if (!m_writer.IsOpen())
    {
        return;
    }
    if (m_writer.Take())
    {
        m_waits.End(WaitEvent::MORE_DATA_TO_CLIENT, now);
    }
    if (!m_writer.IsOpen())
    {
        m_waits.End(WaitEvent::MESSAGE_TO_CLIENT, now);
        m_events.push_back({.kind = Event::Kind::IDLE});
    }
    m_waits.Begin(now);
    if (m_waitingForRoom && m_connection.IsDrained())
    {
        m_waitingForRoom = false;
        PrepareNextPacket(now);
    }
}

void
ServerDialogue::HandleClosed(Nanoseconds /* now */)
{
    if (m_state == ServerState::SERVING || m_state == ServerState::RESETTING)
    {
        Fail(SessionError::CLOSED_IN_CALL);
        return;
    }
    m_connection.Close();
    End();
}

void
ServerDialogue::HandleFailed(SessionError error, Nanoseconds now)
{
    // TCP tells a peer's RST as a close: this is one that does not answer.
    const bool probed = m_setting.expireTime > NONE;
    if (probed && error == SessionError::RESET && GetIdleTime(now) >= m_setting.expireTime)
    {
        m_connection.CountError(SessionError::DEAD_CONNECTION);
    }
    End();
}

void
ServerDialogue::HandleDeadline(Nanoseconds now)
{
    while (const auto timer = m_deadlines.TakeExpired(now))
    {
        HandleTimer(*timer, now);
    }
}

void
ServerDialogue::FinishWork(Nanoseconds now)
{
    if (m_state != ServerState::SERVING)
    {
        return;
    }
    if (m_fails)
    {
        SendBreak(ServerTrigger::FAIL, now);
        return;
    }
    WriteReply(now);
}

void
ServerDialogue::RefuseWork(const std::string& text, Nanoseconds now)
{
    if (m_state != ServerState::SERVING)
    {
        return;
    }
    m_error = text;
    SendBreak(ServerTrigger::FAIL, now);
}

void
ServerDialogue::LoseServer(Nanoseconds /* now */)
{
    m_connection.Close();
    End();
}

void
ServerDialogue::Stop(Nanoseconds now)
{
    m_stopped = now;
    m_deadlines.Stop(now);
}

void
ServerDialogue::Resume(Nanoseconds now)
{
    m_waits.AddStood(now - m_stopped);
    m_deadlines.Resume(now);
}

// Outputs

std::optional<ServerDialogue::Event>
ServerDialogue::NextEvent()
{
    if (m_events.empty())
    {
        return std::nullopt;
    }
    const auto event = m_events.front();
    m_events.pop_front();
    return event;
}

ServerDialogue::Nanoseconds
ServerDialogue::GetDeadline() const
{
    return m_deadlines.GetNext();
}

ServerState
ServerDialogue::GetState() const
{
    return m_state;
}

uint32_t
ServerDialogue::GetProbes() const
{
    return m_probes;
}

const CallWaits&
ServerDialogue::GetWaits() const
{
    return m_waits;
}

// Session set-up

void
ServerDialogue::HandleConnect(const StreamReader::Received& received, Nanoseconds now)
{
    if (ConnectPacket::Decode(received.bytes, LengthForm::SHORT_16, m_connect) != WireError::NONE)
    {
        Fail(SessionError::MALFORMED_PACKET);
    }
    else if (m_connect.DataFollows())
    {
        Switch(ServerTrigger::CONNECT_HEAD);
    }
    else
    {
        SendAccept(ServerTrigger::CONNECT, now);
    }
}

void
ServerDialogue::SendAccept(ServerTrigger trigger, Nanoseconds now)
{
    const auto agreement = Negotiate(m_connect, m_setting.limits);
    if (agreement.outOfRange)
    {
        m_connection.CountError(SessionError::SDU_OUT_OF_RANGE);
    }
    const auto& release = m_setting.release;
    auto accept = MakeAccept(agreement);
    accept.serviceOptions = m_connect.serviceOptions & release.serviceOptions;
    accept.byteOrderOne = 0x0100; // as in every capture: the servers are little-endian
    accept.connectFlags0 = release.acceptFlags0;
    accept.connectFlags1 = release.acceptFlags1;
    accept.acceptFlags2 = release.acceptFlags2;
    m_script.Accept(m_connect);
    Switch(trigger);
    m_connection.SendPacket(accept.Encode());
    m_connection.SetAgreement(agreement, m_setting.tduRule);
    m_waits.Begin(now);
}

// Silent clients

void
ServerDialogue::HandleTimer(Timer timer, Nanoseconds now)
{
    switch (timer)
    {
    case Timer::PACKET:
        SendNextPacket(now);
        break;
    case Timer::RESET:
        SendReset(now);
        break;
    case Timer::LOGON:
        Fail(SessionError::LOGON_TIMEOUT);
        break;
    case Timer::PROBE:
        Probe(now);
        break;
    case Timer::SILENCE:
        CheckIdle(now);
        break;
    case Timer::COUNT:
        break;
    }
}

ServerDialogue::Nanoseconds
ServerDialogue::GetIdleTime(Nanoseconds now) const
{
    const bool idle = m_state == ServerState::READY && !m_writer.IsOpen();
    return idle ? m_waits.GetIdle(now) : NONE;
}

void
ServerDialogue::Probe(Nanoseconds now)
{
    const auto idle = GetIdleTime(now);
    auto next = m_setting.expireTime;
    if (idle < next)
    {
        next -= idle;
    }
    else
    {
        ++m_probes;
        m_connection.SetHeaderFlags(header_flag::PROBE);
        m_connection.SendData({}, 0, 0);
        m_connection.SetHeaderFlags(0);
    }
    m_deadlines.Set(Timer::PROBE, now + next);
}

void
ServerDialogue::CheckIdle(Nanoseconds now)
{
    const auto idle = GetIdleTime(now);
    if (idle >= m_setting.recvTimeout)
    {
        Fail(SessionError::RECV_TIMEOUT);
        return;
    }
    m_deadlines.Set(Timer::SILENCE, now + m_setting.recvTimeout - idle);
}

// The end

void
ServerDialogue::Switch(ServerTrigger trigger)
{
    const auto before = m_state;
    m_state = ServerStates::Find(m_state, trigger).value_or(m_state);
    if (m_told)
    {
        m_told(before, m_state);
    }
}

void
ServerDialogue::Fail(SessionError error)
{
    if (m_state == ServerState::CLOSED)
    {
        return;
    }
    m_connection.Fail(error);
    End();
}

void
ServerDialogue::End(ServerTrigger trigger)
{
    if (m_state == ServerState::CLOSED)
    {
        return;
    }
    m_deadlines.CancelAll();
    m_events.clear();
    Switch(trigger);
    m_events.push_back({.kind = Event::Kind::END});
}

} // namespace ns3::net8
