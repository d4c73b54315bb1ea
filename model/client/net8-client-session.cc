// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-session.h"

#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-data-packet.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-marker-packet.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-random.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8ClientSession");

namespace
{

/// Names of the states, in their order.
constexpr std::array STATE_NAMES{"IDLE",
                                 "RESOLVING",
                                 "CONNECTING",
                                 "NEGOTIATING",
                                 "WAITING",
                                 "LOGGING_ON",
                                 "CALLING",
                                 "BREAKING",
                                 "THINKING",
                                 "LOGGING_OFF",
                                 "CLOSED",
                                 "FAILED"};

/// Error of a call that was cancelled.
constexpr uint32_t ERROR_CANCELLED = 1013;

/**
 * @param accept an ACCEPT
 * @return true if it offers native services: wanted, not disabled, and services are linked
 */
bool
OffersNative(const AcceptPacket& accept)
{
    return (accept.connectFlags0 & connect_flag::NA_WANTED) != 0 &&
           (accept.connectFlags0 & connect_flag::NA_DISABLED) == 0 &&
           (accept.connectFlags1 & connect_flag::NO_NA_SERVICES) == 0;
}

} // namespace

Net8ClientSession::Net8ClientSession(const ClientSetting& setting, uint32_t number)
    : m_setting(setting),
      m_driver(&setting.driver)
{
    m_record.session = number;
}

Net8ClientSession::~Net8ClientSession() = default;

const char*
Net8ClientSession::GetStateName(State state)
{
    return STATE_NAMES.at(static_cast<std::size_t>(state));
}

Net8ClientSession::State
Net8ClientSession::GetState() const
{
    return m_state;
}

bool
Net8ClientSession::IsDrained() const
{
    return !m_attempt || !m_attempt->GetConnection() || m_attempt->GetConnection()->IsDrained();
}

SessionRecord
Net8ClientSession::GetRecord() const
{
    SessionRecord record = m_record;
    if (m_attempt)
    {
        record.bytesSent += m_attempt->GetBytesSent();
        record.bytesReceived += m_attempt->GetBytesReceived();
        record.roundTrips += m_attempt->GetRoundTrips();
    }
    return record;
}

std::optional<AttemptRecord>
Net8ClientSession::GetAttempt() const
{
    const bool underWay = m_state == State::CONNECTING || m_state == State::NEGOTIATING;
    return underWay ? std::optional(m_attemptRecord) : std::nullopt;
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
Net8ClientSession::SwitchToState(State state)
{
    const State before = m_state;
    NS_LOG_FUNCTION(this << GetStateName(before) << GetStateName(state));
    m_state = state;
    m_setting.stateChanged(GetStateName(before), GetStateName(state));
}

void
Net8ClientSession::End(std::optional<SessionError> error, uint32_t code)
{
    m_next.Cancel();
    m_cancel.Cancel();
    m_silence.Cancel();
    m_walk.reset();
    m_record.end = Simulator::Now();
    m_record.closed = !error;
    m_record.error = error;
    m_record.oraCode = code;
    SwitchToState(error ? State::FAILED : State::CLOSED);
    m_setting.sessionDone(*this);
}

void
Net8ClientSession::Stop()
{
    m_next.Cancel();
    m_cancel.Cancel();
    m_silence.Cancel();
    m_lookup.reset();
    if (m_attempt)
    {
        m_attempt->Close();
    }
}

Ptr<Socket>
Net8ClientSession::Abort()
{
    const auto connection = m_attempt ? m_attempt->GetConnection() : nullptr;
    auto socket = connection ? connection->Forget() : nullptr;
    if (m_state == State::CLOSED || m_state == State::FAILED)
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
    End(SessionError::HOST_DOWN, 0);
    return socket;
}

void
Net8ClientSession::SetHanging(bool hangs)
{
    m_next.SetStopped(hangs);
    m_cancel.SetStopped(hangs);
    m_silence.SetStopped(hangs);
    if (m_lookup)
    {
        m_lookup->SetHanging(hangs);
    }
    if (m_attempt)
    {
        m_attempt->SetHanging(hangs);
    }
}

// Set-up

void
Net8ClientSession::Start()
{
    m_record.start = Simulator::Now();
    if (!m_setting.aliasKnown)
    {
        m_counters.Count(SessionError::ALIAS_UNKNOWN);
        End(SessionError::ALIAS_UNKNOWN, oracle_error::UNKNOWN_ALIAS);
        return;
    }
    m_walk = std::make_unique<Net8AddressWalk>(m_setting.descriptor,
                                               m_setting.limits,
                                               m_setting.resolve,
                                               m_setting.draw);
    if (m_setting.naming == NamingMethod::NONE)
    {
        Connect();
        return;
    }
    SwitchToState(State::RESOLVING);
    m_lookup = std::make_unique<Net8NameLookup>(m_setting, [this](bool found) {
        if (!found)
        {
            m_counters.Count(SessionError::ALIAS_UNKNOWN);
            End(SessionError::ALIAS_UNKNOWN, oracle_error::UNKNOWN_ALIAS);
            return;
        }
        m_record.resolved = Simulator::Now();
        Connect();
    });
    m_lookup->Start();
}

void
Net8ClientSession::Connect()
{
    const auto step = m_walk->Next();
    if (!step)
    {
        End(m_error, m_errorNumber);
        return;
    }
    if (m_record.attempts == 0)
    {
        Attempt(*step);
        return;
    }
    // Through an event even without a wait: many addresses that fail at once must not pile up
    // calls.
    SwitchToState(State::WAITING);
    m_next.Schedule(step->wait, [this, next = *step] { Attempt(next); });
}

void
Net8ClientSession::Attempt(const Net8AddressWalk::Step& step)
{
    ForgetAttempt();
    m_attemptRecord = {.session = m_record.session,
                       .attempt = m_record.attempts++,
                       .pass = step.pass,
                       .address = step.address->host + ":" + std::to_string(step.address->port),
                       .ipVersion = !step.ip           ? 0U
                                    : IsIpv6(*step.ip) ? 6U
                                                       : 4U,
                       .start = Simulator::Now()};
    m_record.connected = NanoSeconds(-1);
    if (!step.ip)
    {
        m_counters.Count(SessionError::HOST_UNKNOWN);
        FailAttempt(SessionError::HOST_UNKNOWN, oracle_error::UNKNOWN_HOST);
        return;
    }
    m_attempt = std::make_unique<Net8ConnectAttempt>(
        m_setting,
        m_record.session,
        Net8ConnectAttempt::Owner{
            .connected = [this] { HandleConnected(); },
            .accepted = [this](const AcceptPacket& accept) { HandleAccept(accept); },
            .failed = [this](SessionError error) { HandleFailed(error); },
            .packet = [this](const StreamReader::Received& received) { HandlePacket(received); },
            .message = [this](const Net8Connection::Message& message) { HandleMessage(message); },
            .closed = [this] { HandleClosed(); }});
    SwitchToState(State::CONNECTING);
    m_attempt->Start(step);
}

void
Net8ClientSession::ForgetAttempt()
{
    if (m_attempt)
    {
        m_counters.Add(m_attempt->GetCounters());
        m_record.bytesSent += m_attempt->GetBytesSent();
        m_record.bytesReceived += m_attempt->GetBytesReceived();
        m_record.roundTrips += m_attempt->GetRoundTrips();
        m_attempt.reset();
    }
}

void
Net8ClientSession::FinishAttempt(int32_t outcome)
{
    m_attemptRecord.end = Simulator::Now();
    m_attemptRecord.outcome = outcome;
    m_attemptRecord.redirects = m_attempt ? m_attempt->GetRedirects() : 0;
    m_setting.attemptDone(m_attemptRecord);
}

void
Net8ClientSession::FailAttempt(SessionError error, uint32_t code)
{
    FinishAttempt(static_cast<int32_t>(code));
    m_error = error;
    m_errorNumber = code;
    Connect();
}

void
Net8ClientSession::HandleConnected()
{
    m_record.connected = Simulator::Now();
    if (m_state != State::CONNECTING)
    {
        return; // redirected
    }
    m_attemptRecord.tcpConnected = Simulator::Now();
    SwitchToState(State::NEGOTIATING);
}

void
Net8ClientSession::HandleAccept(const AcceptPacket& accept)
{
    const auto& driver = m_setting.driver;
    const auto agreement = ReadAgreement(accept);
    if (agreement.outOfRange)
    {
        GetConnection().CountError(SessionError::SDU_OUT_OF_RANGE);
    }
    const auto byDefault =
        driver.ignoresTdu ? TduRule::IGNORE : ResolveTduRule(TduChoice::DEFAULT, driver.version);
    GetConnection().SetAgreement(agreement,
                                 m_setting.tduRule == TduChoice::DEFAULT
                                     ? byDefault
                                     : ResolveTduRule(m_setting.tduRule, driver.version));
    m_record.accepted = m_attemptRecord.accepted = Simulator::Now();
    m_record.version = agreement.version;
    m_record.sdu = agreement.sdu;
    m_record.tdu = agreement.tdu;
    m_walk.reset();
    FinishAttempt(0);
    if (driver.connectFlags2 != 0 && (accept.acceptFlags2 & accept_flag2::OOB_CHECK) != 0)
    {
        // The urgent byte in front of it is not modelled: ns-3's TCP has no urgent data.
        SendMarker(driver.markerType, driver.markerData);
    }
    m_logon = driver.GetLogon(agreement.version,
                              OffersNative(accept),
                              (accept.acceptFlags2 & accept_flag2::FAST_AUTHENTICATION) != 0);
    m_logonStep = 0;
    m_driver = &m_setting.GetDriver(agreement.version);
    // Until the protocol reply tells the server's platform it is taken to be the same; nothing
    // before depends on it.
    m_sizes = std::make_unique<TtcLogonSizes>();
    m_sizes->version = agreement.version;
    m_sizes->connectString =
        ClientIdentity::GetConnectStringLength(driver, m_attempt->GetConnectData());
    m_sizes->identity = m_setting.identity;
    SwitchToState(State::LOGGING_ON);
    LogOn();
}

void
Net8ClientSession::HandleClosed()
{
    if (IsIdle())
    {
        m_lost = true;
        return;
    }
    const bool inSetup = m_state == State::LOGGING_ON;
    const bool negotiates =
        inSetup && m_logonStep > 0 && m_logon[m_logonStep - 1].message == TtcMessage::NATIVE;
    GetConnection().Fail(negotiates ? SessionError::NEGOTIATION_CUT
                         : inSetup  ? SessionError::CLOSED_IN_SETUP
                                    : SessionError::CLOSED_IN_CALL);
}

bool
Net8ClientSession::IsIdle() const
{
    const bool ready = !m_record.ready.IsStrictlyNegative();
    return ready && (m_state == State::THINKING || m_next.IsPending());
}

void
Net8ClientSession::HandleFailed(SessionError error)
{
    const bool cut = error == SessionError::RESET || error == SessionError::CLOSED_IN_PACKET;
    if (cut && IsIdle())
    {
        m_lost = true;
        return;
    }
    const uint32_t code = m_attempt->GetErrorNumber(error);
    if (m_record.accepted.IsStrictlyNegative())
    {
        FailAttempt(error, code);
        return;
    }
    const bool inSetup = m_record.ready.IsStrictlyNegative();
    End(error, inSetup ? GetOracleError(error, false) : code);
}

Net8Connection&
Net8ClientSession::GetConnection() const
{
    return *m_attempt->GetConnection();
}

// Calls

void
Net8ClientSession::LogOn()
{
    while (m_logonStep < m_logon.size())
    {
        const auto& step = m_logon[m_logonStep++];
        TtcPrefix prefix{.message = step.message,
                         .function = step.function,
                         .flags = m_setting.wrongPassword ? TtcPrefix::WRONG_PASSWORD : uint8_t{0},
                         .rows = step.single ? 1U : 0U,
                         .length = m_sizes->GetRequest(*m_driver, step.message, step.function)};
        m_sizes->nativeSteps += step.message == TtcMessage::NATIVE ? 1 : 0;
        if (step.function == TtcFunction::VERSION && m_driver->sessionSwitchBytes != 0)
        {
            prefix.piggyback = TtcFunction::SESSION_SWITCH;
            prefix.piggybackLength = m_driver->sessionSwitchBytes;
        }
        if (step.answered)
        {
            ++m_record.roundTrips;
            StartCall(CallKind::LOGON, prefix);
            return;
        }
        GetConnection().SendMessage(prefix, 0);
    }
    m_statement.emplace(m_setting, *m_driver, m_sizes->samePlatform);
    m_sizes.reset();
    m_logon = {};
    m_record.ready = Simulator::Now();
    if (m_setting.queries == 0)
    {
        LogOff();
        return;
    }
    Execute();
}

void
Net8ClientSession::Execute()
{
    SwitchToState(State::CALLING);
    StartSteps(m_statement->Execute());
}

void
Net8ClientSession::StartSteps(std::vector<Net8ClientStatement::Step> steps)
{
    m_steps = std::move(steps);
    m_step = 0;
    StartStep();
}

void
Net8ClientSession::StartStep()
{
    const auto [kind, prefix] = m_steps.at(m_step++);
    StartCall(kind, prefix);
}

void
Net8ClientSession::Fetch()
{
    SwitchToState(State::CALLING);
    const auto [kind, prefix] = m_statement->Fetch();
    StartCall(kind, prefix);
}

void
Net8ClientSession::LogOff()
{
    SwitchToState(State::LOGGING_OFF);
    StartSteps(m_statement->LogOff());
}

Time
Net8ClientSession::GetWork(uint64_t packets, uint64_t bytes) const
{
    return m_setting.packetTime * static_cast<int64_t>(packets) +
           m_setting.byteTime * static_cast<int64_t>(bytes);
}

Time
Net8ClientSession::GetReplyWork() const
{
    const Time read = GetWork(m_call.replyPackets, m_call.replyBytes);
    const Time rest = std::max(read - GetConnection().GetReadWork(), Time());
    const bool ofQuery = m_call.kind == CallKind::EXECUTE || m_call.kind == CallKind::FETCH ||
                         m_call.kind == CallKind::LOB;
    return ofQuery ? rest + SumOfTimes(m_setting.callTime) : rest;
}

void
Net8ClientSession::StartCall(CallKind kind, TtcPrefix prefix)
{
    const Packing packing(prefix.length, GetConnection().GetPacketLimit());
    const Time work = GetWork(packing.GetCount(), packing.GetWireBytes());
    prefix.sequence = static_cast<uint8_t>(m_calls + 1);
    m_call = {.session = m_record.session,
              .query = m_query,
              .call = m_calls++,
              .kind = kind,
              .requestBytes = packing.GetWireBytes(),
              .requestPackets = static_cast<uint32_t>(packing.GetCount())};
    m_breakSeen = false;
    m_breakStart = NanoSeconds(-1);
    if (work.IsZero())
    {
        SendCall(prefix);
        return;
    }
    m_next.Schedule(work, [this, prefix] { SendCall(prefix); });
}

void
Net8ClientSession::SendCall(const TtcPrefix& prefix)
{
    if (m_lost)
    {
        GetConnection().CountError(SessionError::FOUND_DEAD);
        m_attempt->Close();
        End(SessionError::FOUND_DEAD, oracle_error::FOUND_DEAD);
        return;
    }
    m_call.start = Simulator::Now();
    GetConnection().SetHeaderFlags(GetHeaderFlags(prefix.message));
    // Messages of the native services are none of TTC: no driver marks their end.
    const bool native = prefix.message == TtcMessage::NATIVE;
    GetConnection().SendMessage(prefix, native ? uint16_t{0} : m_driver->endOfRequest);
    if (m_setting.recvTimeout.IsStrictlyPositive())
    {
        m_silence.Schedule(m_setting.recvTimeout, [this] { CheckReceived(); });
    }
    if (m_state == State::CALLING && m_setting.callTimeout.IsStrictlyPositive())
    {
        m_cancel.Schedule(m_setting.callTimeout, [this] { CancelCall(); });
    }
}

void
Net8ClientSession::CheckReceived()
{
    const Time heard = std::max(m_call.start, GetConnection().GetLastReceived());
    const Time silence = Simulator::Now() - heard;
    if (silence >= m_setting.recvTimeout)
    {
        GetConnection().Fail(SessionError::RECV_TIMEOUT);
        return;
    }
    m_silence.Schedule(m_setting.recvTimeout - silence, [this] { CheckReceived(); });
}

void
Net8ClientSession::HandlePacket(const StreamReader::Received& received)
{
    if ((received.header.flags & header_flag::PROBE) != 0)
    {
        return; // that it arrived is all that the server wants to know
    }
    const bool inCall =
        m_state == State::LOGGING_ON || m_state == State::CALLING || m_state == State::BREAKING;
    if (received.header.type != static_cast<uint8_t>(PacketType::MARKER) || !inCall ||
        m_next.IsPending())
    {
        GetConnection().Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    HandleMarker(received);
}

void
Net8ClientSession::SendMarker(uint8_t type, uint8_t data)
{
    const auto& agreement = GetConnection().GetAgreement();
    const bool large =
        agreement.version >= VERSION_LONG_SIZES && m_setting.driver.HasLargeSduFlag("markers");
    MarkerPacket marker;
    marker.markerType = type;
    marker.data = data;
    marker.header.flags = large ? header_flag::LARGE_SDU : uint8_t{0};
    GetConnection().SendPacket(marker.Encode(agreement.lengthForm));
}

uint8_t
Net8ClientSession::GetHeaderFlags(TtcMessage message) const
{
    const bool first = message == TtcMessage::PROTOCOL || message == TtcMessage::FAST_AUTH;
    if (m_record.version < VERSION_LONG_SIZES || (message != TtcMessage::NATIVE && !first))
    {
        return 0;
    }
    const bool marked =
        m_setting.driver.HasLargeSduFlag(first ? "first message" : "native services");
    return marked ? header_flag::LARGE_SDU : uint8_t{0};
}

void
Net8ClientSession::CancelCall()
{
    // The driver's urgent byte is not modelled, so the marker goes in-band, as where out-of-band
    // breaks are switched off.
    SwitchToState(State::BREAKING);
    m_breakStart = Simulator::Now();
    AddDblinkWait(Time());
    SendMarker(MarkerPacket::DATA_BYTE, m_setting.driver.cancelMarker);
}

void
Net8ClientSession::AddDblinkWait(Time time)
{
    if (m_setting.driver.databaseLink)
    {
        m_record.dblinkWaits.Add(WaitEvent::BREAK_RESET_TO_DBLINK, time);
    }
}

void
Net8ClientSession::HandleMarker(const StreamReader::Received& received)
{
    MarkerPacket marker;
    const auto form = GetConnection().GetAgreement().lengthForm;
    if (MarkerPacket::Decode(received.bytes, form, marker) != WireError::NONE)
    {
        GetConnection().Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    if (marker.data == MarkerPacket::RESET && !m_breakStart.IsStrictlyNegative())
    {
        AddDblinkWait(Simulator::Now() - m_breakStart);
        m_breakStart = NanoSeconds(-1);
    }
    if (m_breakSeen)
    {
        return;
    }
    // Whatever had arrived of the reply is void: only the error is still to come.
    m_breakSeen = true;
    m_cancel.Cancel();
    GetConnection().DropMessage();
    if (m_state != State::BREAKING)
    {
        SwitchToState(State::BREAKING);
    }
    SendMarker(MarkerPacket::DATA_BYTE, MarkerPacket::RESET);
}

void
Net8ClientSession::NoteReply(const Net8Connection::Message& message)
{
    m_call.firstByte = ToTime(message.firstByte);
    m_call.end = Simulator::Now();
    m_call.replyBytes = message.wireBytes;
    m_call.replyPackets = message.packets;
    m_call.work = GetReplyWork();
}

void
Net8ClientSession::AfterWork(std::function<void()> next)
{
    if (m_call.work.IsZero())
    {
        next();
        return;
    }
    m_next.Schedule(m_call.work, std::move(next));
}

void
Net8ClientSession::HandleError(const Net8Connection::Message& message)
{
    m_call.error = message.prefix.rows;
    m_setting.callDone(m_call);
    if (m_call.kind == CallKind::LOGON)
    {
        GetConnection().CountError(SessionError::LOGON_DENIED);
        if (m_driver->endsDenied)
        {
            GetConnection().SendData({}, 0, data_flag::END_OF_FILE);
        }
        m_attempt->Close();
        End(SessionError::LOGON_DENIED, m_call.error);
        return;
    }
    const bool cancelled = m_call.error == ERROR_CANCELLED;
    GetConnection().CountError(cancelled ? SessionError::CALL_CANCELLED
                                         : SessionError::CALL_FAILED);
    ++m_record.failedCalls;
    m_record.fetchCalls += m_call.kind == CallKind::LOB ? 0 : 1;
    m_statement->Fail(m_call.kind);
    SwitchToState(State::THINKING);
    FinishQuery();
}

void
Net8ClientSession::HandleMessage(const Net8Connection::Message& message)
{
    if (m_state == State::BREAKING && !m_breakSeen)
    {
        return; // the reply to the call that is being cancelled
    }
    const bool failed = message.prefix.message == TtcMessage::ERROR &&
                        (message.prefix.flags & TtcPrefix::FAILED) != 0;
    const bool waiting =
        m_state == State::LOGGING_ON || m_state == State::CALLING || m_state == State::LOGGING_OFF;
    const bool awaited = waiting && !m_next.IsPending();
    if (!awaited && !(m_state == State::BREAKING && failed))
    {
        GetConnection().Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    m_cancel.Cancel();
    m_silence.Cancel();
    NoteReply(message);
    if (failed)
    {
        HandleError(message);
        return;
    }
    if (m_call.kind == CallKind::EXECUTE || m_call.kind == CallKind::FETCH)
    {
        HandleRows(message.prefix);
        return;
    }
    if (m_call.kind == CallKind::LOB)
    {
        NextLob();
        return;
    }
    m_setting.callDone(m_call);
    AfterWork([this, prefix = message.prefix] { GoOn(prefix); });
}

void
Net8ClientSession::ReadProtocol(uint32_t server)
{
    const uint32_t platform = server & ((1U << TtcPrefix::VERSION_SHIFT) - 1);
    m_sizes->samePlatform = platform == static_cast<uint32_t>(m_driver->platform);
    // A server that is newer than the agreed version still says which fields it knows.
    m_driver = &m_setting.GetDriver(static_cast<uint16_t>(server >> TtcPrefix::VERSION_SHIFT));
    m_sizes->verifier11g = server >> TtcPrefix::VERIFIER_SHIFT != 0;
}

void
Net8ClientSession::GoOn(const TtcPrefix& prefix)
{
    if (m_state == State::LOGGING_ON)
    {
        if (prefix.message == TtcMessage::PROTOCOL)
        {
            ReadProtocol(prefix.rows);
        }
        LogOn();
    }
    else if (m_step < m_steps.size())
    {
        StartStep();
    }
    else
    {
        GetConnection().SendData({}, 0, data_flag::END_OF_FILE);
        m_attempt->Close();
        End(std::nullopt, 0);
    }
}

void
Net8ClientSession::HandleRows(const TtcPrefix& prefix)
{
    m_call.rows = prefix.rows;
    ++m_record.fetchCalls;
    m_record.rows += prefix.rows;
    if (!m_statement->TakeRows(prefix))
    {
        m_setting.callDone(m_call);
        GetConnection().Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    NextLob();
}

void
Net8ClientSession::NextLob()
{
    const auto lob = m_statement->GetLob();
    if (!lob)
    {
        // The rows are whole, and are worked on.
        m_call.work += SumOfTimes(m_setting.rowTime, m_statement->GetRowsCame());
    }
    m_setting.callDone(m_call);
    SwitchToState(State::THINKING);
    if (lob)
    {
        AfterWork([this, step = *lob] {
            SwitchToState(State::CALLING);
            StartCall(step.kind, step.prefix);
        });
    }
    else if (!m_statement->IsDone())
    {
        m_next.Schedule(m_call.work, [this] { Fetch(); });
    }
    else
    {
        FinishQuery();
    }
}

void
Net8ClientSession::FinishQuery()
{
    ++m_query;
    if (m_query < m_setting.queries)
    {
        m_next.Schedule(m_call.work + SumOfTimes(m_setting.thinkTime), [this] { Execute(); });
        return;
    }
    m_next.Schedule(m_call.work, [this] { LogOff(); });
}

} // namespace ns3::net8
