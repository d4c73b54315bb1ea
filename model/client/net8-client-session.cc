// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-session.h"

#include "net8-subscription-scripts.h"
#include "net8-transaction-script.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-source-route.h"
#include "ns3/simulator.h"

#include <variant>

namespace ns3::net8
{

namespace
{

/**
 * @param settings settings common to all sessions of a host
 * @param stream number of the random streams of a session
 * @return the application of the session
 */
std::unique_ptr<Net8RandomScript>
MakeScript(const SessionSettings& settings, int64_t stream)
{
    if (settings.transactions.transactions.empty())
    {
        return std::make_unique<Net8RandomScript>(settings, stream);
    }
    return std::make_unique<Net8TransactionScript>(settings, stream);
}

/**
 * @param settings settings common to all sessions of a host
 * @param work the application
 * @return what a session with a subscription asks; null: it has none
 */
std::unique_ptr<ClientScript>
MakeSubscription(const SessionSettings& settings, Net8RandomScript& work)
{
    if (settings.work.notified)
    {
        return std::make_unique<Net8NotifiedScript>();
    }
    if (settings.work.subscribes)
    {
        return std::make_unique<Net8SubscriberScript>(settings, work);
    }
    return nullptr;
}

/**
 * @param step an address to try
 * @return the target for the engine
 */
ClientTarget
MakeTarget(const Net8AddressWalk::Step& step)
{
    const auto& name = step.address->GetHostName();
    const auto hops = SourceRoute::FindHops(*step.description, *step.address);
    return {.host = name.empty() ? ToIpAddress(*step.ip).Print() : name,
            .port = step.address->port,
            .address = step.address->IsOnLan() ? step.address->PrintLan()
                       : hops.empty()          ? std::string()
                                               : SourceRoute::Print(hops),
            .wanted = step.description->connectData.value_or(ConnectData()),
            .transportConnectTimeout = ToChrono(step.transportConnectTimeout),
            .connectTimeout = ToChrono(step.connectTimeout)};
}

} // namespace

Net8ClientSession::Net8ClientSession(const SessionSettings& settings,
                                     uint32_t number,
                                     int64_t stream)
    : Net8Session(settings, number),
      m_script(MakeScript(settings, stream)),
      m_subscription(MakeSubscription(settings, *m_script)),
      m_engine(settings.dialogue, m_subscription ? *m_subscription : *m_script)
{
    if (settings.cpu)
    {
        m_work = std::make_unique<Net8CpuTask>();
    }
}

Net8ClientSession::~Net8ClientSession() = default;

Net8ClientSession::State
Net8ClientSession::GetState() const
{
    return m_engine.GetProgress().state;
}

bool
Net8ClientSession::IsDrained() const
{
    return !m_attempt || m_attempt->GetConnection().GetTns().IsDrained();
}

SessionRecord
Net8ClientSession::GetRecord() const
{
    const auto& progress = m_engine.GetProgress();
    SessionRecord record = m_record;
    record.roundTrips = progress.roundTrips;
    record.fetchCalls = progress.fetchCalls;
    record.rows = progress.rows;
    record.failedCalls = progress.failedCalls;
    record.asked = progress.asked == NEVER ? NanoSeconds(-1) : ToTime(progress.asked);
    if (m_attempt)
    {
        record.bytesSent += m_attempt->GetBytesSent();
        record.bytesReceived += m_attempt->GetBytesReceived();
    }
    return record;
}

SessionCounters
Net8ClientSession::GetCounters() const
{
    SessionCounters counters = m_counters;
    if (m_attempt)
    {
        counters.Add(m_attempt->GetCounters());
    }
    return counters;
}

void
Net8ClientSession::Take(PoolTurn turn)
{
    m_done = turn == PoolTurn::WORK ? Work() : m_done;
    m_script->SetTurn(turn);
    m_engine.Wake(Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Stop()
{
    m_engine.StopTimers();
    m_lookup.reset();
    if (m_work)
    {
        m_work->Cancel();
    }
    if (m_attempt)
    {
        m_attempt->Close();
    }
    Pump();
}

void
Net8ClientSession::Cut()
{
    Stop();
    if (GetState() == State::CALLING)
    {
        m_engine.End(std::nullopt, 0);
        Pump();
    }
}

void
Net8ClientSession::Lose()
{
    if (!m_attempt)
    {
        return;
    }
    m_attempt->GetConnection().Fail(SessionError::RESET);
    m_engine.FindLost(Net8Alarm::Now());
    Pump();
}

Ptr<Socket>
Net8ClientSession::Forget()
{
    return m_attempt ? m_attempt->GetConnection().Forget() : nullptr;
}

void
Net8ClientSession::Fail(SessionError error, uint32_t code)
{
    m_counters.Count(error);
    m_engine.End(error, code);
    Pump();
}

void
Net8ClientSession::HandleAlarm()
{
    m_engine.HandleDeadline(Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::SetHanging(bool hangs)
{
    m_engine.SetHanging(hangs, Net8Alarm::Now());
    if (m_work)
    {
        m_work->SetStopped(hangs);
    }
    if (m_lookup)
    {
        m_lookup->SetHanging(hangs);
    }
    if (m_attempt)
    {
        m_attempt->SetHanging(hangs);
    }
    Pump();
}

std::optional<uint32_t>
Net8ClientSession::GetRowsOfLoop() const
{
    return m_attempt && !m_work && !m_subscription ? m_engine.GetRowsOfLoop() : std::nullopt;
}

Net8Connection*
Net8ClientSession::GetConnection() const
{
    return m_attempt ? &m_attempt->GetConnection() : nullptr;
}

void
Net8ClientSession::SkipFetches(uint64_t count, const CallRecord& last, Time length)
{
    auto record = last;
    for (uint64_t i = 0; i < count; ++i)
    {
        record = record.MoveOn(1, length);
        m_settings.callDone(record);
    }
    m_engine.SkipFetches(count, last.rows, ToChrono(length * static_cast<int64_t>(count)));
}

// Addresses

void
Net8ClientSession::Start()
{
    m_record.start = Simulator::Now();
    if (!m_settings.aliasKnown)
    {
        HandleUnknownAlias();
        return;
    }
    m_walk = std::make_unique<Net8AddressWalk>(m_settings.descriptor,
                                               m_settings.limits,
                                               m_settings.resolve,
                                               m_settings.draw);
    if (m_settings.naming.method == NamingMethod::NONE)
    {
        Connect();
        return;
    }
    m_engine.LookUp();
    Pump();
    m_lookup = std::make_unique<Net8NameLookup>(m_settings, [this](bool found) {
        found ? HandleFound() : HandleUnknownAlias();
    });
    m_lookup->Start();
}

void
Net8ClientSession::HandleFound()
{
    m_record.resolved = Simulator::Now();
    Connect();
}

void
Net8ClientSession::HandleUnknownAlias()
{
    Fail(SessionError::ALIAS_UNKNOWN, oracle_error::UNKNOWN_ALIAS);
}

void
Net8ClientSession::Connect()
{
    const auto step = m_walk->Next();
    if (!step)
    {
        m_engine.End(m_error, m_errorNumber);
        Pump();
        return;
    }
    if (m_record.attempts == 0)
    {
        Attempt(*step);
        return;
    }
    // Use an event even without a wait: many addresses failing at once must not nest calls.
    *m_step = *step;
    m_engine.Wait(ToChrono(step->wait), Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Attempt(const Net8AddressWalk::Step& step)
{
    ForgetAttempt();
    m_step = std::make_unique<Net8AddressWalk::Step>(step);
    BeginAttempt(step.address->host, step.address->port, step.ip).pass = step.pass;
    if (!step.ip)
    {
        m_counters.Count(SessionError::HOST_UNKNOWN);
        FailAttempt(SessionError::HOST_UNKNOWN, oracle_error::UNKNOWN_HOST);
        return;
    }
    m_attempt = MakeAttempt();
    m_engine.Try(MakeTarget(step), m_attempt->GetConnection().GetTns(), Net8Alarm::Now());
    Pump();
    m_attempt->Connect(*step.ip, step.address->port);
}

std::unique_ptr<Net8ConnectAttempt>
Net8ClientSession::MakeAttempt()
{
    return std::make_unique<Net8ConnectAttempt>(
        m_settings,
        m_record.session,
        *m_step,
        Net8ConnectAttempt::Owner{[this] { HandleConnected(); }, this});
}

void
Net8ClientSession::HandlePacket(const StreamReader::Received& received)
{
    m_engine.HandlePacket(received, Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::HandleMessage(const TnsStream::Message& message)
{
    m_engine.HandleMessage(message, m_attempt->GetConnection().GetReadPart(), Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::HandleFailed(SessionError error)
{
    m_engine.HandleFailed(error);
    Pump();
}

void
Net8ClientSession::HandleClosed()
{
    m_engine.HandleClosed();
    Pump();
}

void
Net8ClientSession::ForgetAttempt()
{
    if (m_attempt)
    {
        m_counters.Add(m_attempt->GetCounters());
        m_record.bytesSent += m_attempt->GetBytesSent();
        m_record.bytesReceived += m_attempt->GetBytesReceived();
        m_attempt.reset();
    }
}

void
Net8ClientSession::FailAttempt(SessionError error, uint32_t code)
{
    FinishAttempt(static_cast<int32_t>(code));
    m_error = error;
    m_errorNumber = code;
    Connect();
}

// The engine

void
Net8ClientSession::Pump()
{
    if (m_attempt)
    {
        m_attempt->GetConnection().Flush();
    }
    while (const auto event = m_engine.NextEvent())
    {
        std::visit([this](const auto& told) { Handle(told); }, *event);
    }
    m_alarm.Set(m_engine.GetDeadline());
}

void
Net8ClientSession::HandleConnected()
{
    m_record.connected = Simulator::Now();
    if (GetState() == State::CONNECTING) // else it was redirected
    {
        m_trial->tcpConnected = Simulator::Now();
    }
    m_engine.HandleConnected(Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Handle(const client_event::StateChanged& event)
{
    TellState(event.before, event.after);
}

void
Net8ClientSession::Handle(const client_event::WaitOver& /* event */)
{
    Attempt(Net8AddressWalk::Step(*m_step));
}

void
Net8ClientSession::Handle(const client_event::AttemptFailed& event)
{
    FailAttempt(event.error, event.code);
}

void
Net8ClientSession::Handle(const client_event::Redirected& event)
{
    const auto found = m_settings.resolve(event.host);
    if (found.empty())
    {
        m_attempt->GetConnection().Fail(SessionError::HOST_UNKNOWN);
        return;
    }
    m_attempt->Open();
    m_engine.Follow(m_attempt->GetConnection().GetTns(), Net8Alarm::Now());
    m_trial->redirects = m_engine.GetRedirects();
    Pump();
    m_attempt->Connect(found.front(), event.port);
}

void
Net8ClientSession::Handle(const client_event::Accepted& /* event */)
{
    const auto& agreement = m_attempt->GetConnection().GetTns().GetAgreement();
    m_record.accepted = m_trial->accepted = Simulator::Now();
    m_record.version = agreement.version;
    m_record.sdu = agreement.sdu;
    m_record.tdu = agreement.tdu;
    m_walk.reset();
    m_attempt->Settle();
    FinishAttempt(0);
    m_step.reset();
}

void
Net8ClientSession::Handle(const client_event::LoggedOn& /* event */)
{
    m_record.ready = Simulator::Now();
}

void
Net8ClientSession::Handle(const client_event::CallDone& event)
{
    const auto& call = event.call;
    auto record = CallRecord::Of(m_record.session, call);
    record.query = call.query;
    record.statement = static_cast<int32_t>(call.statement) - 1;
    record.transaction = call.transaction;
    record.execution = call.execution;
    record.call = call.call;
    record.failedRows = call.failedRows;
    record.kind = call.kind;
    TellCall(record);
}

void
Net8ClientSession::Handle(const client_event::BreakWaited& event)
{
    m_record.dblinkWaits.Add(WaitEvent::BREAK_RESET_TO_DBLINK, event.time);
}

void
Net8ClientSession::Handle(const client_event::WorkBegun& event)
{
    m_work->Start(m_settings.cpu, ToTime(event.work), [this] {
        m_engine.HandleWorked(Net8Alarm::Now());
        Pump();
    });
}

void
Net8ClientSession::Handle(const client_event::Resting& /* event */)
{
    m_settings.rests(*this);
}

void
Net8ClientSession::NoteGivenUp()
{
    const auto givenUp = m_attempt ? m_attempt->GetConnection().GetGivenUp() : TcpGivenUp();
    if (givenUp.repeatedMs > 0)
    {
        m_record.retransmitted = MilliSeconds(givenUp.repeatedMs);
        m_record.retransmissionLimit = MilliSeconds(givenUp.limitMs);
    }
}

void
Net8ClientSession::Handle(const client_event::Ended& event)
{
    if (m_work)
    {
        m_work->Cancel();
    }
    m_walk.reset();
    if (event.error)
    {
        m_record.reported = m_settings.dialogue.driver.FindReport(*event.error);
        NoteGivenUp();
    }
    TellEnd(event.error, event.code);
}

} // namespace ns3::net8
