// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-session.h"

#include "net8-subscription-scripts.h"
#include "net8-transaction-script.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-source-route.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>
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

struct Net8ClientSession::Failover
{
    std::unique_ptr<Net8ClientSession> backup{}; ///< Owner of the second connection.
    std::optional<Net8AddressWalk::Step> used{}; ///< Address that is not tried, as the first
                                                 ///< connection goes there.
    uint32_t count{0};                           ///< Failovers so far.
    std::optional<FailoverRecord> record{};      ///< The one under way.
    SessionRecord before{};                      ///< Record of the session when it began.
};

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

Net8ClientSession::~Net8ClientSession()
{
    if (m_connection)
    {
        m_connection->Dispose();
    }
}

Net8ClientSession::State
Net8ClientSession::GetState() const
{
    return m_engine.GetProgress().state;
}

bool
Net8ClientSession::IsDrained() const
{
    return (!m_connection || m_connection->GetTns().IsDrained()) &&
           (!m_failover || !m_failover->backup || m_failover->backup->IsDrained());
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
    if (m_connection)
    {
        record.bytesSent += m_connection->GetBytesSent();
        record.bytesReceived += m_connection->GetBytesReceived();
    }
    if (m_failover && m_failover->backup)
    {
        const auto backup = m_failover->backup->GetRecord();
        record.bytesSent += backup.bytesSent;
        record.bytesReceived += backup.bytesReceived;
        record.attempts = std::max(record.attempts, backup.attempts);
    }
    return record;
}

std::optional<FailoverRecord>
Net8ClientSession::GetFailover() const
{
    return IsFailingOver() ? m_failover->record : std::nullopt;
}

SessionCounters
Net8ClientSession::GetCounters() const
{
    SessionCounters counters = m_counters;
    if (m_connection)
    {
        counters.Add(m_connection->GetCounters());
    }
    if (m_failover && m_failover->backup)
    {
        counters.Add(m_failover->backup->GetCounters());
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
    if (m_connection)
    {
        m_connection->Close();
    }
    if (m_failover && m_failover->backup)
    {
        m_failover->backup->Stop();
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
    if (!m_connection)
    {
        return;
    }
    m_connection->Fail(SessionError::RESET);
    m_engine.FindLost(Net8Alarm::Now());
    Pump();
}

std::optional<IpAddress>
Net8ClientSession::GetServer() const
{
    const auto socket = m_connection ? m_connection->GetSocket() : nullptr;
    Address peer;
    return socket && socket->GetPeerName(peer) == 0 ? std::optional(ToIpAddress(peer))
                                                    : std::nullopt;
}

Ptr<Socket>
Net8ClientSession::Forget()
{
    return m_connection ? m_connection->Forget() : nullptr;
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
    if (m_connection)
    {
        m_connection->SetHanging(hangs);
    }
    if (m_failover && m_failover->backup)
    {
        m_failover->backup->SetHanging(hangs);
    }
    Pump();
}

std::optional<uint32_t>
Net8ClientSession::GetRowsOfLoop() const
{
    const bool works = m_work && m_work->IsBusy();
    return m_connection && !works && !m_subscription ? m_engine.GetRowsOfLoop() : std::nullopt;
}

Net8Connection*
Net8ClientSession::GetConnection() const
{
    return PeekPointer(m_connection);
}

void
Net8ClientSession::TellSkipped(const CallRecord& record)
{
    m_settings.callDone(record);
}

void
Net8ClientSession::SkipFetches(uint64_t count, uint64_t rows, Time by)
{
    m_engine.SkipFetches(count, rows, ToChrono(by));
    m_alarm.Skip(ToChrono(by));
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
    m_search = std::make_unique<Search>(Net8AddressWalk(m_settings.descriptor,
                                                        m_settings.limits,
                                                        m_settings.resolve,
                                                        m_settings.draw));
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

std::optional<Net8AddressWalk::Step>
Net8ClientSession::NextAddress()
{
    auto step = m_search->walk.Next();
    while (step && m_failover && m_failover->used && step->ip == m_failover->used->ip &&
           step->address->port == m_failover->used->address->port)
    {
        step = m_search->walk.Next();
    }
    return step;
}

void
Net8ClientSession::Connect()
{
    const auto step = NextAddress();
    if (!step)
    {
        m_engine.End(m_error, IsFailingOver() ? oracle_error::NOT_RECONNECTED : m_errorNumber);
        Pump();
        return;
    }
    const bool first = !m_search->step && !IsFailingOver();
    if (first)
    {
        Attempt(*step);
        return;
    }
    // Use an event even without a wait: many addresses failing at once must not nest calls.
    m_search->step = step;
    m_engine.Wait(ToChrono(step->wait), Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Attempt(const Net8AddressWalk::Step& step)
{
    ForgetConnection();
    m_search->step = step;
    BeginAttempt(step.address->host, step.address->port, step.ip).pass = step.pass;
    if (!step.ip)
    {
        m_counters.Count(SessionError::HOST_UNKNOWN);
        FailAttempt(SessionError::HOST_UNKNOWN, oracle_error::UNKNOWN_HOST);
        return;
    }
    m_attempt = std::make_unique<Net8ConnectAttempt>(
        m_settings,
        m_record.session,
        *m_search->step,
        Net8ConnectAttempt::Owner{[this] { HandleConnected(); }, this});
    m_connection = m_attempt->Open();
    m_engine.Try(MakeTarget(step), m_connection->GetTns(), Net8Alarm::Now());
    Pump();
    m_attempt->Connect(*step.ip, step.address->port);
}

const Net8AddressWalk::Step*
Net8ClientSession::GetStep() const
{
    return m_search && m_search->step ? &*m_search->step : nullptr;
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
    m_engine.HandleMessage(message, m_connection->GetReadPart(), Net8Alarm::Now());
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
Net8ClientSession::ForgetConnection()
{
    if (m_connection)
    {
        KeepCounts();
        m_attempt.reset();
        std::exchange(m_connection, nullptr)->Dispose();
    }
}

void
Net8ClientSession::KeepCounts()
{
    m_counters.Add(m_connection->GetCounters());
    m_record.bytesSent += m_connection->GetBytesSent();
    m_record.bytesReceived += m_connection->GetBytesReceived();
}

void
Net8ClientSession::FailAttempt(SessionError error, uint32_t code)
{
    FinishAttempt(static_cast<int32_t>(code));
    m_error = error;
    m_errorNumber = code;
    Connect();
}

// Failover

void
Net8ClientSession::OpenBackup()
{
    if (!m_settings.backup)
    {
        return;
    }
    // It draws nothing that matters: it only logs on.
    auto backup = std::make_unique<Net8ClientSession>(*m_settings.backup, m_record.session, 0);
    backup->m_failover = std::make_unique<Failover>();
    backup->m_failover->used = std::exchange(m_failover->used, std::nullopt);
    backup->m_record.attempts = m_record.attempts;
    m_failover->backup = std::move(backup);
    m_failover->backup->Start();
}

bool
Net8ClientSession::TakeBackup()
{
    if (!IsFailingOver() || !m_failover->backup)
    {
        return false;
    }
    const auto backup = std::exchange(m_failover->backup, nullptr);
    m_record.attempts = std::max(m_record.attempts, backup->m_record.attempts);
    m_failover->before.attempts = m_record.attempts; // that one was made at the logon
    ForgetConnection();
    const bool atHand = backup->m_engine.IsAtHand();
    if (!atHand)
    {
        backup->Stop();
        backup->ForgetConnection();
    }
    m_counters.Add(backup->m_counters);
    m_record.bytesSent += backup->m_record.bytesSent;
    m_record.bytesReceived += backup->m_record.bytesReceived;
    if (!atHand)
    {
        return false;
    }
    m_connection = std::exchange(backup->m_connection, nullptr);
    m_connection->SetOwner(*this);
    m_failover->record->preconnected = true;
    m_engine.Adopt(backup->m_engine, Net8Alarm::Now());
    Pump();
    return true;
}

bool
Net8ClientSession::IsFailingOver() const
{
    return m_failover && m_failover->record;
}

void
Net8ClientSession::FinishFailover(uint32_t outcome)
{
    auto& [backup, used, count, record, before] = *m_failover;
    record->end = Simulator::Now();
    record->attempts = m_record.attempts - before.attempts;
    record->outcome = outcome;
    m_settings.failoverDone(*record);
    record.reset();
    m_record.connected = before.connected;
    m_record.accepted = before.accepted;
    m_record.ready = before.ready;
    m_search.reset();
}

void
Net8ClientSession::Handle(const client_event::Lost& event)
{
    if (!m_failover)
    {
        m_failover = std::make_unique<Failover>();
    }
    if (!IsFailingOver())
    {
        m_failover->before = m_record;
        m_failover->record = FailoverRecord{.session = m_record.session,
                                            .failover = m_failover->count++,
                                            .lost = Simulator::Now(),
                                            .cause = event.code};
        auto limits = m_settings.limits;
        limits.always = true;
        limits.retryCount = m_settings.failover.GetPasses() - 1;
        limits.retryDelay = m_settings.failover.GetDelay();
        m_search = std::make_unique<Search>(
            Net8AddressWalk(m_settings.descriptor, limits, m_settings.resolve, m_settings.draw));
    }
    m_error = event.error;
    m_errorNumber = event.code;
    if (m_work)
    {
        m_work->Cancel();
    }
    if (!m_failover->backup)
    {
        Connect();
        return;
    }
    // The connection that is lost is on the call stack.
    m_engine.Wait({}, Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Handle(const client_event::Resumed& event)
{
    m_failover->record->callsAgain = event.calls;
    m_failover->record->rowsAgain = event.rows;
    FinishFailover(0);
}

// The engine

void
Net8ClientSession::Pump()
{
    if (m_connection)
    {
        m_connection->Flush();
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
    if (TakeBackup())
    {
        return;
    }
    if (!GetStep())
    {
        Connect();
        return;
    }
    Attempt(Net8AddressWalk::Step(*GetStep()));
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
        m_connection->Fail(SessionError::HOST_UNKNOWN);
        return;
    }
    KeepCounts();
    m_connection = m_attempt->Open();
    m_engine.Follow(m_connection->GetTns(), Net8Alarm::Now());
    m_trial->redirects = m_engine.GetRedirects();
    Pump();
    m_attempt->Connect(found.front(), event.port);
}

void
Net8ClientSession::Handle(const client_event::Accepted& /* event */)
{
    const auto& agreement = m_connection->GetTns().GetAgreement();
    m_record.accepted = m_trial->accepted = Simulator::Now();
    m_record.version = agreement.version;
    m_record.sdu = agreement.sdu;
    m_record.tdu = agreement.tdu;
    m_connection->DropConnectCallbacks();
    m_attempt.reset();
    FinishAttempt(0);
    if (m_settings.backup && !m_failover)
    {
        m_failover = std::make_unique<Failover>();
        m_failover->used = *m_search->step;
    }
    m_search->step.reset();
    if (!IsFailingOver()) // the new connection may be lost during the logon
    {
        m_search.reset();
    }
}

void
Net8ClientSession::Handle(const client_event::LoggedOn& /* event */)
{
    m_record.ready = Simulator::Now();
    if (IsFailingOver())
    {
        m_failover->record->loggedOn = Simulator::Now();
    }
    else
    {
        OpenBackup();
    }
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
    const auto givenUp = m_connection ? m_connection->GetGivenUp() : TcpGivenUp();
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
    if (m_failover)
    {
        if (m_failover->backup)
        {
            m_failover->backup->Stop();
        }
        if (IsFailingOver())
        {
            FinishFailover(event.code > 0 ? event.code : oracle_error::NOT_RECONNECTED);
        }
    }
    m_search.reset();
    if (event.error)
    {
        m_record.reported = m_settings.dialogue.driver.FindReport(*event.error);
        NoteGivenUp();
    }
    TellEnd(event.error, event.code);
}

} // namespace ns3::net8
