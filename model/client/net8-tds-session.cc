// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-session.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-client-state.h"
#include "ns3/net8-ip-version.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8TdsSession");

namespace
{

/// Number of an attention in the traces of SQL Server (general knowledge, no source at hand).
constexpr uint32_t CANCELLED = 3617;

/**
 * @param remote address of a socket
 * @return IP address and port
 */
std::string
PrintAddress(const Address& remote)
{
    std::ostringstream text;
    if (InetSocketAddress::IsMatchingType(remote))
    {
        const auto address = InetSocketAddress::ConvertFrom(remote);
        text << address.GetIpv4() << ":" << address.GetPort();
    }
    else
    {
        const auto address = Inet6SocketAddress::ConvertFrom(remote);
        text << address.GetIpv6() << ":" << address.GetPort();
    }
    return text.str();
}

/**
 * @param engine a session
 * @param begun whether it has begun
 * @return its state, as a state common to all protocols
 */
ClientState
Translate(const TdsClientEngine& engine, bool begun)
{
    switch (engine.GetState())
    {
    case TdsClientState::CONNECTING:
        return begun ? ClientState::CONNECTING : ClientState::IDLE;
    case TdsClientState::PRELOGIN:
        return ClientState::NEGOTIATING;
    case TdsClientState::LOGIN:
        return ClientState::LOGGING_ON;
    case TdsClientState::READY:
        return ClientState::THINKING;
    case TdsClientState::BUSY:
        return ClientState::CALLING;
    case TdsClientState::CANCELLING:
        return ClientState::BREAKING;
    default:
        return engine.GetError() ? ClientState::FAILED : ClientState::CLOSED;
    }
}

} // namespace

Net8TdsSession::Net8TdsSession(const SessionSettings& settings, uint32_t number, int64_t stream)
    : m_settings(settings),
      m_draws(stream),
      m_engine(settings.tds->client, *this, m_connection),
      m_pipe(MakePipe()),
      m_socket(
          m_pipe ? static_cast<OutgoingBytes&>(*m_pipe) : m_connection,
          [this](ByteSource& segment) { HandleBytes(segment); },
          [this] { HandleLost(SessionError::RESET); }),
      m_alarm([this] {
          const auto now = Net8Alarm::Now();
          if (m_pipe)
          {
              m_pipe->HandleDeadline(now);
          }
          m_engine.HandleDeadline(now);
          Pump();
      })
{
    m_record.session = number;
    m_attempt.session = number;
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
Net8TdsSession::Start()
{
    m_record.start = m_attempt.start = Simulator::Now();
    m_record.attempts = 1;
    m_attempt.address = PrintAddress(m_settings.tds->remote);
    m_attempt.ipVersion = IsIpv6(m_settings.tds->remote) ? 6 : 4;
    m_trying = true;
    m_engine.Begin(Net8Alarm::Now());
    if (Connect())
    {
        Pump();
    }
}

bool
Net8TdsSession::Connect()
{
    using Told = Callback<void, Ptr<Socket>>;
    const auto& remote = m_settings.tds->remote;
    if (!HasStackFor(m_settings.node, remote))
    {
        End(SessionError::HOST_UNREACHABLE);
        return false;
    }
    const auto socket = Socket::CreateSocket(m_settings.node, m_settings.protocol);
    socket->SetConnectCallback(
        Told([this](Ptr<Socket>) { m_hangs ? void(m_held = true) : HandleConnected(); }),
        Told([this](Ptr<Socket>) {
            m_hangs ? void(m_held = false) : HandleLost(SessionError::TRANSPORT_GAVE_UP);
        }));
    m_socket.Attach(socket);
    if ((IsIpv6(remote) ? socket->Bind6() : socket->Bind()) != 0)
    {
        End(SessionError::NO_LOCAL_PORT);
        return false;
    }
    if (socket->Connect(remote) != 0)
    {
        End(SessionError::HOST_UNREACHABLE);
        return false;
    }
    Address local;
    socket->GetSockName(local);
    m_settings.dialling(m_record.session, socket);
    m_settings.connecting(m_record.session, local);
    return true;
}

void
Net8TdsSession::HandleConnected()
{
    m_record.connected = m_attempt.tcpConnected = Simulator::Now();
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
    TellCalls();
    if (m_over)
    {
        return;
    }
    const auto state = Translate(m_engine, true);
    if (state != m_state)
    {
        const auto before = std::exchange(m_state, state);
        NS_LOG_FUNCTION(this << GetName(before) << GetName(state));
        m_settings.stateChanged(m_record.session, GetName(before), GetName(state));
    }
    const auto wrong = m_pipe ? m_pipe->GetError() : std::nullopt;
    if (wrong || m_engine.GetState() == TdsClientState::ENDED)
    {
        End(wrong ? wrong : m_engine.GetError());
        return;
    }
    if (m_pipe)
    {
        m_pipe->Proceed(m_engine.IsAwaiting());
    }
    SetAlarm();
    m_socket.Flush();
}

void
Net8TdsSession::SetAlarm()
{
    const auto deadline = m_engine.GetDeadline();
    m_alarm.Set(m_pipe ? std::min(deadline, m_pipe->GetDeadline()) : deadline);
}

void
Net8TdsSession::TellCalls()
{
    for (const auto& calls = m_engine.GetCalls(); m_told < calls.size(); ++m_told)
    {
        if (m_record.ready.IsStrictlyNegative() && m_engine.GetLoggedOn() != NEVER)
        {
            m_record.ready = ToTime(m_engine.GetLoggedOn());
        }
        TellCall(calls[m_told]);
    }
}

void
Net8TdsSession::TellCall(const TdsClientCall& call)
{
    const bool asked = call.type == TdsPacketType::BATCH || call.type == TdsPacketType::CALL;
    if (call.type == TdsPacketType::PRELOGIN)
    {
        m_record.accepted = m_attempt.accepted = ToTime(call.end);
        FinishAttempt(0);
    }
    if (call.type == TdsPacketType::TRANSACTION)
    {
        m_record.ready = ToTime(call.end); // a driver does this before it hands out the session
    }
    const uint32_t error = call.cancelled ? CANCELLED : call.error;
    m_error = error > 0 ? error : m_error;
    m_done = {.error = error};
    m_record.roundTrips += asked ? 0 : 1;
    m_record.fetchCalls += asked ? 1 : 0;
    m_record.failedCalls += asked && error > 0 ? 1 : 0;
    m_record.rows += call.rows;
    m_settings.callDone({.session = m_record.session,
                         .query = asked ? m_record.fetchCalls - 1 : 0,
                         .call = static_cast<uint32_t>(m_told),
                         .start = ToTime(call.start),
                         .firstByte = ToTime(call.firstByte),
                         .end = ToTime(call.end),
                         .work = ToTime(call.work),
                         .requestBytes = call.requestBytes,
                         .replyBytes = call.replyBytes,
                         .requestPackets = call.requestPackets,
                         .replyPackets = call.replyPackets,
                         .rows = static_cast<uint32_t>(call.rows),
                         .error = error,
                         .kind = asked ? CallKind::EXECUTE : CallKind::LOGON});
}

void
Net8TdsSession::FinishAttempt(int32_t outcome)
{
    if (std::exchange(m_trying, false))
    {
        m_attempt.end = Simulator::Now();
        m_attempt.outcome = outcome;
        m_settings.attemptDone(m_attempt);
    }
}

void
Net8TdsSession::End(std::optional<SessionError> error)
{
    if (std::exchange(m_over, true))
    {
        return;
    }
    m_alarm.Set(NEVER);
    if (error)
    {
        m_counters.Count(*error);
    }
    m_record.end = Simulator::Now();
    m_record.closed = !error;
    m_record.error = error;
    m_record.oraCode = error == SessionError::LOGON_DENIED ? m_error : 0;
    m_state = error ? State::FAILED : State::CLOSED;
    FinishAttempt(AttemptRecord::UNFINISHED);
    if (m_pipe)
    {
        m_pipe->Finish();
    }
    m_socket.CloseWhenSent();
    m_settings.sessionDone(*this);
}

void
Net8TdsSession::Take(PoolTurn /* turn */)
{
    // Pools have no TDS sessions: Net8ClientGroups refuses them.
}

const Net8Session::Work&
Net8TdsSession::GetWork() const
{
    return m_done;
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
    if (!m_over && !m_record.start.IsStrictlyNegative())
    {
        HandleLost(SessionError::RESET);
    }
}

Ptr<Socket>
Net8TdsSession::Abort()
{
    auto socket = m_socket.Forget();
    if (m_record.start.IsStrictlyNegative())
    {
        m_record.start = Simulator::Now();
    }
    End(SessionError::HOST_DOWN);
    return socket;
}

void
Net8TdsSession::SetHanging(bool hangs)
{
    m_hangs = hangs;
    m_engine.SetHanging(hangs, Net8Alarm::Now());
    m_socket.SetHanging(hangs);
    if (const auto held = hangs ? std::nullopt : std::exchange(m_held, std::nullopt))
    {
        *held ? HandleConnected() : HandleLost(SessionError::TRANSPORT_GAVE_UP);
        return;
    }
    if (!m_over)
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

std::optional<AttemptRecord>
Net8TdsSession::GetAttempt() const
{
    return m_trying ? std::optional(m_attempt) : std::nullopt;
}

SessionCounters
Net8TdsSession::GetCounters() const
{
    return m_counters;
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
