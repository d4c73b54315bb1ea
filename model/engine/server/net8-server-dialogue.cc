// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-dialogue.h"

#include "ns3/net8-body-packet.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

ServerDialogue::ServerDialogue(TnsConnection& connection,
                               const ServerSettings& settings,
                               ServerScript& script)
    : m_connection(connection),
      m_settings(settings),
      m_script(script)
{
    if (settings.keepsSteps)
    {
        m_waits.KeepSteps();
    }
}

// Inputs

void
ServerDialogue::Start(const ConnectPacket& connect, Nanoseconds now, Handover handover)
{
    m_handover = handover;
    m_connect = std::make_unique<ConnectPacket>(connect);
    const auto watch = [this, now](Timer timer, Nanoseconds limit) {
        if (limit > Nanoseconds::zero())
        {
            m_deadlines.Set(timer, now + limit);
        }
    };
    watch(Timer::LOGON, m_settings.timeouts.inboundConnectTimeout);
    watch(Timer::PROBE,
          m_settings.timeouts.nsProbes ? m_settings.timeouts.expireTime : Nanoseconds::zero());
    watch(Timer::SILENCE, m_settings.timeouts.recvTimeout);
}

void
ServerDialogue::FinishHandover(Nanoseconds now)
{
    if (m_state != ServerState::HANDING_OVER)
    {
        return;
    }
    // The process does not have the listener's keys, so it repeats the handshake. If the client
    // named the service (SNI), the handshake with the process was the only one.
    const bool renews = m_connection.GetTls() && !m_connection.GetTls()->IsNamed();
    // Captures of 9.2 after a REDIRECT have no RESEND.
    if (m_handover == Handover::OWN_PORT || (!m_settings.resend && !renews))
    {
        SendAccept(ServerTrigger::START, now);
        return;
    }
    Switch(ServerTrigger::START_RESEND);
    ResendPacket resend;
    resend.header.flags = renews ? header_flag::RENEW_TLS : uint8_t{0};
    m_connection.SendPacket(resend.Encode(LengthForm::SHORT_16));
    if (renews)
    {
        m_connection.RenewTls();
    }
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
    if (m_state == ServerState::CLOSED || m_check == Check::LOST)
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
    if (m_state == ServerState::CLOSED || m_check == Check::LOST)
    {
        return;
    }
    const bool busy = m_state == ServerState::SERVING || m_writer;
    if (m_pipeline && busy && m_pipeline->Add(message))
    {
        return;
    }
    if (!ServerStates::Find(m_state, ServerTrigger::CALL))
    {
        Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    const auto& request = message.prefix;
    if (ServerPipeline::Begins(request))
    {
        m_pipeline =
            std::make_unique<ServerPipeline>((request.flags & TtcPrefix::ABORT_PIPELINE) != 0);
    }
    if (request.function == TtcFunction::SESSION_RELEASE)
    {
        m_events.push_back({.kind = Event::Kind::RELEASE});
        return;
    }
    m_waits.EndIdle(message, m_script.IsOfStatement(request), now);
    Serve(message, now);
}

void
ServerDialogue::Serve(const TnsStream::Message& message, Nanoseconds now)
{
    const auto& request = message.prefix;
    m_sequence = request.sequence;
    m_effort = m_settings.DrawEffort(GetStage(request.function));
    m_authenticated = m_authenticated || request.function == TtcFunction::AUTH_2;
    auto answer = Answer(message);
    if (answer.notifies && !PrepareNotification(message, answer))
    {
        Switch(ServerTrigger::CALL);
        return;
    }
    const uint64_t bytes = message.wireBytes + answer.reply.length;
    m_effort.commits = answer.commits;
    m_effort.wait = answer.wait.value_or(m_effort.wait);
    m_effort.cpu = answer.cpu.value_or(m_effort.cpu) + answer.moreCpu;
    m_effort.cpu += m_connection.GetCipherTime(m_settings.security.cipherRate, bytes);
    m_effort.cpu +=
        m_connection.GetPackTime(answer.reply.length) + m_connection.GetUnpackTime(message);
    m_waits.NoteCall(m_effort.cpu, m_effort.wait, now);
    m_fails = answer.kind == ServerAnswer::Kind::FAIL;
    m_error = m_fails ? std::make_unique<std::string>(std::move(answer.error)) : nullptr;
    m_errorStart = m_fails ? answer.reply.message : TtcMessage::ERROR;
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

bool
ServerDialogue::PrepareNotification(const TnsStream::Message& message, ServerAnswer& answer)
{
    // Only the first part has the message type.
    const uint32_t type = m_subscription ? 0 : 1;
    if (!m_subscription)
    {
        m_subscription = std::make_unique<TnsStream::Message>(message);
    }
    if (!m_settings.notificationInterval)
    {
        return false;
    }
    answer.wait = m_settings.notificationInterval();
    answer.reply.length = std::max(m_settings.notificationBytes + type, TtcPrefix::SIZE);
    return true;
}

void
ServerDialogue::HandleTaken(Nanoseconds now)
{
    if (!m_writer)
    {
        return;
    }
    const bool full = m_writer->Take(now);
    m_deadlines.Set(Timer::PACKET, m_writer->GetDue());
    if (full)
    {
        m_waits.End(WaitEvent::MORE_DATA_TO_CLIENT, now);
    }
    if (!m_writer->IsOpen())
    {
        m_writer.reset();
        m_waits.End(WaitEvent::MESSAGE_TO_CLIENT, now);
        m_events.push_back({.kind = Event::Kind::IDLE});
    }
    m_waits.Begin(now);
    if (!m_writer && std::exchange(m_cancelLate, false))
    {
        Cancel(now);
        return;
    }
    if (m_subscription && !m_writer && m_state == ServerState::READY)
    {
        Serve(*m_subscription, now);
        return;
    }
    ServeWaiting(now);
}

void
ServerDialogue::HandleClosed(Nanoseconds /* now */)
{
    const bool called = m_state == ServerState::SERVING || m_state == ServerState::RESETTING;
    if (called && !m_subscription)
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
    if (IdleWatch::IsDead(m_settings, error, GetIdleTime(now)))
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
    if (m_fails && m_pipeline)
    {
        WriteError(ServerTrigger::REPLY, now);
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
    if (m_state == ServerState::SERVING)
    {
        m_fails = true;
        m_error = std::make_unique<std::string>(text);
        FinishWork(now);
    }
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

// Session set-up

void
ServerDialogue::HandleConnect(const StreamReader::Received& received, Nanoseconds now)
{
    if (ConnectPacket::Decode(received.bytes, LengthForm::SHORT_16, *m_connect) != WireError::NONE)
    {
        Fail(SessionError::MALFORMED_PACKET);
    }
    else if (m_connect->DataFollows())
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
    const auto agreement = Negotiate(*m_connect, m_settings.limits);
    if (agreement.outOfRange)
    {
        m_connection.CountError(SessionError::SDU_OUT_OF_RANGE);
    }
    m_script.Accept(*m_connect);
    Switch(trigger);
    if (m_settings.release.marksRedirected)
    {
        m_connection.SetCommonFlags(m_connect->header.flags & header_flag::REDIRECTED);
    }
    const auto accept = m_settings.MakeAccept(*m_connect, agreement);
    m_check = (m_connect->connectFlags2 & connect_flag2::OOB_CHECK) != 0 &&
                      (accept.acceptFlags2 & accept_flag2::OOB_CHECK) != 0 && !m_connection.GetTls()
                  ? Check::DUE
                  : Check::OVER;
    m_connection.SendPacket(accept.Encode());
    m_connection.SetAgreement(agreement, m_settings.tduRule);
    if (agreement.version >= VERSION_LONG_SIZES)
    {
        m_connection.SetCompression({accept.compression, m_settings.security.compression});
    }
    m_connection.SetNegotiating(true);
    m_connect.reset();
    m_waits.Begin(now);
}

// Time limits

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
        m_deadlines.Set(timer, now + m_watch.Probe(m_connection, m_settings, GetIdleTime(now)));
        break;
    case Timer::SILENCE:
        if (const auto next = IdleWatch::CheckIdle(m_settings, GetIdleTime(now)))
        {
            m_deadlines.Set(timer, now + *next);
            break;
        }
        Fail(SessionError::RECV_TIMEOUT);
        break;
    case Timer::COUNT:
        break;
    }
}

// The end

void
ServerDialogue::Switch(ServerTrigger trigger)
{
    const auto before = m_state;
    m_state = ServerStates::Find(m_state, trigger).value_or(m_state);
    if (m_watcher)
    {
        m_watcher->HandleState(before, m_state);
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
