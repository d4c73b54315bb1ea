// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-session.h"

#include "ns3/log.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-lazy-trace.h"
#include "ns3/net8-tcp-control.h"

#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8ServerSession");
NS_OBJECT_ENSURE_REGISTERED(Net8ServerSession);

TypeId
Net8ServerSession::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ServerSession")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ServerSession>()
            .AddTraceSource("StateTransition",
                            "The session changed its state: old and new name.",
                            MakeLazyTrace<Net8ServerSession>(
                                [](auto& owner) -> auto& { return owner.GetStateTrace(); }),
                            "ns3::net8::Net8ServerSession::StateTracedCallback");
    return tid;
}

Net8ServerSession::Net8ServerSession()
    : m_alarm([this] { Tell([this] { m_dialogue->HandleDeadline(Net8Alarm::Now()); }); })
{
}

Net8ServerSession::~Net8ServerSession() = default;

Net8ServerSession::StateTrace&
Net8ServerSession::GetStateTrace()
{
    if (!m_stateTrace)
    {
        m_stateTrace = std::make_unique<StateTrace>();
    }
    return *m_stateTrace;
}

void
Net8ServerSession::DoDispose()
{
    m_alarm.Set(NEVER);
    CancelCommit();
    m_executor.reset();
    DropHeld();
    if (m_connection)
    {
        m_connection->Dispose();
    }
    m_dialogue.reset();
    m_script.reset();
    m_connection = nullptr;
    m_ended = nullptr;
    Object::DoDispose();
}

void
Net8ServerSession::Start(Ptr<Net8Connection> connection,
                         const ConnectPacket& connect,
                         const Settings& settings,
                         std::unique_ptr<Net8CallExecutor> executor,
                         std::function<void()> ended)
{
    m_settings = &settings;
    m_executor = std::move(executor);
    m_ended = std::move(ended);
    m_connection = connection;
    const auto& dialogue = settings.dialogue;
    m_script.emplace(dialogue.release, dialogue.limits.version, settings.statements, settings.pack);
    if (m_rejection)
    {
        m_script->Reject(*m_rejection);
    }
    m_dialogue.emplace(connection->GetTns(), dialogue, *m_script);
    m_dialogue->SetWatcher(this);
    m_connection->SetOwner(*this);
    m_connection->SetSendTimeout(ToTime(dialogue.timeouts.sendTimeout));
    if (dialogue.timeouts.expireTime.count() > 0 && !dialogue.timeouts.nsProbes)
    {
        m_connection->KeepAlive(ToTime(dialogue.timeouts.expireTime));
    }
    m_dialogue->Start(connect, Net8Alarm::Now(), m_handover);
    if (m_handover == ServerDialogue::Handover::OWN_PORT)
    {
        // The process existed before its client came.
        FinishHandover();
    }
    else
    {
        m_executor->Start(MakeEvents());
    }
    Drive();
}

template <typename STEP>
void
Net8ServerSession::Tell(const STEP& step)
{
    step();
    Drive();
}

void
Net8ServerSession::HandlePacket(const StreamReader::Received& received)
{
    Tell([&] { m_dialogue->HandlePacket(received, Net8Alarm::Now()); });
}

void
Net8ServerSession::HandleUrgent()
{
    Tell([&] { m_dialogue->HandleUrgent(Net8Alarm::Now()); });
}

void
Net8ServerSession::HandleMessage(const TnsStream::Message& message)
{
    Tell([&] { m_dialogue->HandleMessage(message, Net8Alarm::Now()); });
}

void
Net8ServerSession::HandleTaken()
{
    Tell([this] { m_dialogue->HandleTaken(Net8Alarm::Now()); });
}

void
Net8ServerSession::HandleFailed(SessionError error)
{
    Tell([&] { m_dialogue->HandleFailed(error, Net8Alarm::Now()); });
}

void
Net8ServerSession::HandleClosed()
{
    Tell([this] { m_dialogue->HandleClosed(Net8Alarm::Now()); });
}

Net8CallExecutor::Events
Net8ServerSession::MakeEvents()
{
    return {.ready = [this] { Notice([this] { FinishHandover(); }); },
            .refused =
                [this](const std::string& text) {
                    Notice([this, text] { m_dialogue->RefuseWork(text, Net8Alarm::Now()); });
                },
            .lost = [this] { Tell([this] { m_dialogue->LoseServer(Net8Alarm::Now()); }); }};
}

void
Net8ServerSession::FinishHandover()
{
    if (m_connection->IsClosedByPeer())
    {
        m_dialogue->HandleClosed(Net8Alarm::Now());
        return;
    }
    m_dialogue->FinishHandover(Net8Alarm::Now());
}

void
Net8ServerSession::DropHeld()
{
    if (m_held)
    {
        m_held->clear();
    }
}

void
Net8ServerSession::HandleState(ServerState before, ServerState after)
{
    NS_LOG_FUNCTION(this << ServerStates::Name(before) << ServerStates::Name(after));
    if (m_stateTrace)
    {
        (*m_stateTrace)(ServerStates::Name(before), ServerStates::Name(after));
    }
}

void
Net8ServerSession::Notice(std::function<void()> step)
{
    if (m_held)
    {
        m_held->push_back(std::move(step));
        return;
    }
    Tell(step);
}

void
Net8ServerSession::Drive()
{
    // The socket takes packets, and the dialogue is notified, from within Drive.
    if (std::exchange(m_driving, true))
    {
        return;
    }
    m_connection->Flush();
    while (const auto event = m_dialogue->NextEvent())
    {
        HandleEvent(*event);
        m_connection->Flush();
    }
    m_alarm.Set(m_dialogue->GetDeadline());
    m_driving = false;
}

void
Net8ServerSession::HandleEvent(const ServerDialogue::Event& event)
{
    switch (event.kind)
    {
    case ServerDialogue::Event::Kind::WORK:
        Work(event.effort);
        break;
    case ServerDialogue::Event::Kind::CANCEL:
        CancelCommit();
        m_executor->Cancel();
        break;
    case ServerDialogue::Event::Kind::IDLE:
        m_executor->Idle();
        break;
    case ServerDialogue::Event::Kind::RELEASE:
        m_executor->Release();
        break;
    case ServerDialogue::Event::Kind::END:
        CancelCommit();
        m_executor.reset();
        DropHeld();
        m_ended();
        break;
    }
}

void
Net8ServerSession::Work(const ServerEffort& effort)
{
    std::function<void()> done = [this] {
        Notice([this] { m_dialogue->FinishWork(Net8Alarm::Now()); });
    };
    if (effort.commits && m_settings->log)
    {
        done = [this, finish = std::move(done)] {
            m_commit = m_settings->log->Commit([this, finish] {
                m_commit = 0;
                finish();
            });
        };
    }
    m_executor->Run({.stage = effort.stage, .cpu = ToTime(effort.cpu), .wait = ToTime(effort.wait)},
                    std::move(done));
}

void
Net8ServerSession::CancelCommit()
{
    if (const auto ticket = std::exchange(m_commit, 0); ticket != 0)
    {
        m_settings->log->Cancel(ticket);
    }
}

void
Net8ServerSession::Reject(const std::string& text)
{
    m_rejection = std::make_unique<std::string>(text);
}

void
Net8ServerSession::SetHandover(ServerDialogue::Handover handover)
{
    m_handover = handover;
}

void
Net8ServerSession::SetHanging(bool hangs)
{
    if (hangs == (m_held != nullptr) || m_dialogue->GetState() == ServerState::CLOSED)
    {
        return;
    }
    if (hangs)
    {
        m_held = std::make_unique<std::list<std::function<void()>>>();
        m_executor->SetStopped(true);
        m_dialogue->Stop(Net8Alarm::Now());
        m_connection->SetHanging(true);
        m_alarm.Set(NEVER);
        return;
    }
    const auto held = std::exchange(m_held, nullptr);
    m_dialogue->Resume(Net8Alarm::Now());
    m_executor->SetStopped(false);
    for (const auto& step : *held)
    {
        if (m_dialogue->GetState() != ServerState::CLOSED)
        {
            Tell(step);
        }
    }
    m_connection->SetHanging(false);
    Drive();
}

void
Net8ServerSession::Abort()
{
    Net8TcpControl::Abort(m_connection->Abandon(SessionError::SERVER_DOWN));
}

ServerState
Net8ServerSession::GetState() const
{
    return m_dialogue->GetState();
}

void
Net8ServerSession::SkipFetches(const TtcPrefix& request,
                               uint64_t calls,
                               const CallWaits::Sums& before,
                               uint64_t count,
                               Time by)
{
    auto& cursor = m_script->GetCursor();
    for (uint64_t i = 0; i < count * calls; ++i)
    {
        cursor.Fetch(request);
    }
    m_dialogue->SkipCalls(calls, before, count, ToChrono(by));
}

const SessionCounters&
Net8ServerSession::GetCounters() const
{
    return m_connection->GetCounters();
}

uint32_t
Net8ServerSession::GetProbes() const
{
    return m_dialogue->GetProbes();
}

ServerRecord
Net8ServerSession::GetRecord() const
{
    ServerRecord record;
    record.all = m_dialogue->GetWaits().GetAll();
    record.statement = m_dialogue->GetWaits().GetStatement();
    record.steps = m_dialogue->GetWaits().GetSteps();
    return record;
}

} // namespace ns3::net8
