// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-session.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-client-state.h"
#include "ns3/net8-ip-version.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Number of an attention in the traces of SQL Server (general knowledge, no source at hand).
constexpr uint32_t CANCELLED = 3617;

/**
 * @param engine a session under way
 * @return its state, as a state common to all protocols
 */
ClientState
Translate(const TdsClientEngine& engine)
{
    switch (engine.GetState())
    {
    case TdsClientState::CONNECTING:
        return ClientState::CONNECTING;
    case TdsClientState::PRELOGIN:
        return ClientState::NEGOTIATING;
    case TdsClientState::LOGIN:
        return ClientState::LOGGING_ON;
    case TdsClientState::READY:
        return ClientState::THINKING;
    case TdsClientState::BUSY:
        return ClientState::CALLING;
    default:
        return ClientState::BREAKING;
    }
}

} // namespace

Net8TdsSession::Net8TdsSession(const SessionSettings& settings, uint32_t number, int64_t stream)
    : Net8Session(settings, number),
      m_draws(stream),
      m_dial([this](auto error) { HandleDialled(error); }),
      m_engine(settings.tds->client, *this, m_connection),
      m_pipe(MakePipe()),
      m_socket(
          m_pipe ? static_cast<OutgoingBytes&>(*m_pipe) : m_connection,
          [this](ByteSource& segment) { HandleBytes(segment); },
          [this] { HandleLost(SessionError::RESET); })
{
}

Net8TdsSession::~Net8TdsSession() = default;

std::unique_ptr<PipeClient>
Net8TdsSession::MakePipe()
{
    const auto& pipe = m_settings.tds->pipe;
    if (!pipe)
    {
        return nullptr;
    }
    return std::make_unique<PipeClient>(
        *pipe,
        m_connection,
        [this](auto now) { m_engine.HandleConnected(now); },
        [this](ByteSource& bytes, auto now) { m_engine.HandleBytes(bytes, now); });
}

void
Net8TdsSession::HandleBytes(ByteSource& segment)
{
    const auto now = Net8Alarm::Now();
    if (m_pipe)
    {
        m_pipe->HandleBytes(segment, now);
    }
    else
    {
        m_engine.HandleBytes(segment, now);
    }
    Pump();
}

void
Net8TdsSession::HandleAlarm()
{
    const auto now = Net8Alarm::Now();
    if (m_pipe)
    {
        m_pipe->HandleDeadline(now);
    }
    m_engine.HandleDeadline(now);
    Pump();
}

void
Net8TdsSession::Start()
{
    const auto& remote = m_settings.tds->remote;
    m_record.start = Simulator::Now();
    BeginAttempt(ToIpAddress(remote).Print(), PortOf(remote), remote);
    m_engine.Begin(Net8Alarm::Now());
    const auto socket = Socket::CreateSocket(m_settings.node, m_settings.protocol);
    m_socket.Attach(socket);
    if (m_dial.Connect(m_settings.node, socket, remote))
    {
        m_settings.dialling(m_record.session, socket);
        Pump();
    }
}

void
Net8TdsSession::HandleDialled(std::optional<SessionError> error)
{
    if (IsOver())
    {
        return; // it ended while the host hung
    }
    if (error)
    {
        HandleLost(*error);
        return;
    }
    m_record.connected = m_trial->tcpConnected = Simulator::Now();
    if (m_pipe)
    {
        m_pipe->Begin();
    }
    else
    {
        m_engine.HandleConnected(Net8Alarm::Now());
    }
    Pump();
}

void
Net8TdsSession::HandleLost(SessionError error)
{
    const bool connecting = m_engine.GetState() == TdsClientState::CONNECTING;
    m_engine.HandleClosed();
    if (connecting)
    {
        End(error);
        return;
    }
    Pump();
}

void
Net8TdsSession::Pump()
{
    if (IsOver())
    {
        return;
    }
    HandleCalls();
    const auto wrong = m_pipe ? m_pipe->GetError() : std::nullopt;
    if (wrong || m_engine.GetState() == TdsClientState::ENDED)
    {
        End(wrong ? wrong : m_engine.GetError());
        return;
    }
    Enter(Translate(m_engine));
    if (m_pipe)
    {
        m_pipe->Proceed(m_engine.IsAwaiting());
    }
    SetAlarm();
    m_socket.Flush();
}

void
Net8TdsSession::Enter(State state)
{
    if (const auto before = std::exchange(m_state, state); before != state)
    {
        TellState(before, state);
    }
}

void
Net8TdsSession::SetAlarm()
{
    const auto deadline = m_engine.GetDeadline();
    m_alarm.Set(m_pipe ? std::min(deadline, m_pipe->GetDeadline()) : deadline);
}

void
Net8TdsSession::HandleCalls()
{
    for (const auto& calls = m_engine.GetCalls(); m_told < calls.size(); ++m_told)
    {
        if (m_record.ready.IsStrictlyNegative() && m_engine.GetLoggedOn() != NEVER)
        {
            m_record.ready = ToTime(m_engine.GetLoggedOn());
        }
        HandleCall(calls[m_told]);
    }
}

void
Net8TdsSession::HandleCall(const TdsClientCall& call)
{
    const bool asked = call.type == TdsPacketType::BATCH || call.type == TdsPacketType::CALL;
    if (call.type == TdsPacketType::PRELOGIN)
    {
        m_record.accepted = m_trial->accepted = ToTime(call.end);
        FinishAttempt(0);
    }
    if (call.type == TdsPacketType::TRANSACTION)
    {
        m_record.ready = ToTime(call.end); // a driver does this before it hands out the session
    }
    auto record = CallRecord::Of(m_record.session, call);
    record.error = call.cancelled ? CANCELLED : call.error;
    m_record.roundTrips += asked ? 0 : 1;
    m_record.fetchCalls += asked ? 1 : 0;
    m_record.failedCalls += asked && record.error > 0 ? 1 : 0;
    m_record.rows += call.rows;
    record.query = asked ? m_record.fetchCalls - 1 : 0;
    record.call = static_cast<uint32_t>(m_told);
    record.kind = asked ? CallKind::EXECUTE : CallKind::LOGON;
    TellCall(record);
}

void
Net8TdsSession::End(std::optional<SessionError> error)
{
    if (IsOver())
    {
        return;
    }
    m_alarm.Set(NEVER);
    if (error)
    {
        m_counters.Count(*error);
    }
    Enter(error ? State::FAILED : State::CLOSED);
    if (m_pipe)
    {
        m_pipe->Finish();
    }
    m_socket.CloseWhenSent();
    TellEnd(error, error == SessionError::LOGON_DENIED ? m_done.error : 0);
}

void
Net8TdsSession::Take(PoolTurn /* turn */)
{
    // Pools have no TDS sessions: Net8ClientGroups refuses them.
}

void
Net8TdsSession::Stop()
{
    m_alarm.Set(NEVER);
    m_socket.CloseWhenSent();
}

void
Net8TdsSession::Lose()
{
    if (!IsOver() && !m_record.start.IsStrictlyNegative())
    {
        HandleLost(SessionError::RESET);
    }
}

Ptr<Socket>
Net8TdsSession::Forget()
{
    return m_socket.Forget();
}

void
Net8TdsSession::Fail(SessionError error, uint32_t /* code */)
{
    End(error);
}

void
Net8TdsSession::SetHanging(bool hangs)
{
    m_engine.SetHanging(hangs, Net8Alarm::Now());
    m_socket.SetHanging(hangs);
    m_dial.SetHanging(hangs);
    if (!IsOver())
    {
        SetAlarm();
    }
}

bool
Net8TdsSession::IsDrained() const
{
    return m_socket.IsDrained();
}

Net8Session::State
Net8TdsSession::GetState() const
{
    return m_state;
}

SessionRecord
Net8TdsSession::GetRecord() const
{
    SessionRecord record = m_record;
    record.bytesSent = m_socket.GetBytesSent();
    record.bytesReceived = m_socket.GetBytesReceived();
    return record;
}

std::optional<TdsClientScript::Task>
Net8TdsSession::GetNext()
{
    if (m_asked >= m_settings.work.queries)
    {
        return std::nullopt;
    }
    const bool first = m_asked++ == 0;
    return Task{
        .text = m_settings.tds->text,
        .wait = ToChrono(
            first ? Time() : SumOfTimes(m_draws.Get({"think_time", m_settings.work.thinkTime}))),
        .patience = m_settings.tds->patience};
}

std::chrono::nanoseconds
Net8TdsSession::GetWork(uint64_t rows)
{
    const auto& work = m_settings.work;
    return ToChrono(SumOfTimes(m_draws.Get({"call_time", work.callTime})) +
                    SumOfTimes(m_draws.Get({"row_time", work.rowTime}), rows));
}

} // namespace ns3::net8
