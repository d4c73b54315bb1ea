// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-dialogue.h"

#include "ns3/net8-data-packet.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

namespace
{

/// Error of a cancelled call.
constexpr uint32_t ERROR_CANCELLED = 1013;

/**
 * Send the packet that ends a session.
 *
 * @param tns the connection
 * @param driver the driver of the client
 */
void
SendEndOfFile(TnsConnection& tns, const DriverProfile& driver)
{
    const bool large =
        tns.GetAgreement().version >= VERSION_LONG_SIZES && driver.HasLargeSduFlag("end of file");
    tns.SetHeaderFlags(large ? header_flag::LARGE_SDU : uint8_t{0});
    tns.SendData({}, 0, data_flag::END_OF_FILE);
}

/**
 * Check whether a reply reports a failure.
 *
 * @param prefix first bytes of a reply
 * @return whether its call failed; server messages specific to the call may precede the error
 */
bool
IsFailure(const TtcPrefix& prefix)
{
    return (prefix.message == TtcMessage::ERROR || prefix.message == TtcMessage::PARAMETER) &&
           (prefix.flags & TtcPrefix::FAILED) != 0;
}

/**
 * Check whether a reply may return rows.
 *
 * @param message first message of a reply to a statement
 * @return whether it may
 */
bool
BringsRows(TtcMessage message)
{
    return message != TtcMessage::PARAMETER && message != TtcMessage::IO_VECTOR;
}

/**
 * Check whether the out-of-band check takes place.
 *
 * @param settings settings of a client
 * @param accept the ACCEPT of its server
 * @return whether both request it
 */
bool
ChecksUrgentData(const ClientSettings& settings, const AcceptPacket& accept)
{
    return settings.GetConnectFlags2() != 0 && (accept.acceptFlags2 & accept_flag2::OOB_CHECK) != 0;
}

/**
 * Check whether a call belongs to a statement.
 *
 * @param kind purpose of the call
 * @return whether it belongs to a statement with SQL text, whose replies an application processes
 */
bool
IsOfStatement(CallKind kind)
{
    return kind == CallKind::EXECUTE || kind == CallKind::FETCH || kind == CallKind::LOB ||
           IsDirectPath(kind);
}

/**
 * Get the size of the packets that a driver has for a message.
 *
 * @param prefix the message
 * @param driver the sending driver
 * @return most bytes of a packet; 0: as agreed
 */
uint32_t
GetOwnPacketBytes(const TtcPrefix& prefix, const DriverProfile& driver)
{
    return prefix.message == TtcMessage::DATA_TYPES && driver.dataTypesPacketBytes != 0
               ? driver.dataTypesPacketBytes + Packing::OVERHEAD
               : 0;
}

/**
 * Apply the agreed parameters.
 *
 * @param settings settings of the client
 * @param accept the ACCEPT of the server
 * @param tns the connection
 */
void
Agree(const ClientSettings& settings, const AcceptPacket& accept, TnsConnection& tns)
{
    const auto& driver = settings.driver;
    const auto agreement = ReadAgreement(accept);
    if (agreement.outOfRange)
    {
        tns.CountError(SessionError::SDU_OUT_OF_RANGE);
    }
    const auto byDefault =
        driver.ignoresTdu ? TduRule::IGNORE : ResolveTduRule(TduChoice::DEFAULT, driver.version);
    tns.SetAgreement(agreement,
                     settings.options.tduRule == TduChoice::DEFAULT
                         ? byDefault
                         : ResolveTduRule(settings.options.tduRule, driver.version));
    tns.SetNegotiating(true);
    tns.SetCompression({accept.compression, settings.security.compression});
}

} // namespace

ClientDialogue::ClientDialogue(const ClientSettings& settings,
                               ClientScript& script,
                               ClientProgress& progress,
                               TnsConnection& tns,
                               const AcceptPacket& accept,
                               const std::string& connectData)
    : m_talk{.settings = settings, .script = script, .progress = progress, .tns = &tns},
      m_break(m_talk),
      m_pause(progress),
      m_calls(m_talk, m_pause),
      m_logon(std::make_unique<ClientLogon>(settings, accept, connectData))
{
    if (settings.failover != FailoverType::NONE)
    {
        m_failover = std::make_unique<ClientFailover>(settings.failover);
    }
    Open(accept);
}

void
ClientDialogue::Open(const AcceptPacket& accept)
{
    Agree(m_talk.settings, accept, *m_talk.tns);
    m_talk.progress.events.push_back(client_event::Accepted());
    if (ChecksUrgentData(m_talk.settings, accept) && !m_talk.tns->GetTls())
    {
        m_break.SendCheck();
    }
    m_talk.progress.Enter(ClientInput::ACCEPT);
}

void
ClientDialogue::Start(nanoseconds now)
{
    m_talk.now = now;
    if (m_logon->LacksSecurity())
    {
        Refuse(NativeOutcome::INCOMPATIBLE);
        return;
    }
    LogOn();
}

const DriverProfile&
ClientDialogue::GetDriver() const
{
    return m_logon ? m_logon->GetDriver() : m_statement->GetDriver();
}

bool
ClientDialogue::IsShort() const
{
    return m_task.query && IsShortCall(m_task.query->kind);
}

bool
ClientDialogue::IsIdle() const
{
    return m_statement && !IsPiping() &&
           (m_talk.progress.state == ClientState::THINKING || m_pause.IsOn());
}

void
ClientDialogue::HandleTimer(ClientTimer timer, nanoseconds now)
{
    m_talk.now = now;
    timer == ClientTimer::NEXT     ? m_pause.End()
    : timer == ClientTimer::CANCEL ? HandleOverdue()
                                   : CheckReceived();
}

void
ClientDialogue::HandleWorked(nanoseconds now)
{
    m_talk.now = now;
    m_pause.End();
}

void
ClientDialogue::After(nanoseconds wait, std::function<void()> next)
{
    m_pause.Until(m_talk.now + wait, std::move(next));
}

void
ClientDialogue::OnceOver(nanoseconds wait, const std::function<void()>& next)
{
    wait.count() == 0 ? next() : After(wait, next);
}

// Calls

void
ClientDialogue::LogOn()
{
    while (auto step = m_logon->Next())
    {
        m_native = std::move(step->real);
        if (step->answered)
        {
            ++m_talk.progress.roundTrips;
            StartCall(CallKind::LOGON, step->prefix);
            return;
        }
        SendMessage(step->prefix, 0);
        if (const auto sealing = m_logon->TakeSealing())
        {
            m_talk.tns->SetSealing(*sealing);
        }
    }
    m_statement.emplace(m_talk.settings, m_logon->GetDriver(), m_logon->IsSamePlatform());
    if (GetDriver().haReadiness && m_logon->TakesReadiness())
    {
        m_requests.SetReady();
    }
    m_logon.reset();
    m_talk.progress.events.push_back(client_event::LoggedOn());
    if (m_failover && m_failover->IsUnderWay())
    {
        Resume();
        return;
    }
    const auto task = m_talk.script.GetNext({});
    OnceOver(task ? task->wait : nanoseconds(0),
             [this, task] { task ? Execute(*task) : LogOff(); });
}

void
ClientDialogue::AskNext(nanoseconds work)
{
    if (const auto task = m_talk.script.GetNext(m_outcome))
    {
        After(work + task->wait, [this, next = *task] { Execute(next); });
        return;
    }
    After(work, [this] { LogOff(); });
}

void
ClientDialogue::Execute(const ClientScript::Task& task)
{
    m_task = task;
    m_outcome = {};
    if (const auto error = m_failover ? m_failover->Begin(task) : 0)
    {
        TtcPrefix none;
        m_call = m_calls.Begin(CallKind::EXECUTE, m_task, none);
        m_call.requestBytes = 0;
        m_call.requestPackets = 0;
        m_call.start = m_talk.now;
        FailStatement(error);
        return;
    }
    if (!task.query)
    {
        Rest();
        return;
    }
    if (task.kept)
    {
        m_outcome.rows = *task.kept;
        m_calls.TakeKept(m_call, m_task, [this] { AskNext(m_call.work); });
        return;
    }
    m_talk.progress.Enter(ClientInput::CALL);
    m_borrows = m_talk.settings.request.server == ServerChoice::POOLED;
    const auto& driver = GetDriver();
    if (task.piped && driver.pipelines && driver.token && StartPipeline(task))
    {
        return;
    }
    auto steps = m_statement->Execute(*task.query, task.state);
    ClientStatement::Tell(m_requests.Ask(task, driver), steps.front().prefix);
    StartSteps(std::move(steps));
}

void
ClientDialogue::Rest()
{
    static const ClientQuery ROLLBACK{.kind = StatementKind::ROLLBACK};
    const auto turn = m_task.pauses ? ClientRequests::Turn::STAY : m_requests.Rest();
    if (turn == ClientRequests::Turn::ROLL_BACK && !m_lost)
    {
        Execute({.query = &ROLLBACK});
        return;
    }
    const bool stays = turn == ClientRequests::Turn::STAY;
    if (!stays && std::exchange(m_borrows, false) && !m_lost)
    {
        SendMessage(ClientRequests::MakeRelease(GetDriver(), false), GetDriver().endOfRequest);
    }
    m_talk.progress.Enter(ClientInput::DONE);
    m_talk.progress.events.push_back(client_event::Resting());
}

void
ClientDialogue::Wake(nanoseconds now)
{
    m_talk.now = now;
    if (m_failover && m_failover->IsUnderWay())
    {
        m_failover->Keep(now, [this] { Wake(m_talk.now); });
        return;
    }
    const auto task = m_talk.script.GetNext({});
    task ? Execute(*task) : LogOff();
}

void
ClientDialogue::StartSteps(std::vector<ClientStatement::Step> steps)
{
    m_steps = std::move(steps);
    m_step = 0;
    StartStep();
}

void
ClientDialogue::StartStep()
{
    const auto [kind, prefix] = m_steps.at(m_step++);
    if (m_step == m_steps.size())
    {
        std::vector<ClientStatement::Step>().swap(m_steps); // Frees the memory: the session stays
                                                            // for long.
        m_step = 0;
    }
    StartCall(kind, prefix);
}

void
ClientDialogue::StartQueryCall(const ClientStatement::Step& step)
{
    m_talk.progress.Enter(ClientInput::CALL);
    StartCall(step.kind, step.prefix);
}

void
ClientDialogue::LogOff()
{
    m_task = {};
    m_talk.progress.Enter(ClientInput::LOG_OFF);
    auto steps = m_statement->LogOff();
    steps.empty() && m_lost ? Fail(SessionError::FOUND_DEAD)
    : steps.empty()         ? SayGoodBye()
                            : StartSteps(std::move(steps));
}

void
ClientDialogue::SayGoodBye()
{
    if (m_borrows && GetDriver().leavesPool)
    {
        SendMessage(ClientRequests::MakeRelease(GetDriver(), true), GetDriver().endOfRequest);
    }
    SendEndOfFile(*m_talk.tns, GetDriver());
    Close(std::nullopt, 0);
}

void
ClientDialogue::StartCall(CallKind kind, TtcPrefix prefix)
{
    m_call = m_calls.Begin(kind, m_task, prefix);
    m_break.Clear();
    const auto work = m_calls.GetWork(m_call, prefix);
    if (work.count() == 0)
    {
        SendCall(prefix);
        return;
    }
    m_calls.Work(work, [this, prefix] { SendCall(prefix); });
}

void
ClientDialogue::SendCall(const TtcPrefix& prefix)
{
    if (m_lost)
    {
        m_call.start = m_talk.now;
        FindLost(m_talk.now);
        return;
    }
    const bool notified = m_call.kind == CallKind::NOTIFY;
    m_call.start = m_overdue = m_talk.now;
    m_talk.progress.asked = notified ? NEVER : m_talk.now;
    if (m_failover && m_call.kind != CallKind::LOGON)
    {
        m_failover->Send();
    }
    m_talk.tns->SetHeaderFlags(ClientLogon::GetHeaderFlags(m_talk.settings.driver,
                                                           prefix.message,
                                                           m_talk.tns->GetAgreement().version));
    // Messages of the native services are not TTC: no driver marks their end.
    const bool native = prefix.message == TtcMessage::NATIVE;
    const auto flags = native     ? uint16_t{0}
                       : notified ? data_flag::END_OF_REQUEST
                                  : GetDriver().endOfRequest;
    if (ClientCalls::GetPacketBytes(prefix, m_task.query) > 0)
    {
        SendPackets(prefix, flags, 0);
        return;
    }
    SendMessage(prefix, flags);
    if (notified)
    {
        m_talk.progress.events.push_back(client_event::Resting());
        return;
    }
    AwaitReply();
}

void
ClientDialogue::SendPackets(const TtcPrefix& prefix, uint16_t flags, uint64_t number)
{
    const auto packing = m_talk.tns->Cut(prefix, m_task.query->requestPacketBytes);
    const auto wait = m_task.query->requestPacketTime;
    do
    {
        if (m_lost)
        {
            FindLost(m_talk.now);
            return;
        }
        m_talk.tns->SendPacket(prefix, packing, number++, flags);
    } while (wait.count() == 0 && number < packing.GetCount());
    if (number < packing.GetCount())
    {
        After(wait, [this, prefix, flags, number] { SendPackets(prefix, flags, number); });
        return;
    }
    AwaitReply();
}

void
ClientDialogue::AwaitReply()
{
    if (m_talk.settings.timeouts.recvTimeout.count() > 0)
    {
        m_talk.progress.deadlines.Set(ClientTimer::SILENCE,
                                      m_talk.now + m_talk.settings.timeouts.recvTimeout);
    }
    if (const auto limit = GetPatience().limit;
        limit.count() > 0 && m_talk.progress.Takes(ClientInput::CANCEL))
    {
        m_talk.progress.deadlines.Set(ClientTimer::CANCEL, m_talk.now + limit);
    }
}

void
ClientDialogue::SendMessage(const TtcPrefix& prefix, uint16_t flags)
{
    const auto own = GetOwnPacketBytes(prefix, GetDriver());
    m_native.empty() ? m_talk.tns->SendMessage(prefix, m_talk.tns->Cut(prefix, own), flags)
                     : m_talk.tns->SendNative(std::exchange(m_native, {}));
}

void
ClientDialogue::HandleError(uint32_t number)
{
    m_call.error = number;
    if (m_call.kind == CallKind::LOGON)
    {
        m_calls.Tell(m_call);
        if (m_logon->GoesOn())
        {
            m_talk.progress.Enter(ClientInput::AGAIN);
            LogOn();
            return;
        }
        m_talk.tns->CountError(SessionError::LOGON_DENIED);
        if (GetDriver().endsDenied)
        {
            SendEndOfFile(*m_talk.tns, GetDriver());
        }
        Close(SessionError::LOGON_DENIED, number);
        return;
    }
    m_calls.Digest(m_call, 0, [this, number] {
        m_talk.tns->CountError(number == ERROR_CANCELLED ? SessionError::CALL_CANCELLED
                                                         : SessionError::CALL_FAILED);
        ++m_talk.progress.failedCalls;
        m_talk.progress.fetchCalls += m_call.kind == CallKind::LOB || IsShort() ? 0 : 1;
        m_outcome.failed = true;
        m_statement->Fail(m_call.kind);
        m_talk.progress.Enter(ClientInput::ERROR);
        if (m_statement->IsToAbort())
        {
            After(m_call.work, [this] { StartQueryCall(m_statement->Continue()); });
            return;
        }
        FinishQuery();
    });
}

std::optional<uint32_t>
ClientDialogue::GetRowsOfLoop() const
{
    const auto state = m_talk.progress.state;
    const bool fetches =
        state == ClientState::CALLING || (state == ClientState::THINKING && m_pause.IsOn());
    const bool alone = fetches && !m_pause.IsWorking() &&
                       m_talk.progress.deadlines.HasNoneBut(ClientTimer::NEXT) &&
                       m_talk.progress.events.empty() && !m_pipeline && m_steps.empty() &&
                       !m_borrows && !m_lost && !(m_failover && m_failover->IsUnderWay());
    return alone && m_statement && m_call.kind == CallKind::FETCH ? m_statement->GetRowsOfLoop()
                                                                  : std::nullopt;
}

void
ClientDialogue::SkipFetches(uint64_t count, uint64_t rows, nanoseconds by)
{
    m_calls.Skip(count);
    m_statement->Skip(count);
    m_talk.progress.fetchCalls += static_cast<uint32_t>(count);
    m_talk.progress.rows += rows;
    m_outcome.rows += static_cast<decltype(m_outcome.rows)>(rows);
    m_call.call += static_cast<uint32_t>(count);
    m_call.start += by;
    m_overdue += by;
    m_talk.progress.asked += m_talk.progress.asked == NEVER ? nanoseconds(0) : by;
    m_talk.progress.deadlines.Skip(by);
    m_talk.now += by;
}

// Replies

void
ClientDialogue::HandleMessage(const TnsStream::Message& message,
                              const ReadPart& done,
                              nanoseconds now)
{
    m_talk.now = now;
    const bool breaking = m_talk.progress.state == ClientState::BREAKING;
    if (breaking && !m_break.IsSeen())
    {
        return; // The reply to the call that is being cancelled.
    }
    if (HandlePiped(message, done))
    {
        return;
    }
    const bool failed = IsFailure(message.prefix);
    const bool called = !m_pause.IsOn() || (breaking && !m_pause.IsWorking());
    if (!called || !m_talk.progress.Takes(failed ? ClientInput::ERROR : ClientInput::REPLY))
    {
        Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    m_talk.progress.deadlines.Cancel(ClientTimer::CANCEL);
    m_talk.progress.deadlines.Cancel(ClientTimer::SILENCE);
    m_talk.progress.asked = NEVER;
    const bool again = m_failover && m_failover->IsUnderWay();
    m_calls.NoteReply(m_call, message, done, !again && (IsOfStatement(m_call.kind) || IsShort()));
    if (failed)
    {
        HandleError(message.prefix.rows);
        return;
    }
    m_talk.progress.Enter(ClientInput::REPLY);
    if (m_call.kind == CallKind::NOTIFY)
    {
        AwaitMore();
        return;
    }
    if (m_call.kind == CallKind::LOB)
    {
        NextLob();
        return;
    }
    if (IsOfStatement(m_call.kind))
    {
        HandleRows(message.prefix);
        return;
    }
    m_calls.Digest(m_call, 0, [this, message] { HandleAnswer(message); });
}

void
ClientDialogue::AwaitMore()
{
    m_call.work = nanoseconds(0);
    m_calls.Tell(m_call);
    m_call = m_calls.Await(m_call);
}

void
ClientDialogue::HandleAnswer(const TnsStream::Message& message)
{
    if (IsShort())
    {
        m_talk.progress.Enter(ClientInput::DONE);
        FinishQuery();
        return;
    }
    OnceOver(m_call.work, [this, message] { Continue(message); });
}

void
ClientDialogue::Continue(const TnsStream::Message& message)
{
    if (m_talk.progress.state == ClientState::LOGGING_ON)
    {
        if (const uint32_t error = m_logon->TakeReply(message))
        {
            Refuse(error);
            return;
        }
        m_talk.tns->SetNegotiating(message.prefix.message == TtcMessage::NATIVE);
        LogOn();
    }
    else if (m_step < m_steps.size())
    {
        StartStep();
    }
    else
    {
        SayGoodBye();
    }
}

void
ClientDialogue::HandleRows(const TtcPrefix& prefix)
{
    const bool brings = BringsRows(prefix.message);
    m_call.rows = brings ? prefix.rows : 0;
    m_call.failedRows = brings ? 0 : prefix.rows;
    ++m_talk.progress.fetchCalls;
    const uint32_t fresh = m_call.rows - (m_failover ? m_failover->Discard(m_call.rows) : 0);
    m_talk.progress.rows += fresh;
    m_outcome.rows += fresh;
    if (!m_statement->TakeRows(prefix))
    {
        m_calls.Tell(m_call);
        Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    NextLob();
}

void
ClientDialogue::NextLob()
{
    const bool again =
        m_failover && m_failover->IsUnderWay() && m_task.query->kind == StatementKind::QUERY;
    const auto lob = again ? std::nullopt : m_statement->GetLob();
    if (again)
    {
        if (m_failover->IsRestored())
        {
            m_talk.progress.events.push_back(m_failover->Finish());
        }
    }
    else if (!lob)
    {
        // The rows are complete and are processed now.
        m_call.work += m_talk.script.GetRowTime(m_statement->GetRowsCame());
    }
    m_calls.Digest(m_call, lob ? 0 : m_statement->GetRowsCame(), [this, lob] { AskForMore(lob); });
}

void
ClientDialogue::AskForMore(const std::optional<ClientStatement::Step>& lob)
{
    m_talk.progress.Enter(ClientInput::DONE);
    if (lob)
    {
        OnceOver(m_call.work, [this, step = *lob] { StartQueryCall(step); });
    }
    else if (!m_statement->IsDone())
    {
        After(m_call.work, [this] { StartQueryCall(m_statement->Continue()); });
    }
    else
    {
        FinishQuery();
    }
}

void
ClientDialogue::FinishQuery()
{
    if (FetchRest())
    {
        return;
    }
    if (m_failover && m_failover->RepeatsEarlier())
    {
        Repeat();
        return;
    }
    if (m_failover)
    {
        if (m_failover->IsUnderWay())
        {
            m_talk.progress.events.push_back(m_failover->Finish());
        }
        m_failover->End(m_task, m_outcome.failed);
    }
    m_calls.EndStatement();
    AskNext(m_call.work);
}

} // namespace ns3::net8
