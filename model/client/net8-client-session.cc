// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-session.h"

#include "net8-subscription-scripts.h"
#include "net8-transaction-script.h"

#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-source-route.h"
#include "ns3/simulator.h"

#include <sstream>
#include <variant>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8ClientSession");

namespace
{

/**
 * @param ip an IP address
 * @return its text form
 */
std::string
PrintIp(const Address& ip)
{
    std::ostringstream text;
    if (Ipv4Address::IsMatchingType(ip))
    {
        text << Ipv4Address::ConvertFrom(ip);
    }
    else
    {
        text << Ipv6Address::ConvertFrom(ip);
    }
    return text.str();
}

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
    return {.host = name.empty() ? PrintIp(*step.ip) : name,
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
    : m_settings(settings),
      m_script(MakeScript(settings, stream)),
      m_subscription(MakeSubscription(settings, *m_script)),
      m_engine(settings.dialogue, m_subscription ? *m_subscription : *m_script),
      m_alarm([this] {
          m_engine.HandleDeadline(Net8Alarm::Now());
          Pump();
      })
{
    m_record.session = number;
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

std::optional<AttemptRecord>
Net8ClientSession::GetAttempt() const
{
    const bool underWay = GetState() == State::CONNECTING || GetState() == State::NEGOTIATING;
    return underWay && m_trial ? std::optional(m_trial->record) : std::nullopt;
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

const Net8ClientSession::Work&
Net8ClientSession::GetWork() const
{
    return m_done;
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
Net8ClientSession::Abort()
{
    auto socket = m_attempt ? m_attempt->GetConnection().Forget() : nullptr;
    if (GetState() == State::CLOSED || GetState() == State::FAILED)
    {
        return socket;
    }
    if (m_record.start.IsStrictlyNegative())
    {
        m_record.start = Simulator::Now();
    }
    if (GetAttempt())
    {
        FinishAttempt(AttemptRecord::UNFINISHED);
    }
    Stop();
    m_counters.Count(SessionError::HOST_DOWN);
    m_engine.End(SessionError::HOST_DOWN, 0);
    Pump();
    return socket;
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
    m_counters.Count(SessionError::ALIAS_UNKNOWN);
    m_engine.End(SessionError::ALIAS_UNKNOWN, oracle_error::UNKNOWN_ALIAS);
    Pump();
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
    m_trial->step = *step;
    m_engine.Wait(ToChrono(step->wait), Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Attempt(const Net8AddressWalk::Step& step)
{
    ForgetAttempt();
    m_trial = std::make_unique<Trial>(
        Trial{step,
              {.session = m_record.session,
               .attempt = m_record.attempts++,
               .pass = step.pass,
               .address = step.address->host + ":" + std::to_string(step.address->port),
               .ipVersion = !step.ip           ? 0U
                            : IsIpv6(*step.ip) ? 6U
                                               : 4U,
               .start = Simulator::Now()}});
    m_record.connected = NanoSeconds(-1);
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
        m_trial->step,
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
Net8ClientSession::FinishAttempt(int32_t outcome)
{
    auto& record = m_trial->record;
    record.end = Simulator::Now();
    record.outcome = outcome;
    record.redirects = m_attempt ? m_engine.GetRedirects() : 0;
    m_settings.attemptDone(record);
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
        m_trial->record.tcpConnected = Simulator::Now();
    }
    m_engine.HandleConnected(Net8Alarm::Now());
    Pump();
}

void
Net8ClientSession::Handle(const client_event::StateChanged& event)
{
    NS_LOG_FUNCTION(this << GetName(event.before) << GetName(event.after));
    m_settings.stateChanged(m_record.session, GetName(event.before), GetName(event.after));
}

void
Net8ClientSession::Handle(const client_event::WaitOver& /* event */)
{
    Attempt(Net8AddressWalk::Step(m_trial->step));
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
    Pump();
    m_attempt->Connect(found.front(), event.port);
}

void
Net8ClientSession::Handle(const client_event::Accepted& /* event */)
{
    const auto& agreement = m_attempt->GetConnection().GetTns().GetAgreement();
    m_record.accepted = m_trial->record.accepted = Simulator::Now();
    m_record.version = agreement.version;
    m_record.sdu = agreement.sdu;
    m_record.tdu = agreement.tdu;
    m_walk.reset();
    m_attempt->Settle();
    FinishAttempt(0);
    m_trial.reset();
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
    m_done = {.transaction = call.transaction,
              .execution = call.execution,
              .error = call.error > 0 ? call.error : m_done.error};
    m_settings.callDone({.session = m_record.session,
                         .query = call.query,
                         .statement = static_cast<int32_t>(call.statement) - 1,
                         .transaction = call.transaction,
                         .execution = call.execution,
                         .call = call.call,
                         .start = ToTime(call.start),
                         .firstByte = ToTime(call.firstByte),
                         .end = ToTime(call.end),
                         .work = ToTime(call.work),
                         .requestBytes = call.requestBytes,
                         .replyBytes = call.replyBytes,
                         .requestPackets = call.requestPackets,
                         .replyPackets = call.replyPackets,
                         .rows = call.rows,
                         .failedRows = call.failedRows,
                         .error = call.error,
                         .kind = call.kind});
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
    m_record.end = Simulator::Now();
    m_record.closed = !event.error;
    m_record.error = event.error;
    m_record.oraCode = event.code;
    if (event.error)
    {
        m_record.reported = m_settings.dialogue.driver.FindReport(*event.error);
        NoteGivenUp();
    }
    m_settings.sessionDone(*this);
}

} // namespace ns3::net8
