// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The part of a client's dialogue that goes on after a lost connection.
 */
#include "net8-client-dialogue.h"

#include "ns3/net8-oracle-error.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

namespace
{

/**
 * @param error why a connection became unusable
 * @return whether it is lost; what a peer says wrongly, or does not say in time for a call, is not
 * a loss
 */
bool
IsLoss(SessionError error)
{
    switch (error)
    {
    case SessionError::RESET:
    case SessionError::CLOSED_IN_CALL:
    case SessionError::CLOSED_IN_PACKET:
    case SessionError::CLOSED_IN_SETUP:
    case SessionError::NEGOTIATION_CUT:
    case SessionError::FOUND_DEAD:
    case SessionError::SEND_FAILED:
    case SessionError::SEND_TIMEOUT:
    case SessionError::RECV_TIMEOUT:
        return true;
    default:
        return false;
    }
}

} // namespace

bool
ClientDialogue::FailOver(SessionError error)
{
    const bool again = m_failover && m_failover->IsUnderWay();
    const bool worked = m_failover && m_statement &&
                        m_talk.progress.state != ClientState::LOGGING_OFF &&
                        m_call.kind != CallKind::NOTIFY;
    if (!IsLoss(error) || !(again || worked))
    {
        return false;
    }
    auto rest = m_pause.Stop();
    if (rest.next && m_failover->IsBetween() && !again)
    {
        m_failover->Keep(rest.end, std::move(rest.next));
    }
    m_failover->Lose(m_task, {m_outcome, m_call, m_talk.progress.roundTrips});
    m_task = {}; // the logon is not part of it
    m_pipeline.reset();
    m_steps.clear();
    m_step = 0;
    m_native.clear();
    m_borrows = false;
    m_talk.progress.deadlines.CancelAll();
    m_talk.progress.asked = NEVER;
    m_talk.progress.Enter(ClientInput::WAIT);
    m_talk.progress.events.push_back(client_event::Lost{error, GetOracleError(error, true)});
    return true;
}

void
ClientDialogue::Reconnect(TnsConnection& tns,
                          const AcceptPacket& accept,
                          const std::string& connectData)
{
    m_talk.tns = &tns;
    m_break.Clear();
    m_lost = false;
    m_statement.reset();
    m_logon = std::make_unique<ClientLogon>(m_talk.settings, accept, connectData);
    Open(accept);
}

void
ClientDialogue::Adopt(const ClientDialogue& other, nanoseconds now)
{
    m_talk.now = now;
    m_talk.tns = other.m_talk.tns;
    m_break.Clear();
    m_lost = false;
    m_statement.reset();
    m_statement.emplace(*other.m_statement);
    m_talk.progress.Enter(ClientInput::ACCEPT);
    m_talk.progress.events.push_back(client_event::LoggedOn());
    Resume();
}

bool
ClientDialogue::IsAtHand() const
{
    return m_statement && !m_lost && m_talk.progress.state == ClientState::THINKING;
}

void
ClientDialogue::Resume()
{
    m_talk.progress.roundTrips = m_failover->GetReached().roundTrips;
    const auto error = m_failover->GetError();
    if (error == 0)
    {
        Repeat();
        return;
    }
    m_task = m_failover->GetTask();
    m_outcome = m_failover->GetReached().outcome;
    m_call = m_failover->GetReached().call;
    m_talk.progress.events.push_back(m_failover->Finish());
    FailStatement(error);
}

void
ClientDialogue::Repeat()
{
    if (const auto* task = m_failover->NextAgain())
    {
        Execute(*task);
        return;
    }
    if (m_failover->IsRestored())
    {
        GoOn();
        return;
    }
    // Its rows are counted from the last that the application has seen.
    const auto outcome = m_failover->GetReached().outcome;
    Execute(m_failover->GetTask());
    m_outcome = outcome;
}

void
ClientDialogue::GoOn()
{
    m_talk.progress.events.push_back(m_failover->Finish());
    if (!m_failover->IsBetween())
    {
        Execute(m_failover->GetTask());
        return;
    }
    m_talk.progress.Enter(ClientInput::DONE);
    if (auto kept = m_failover->TakeKept(); kept.next)
    {
        m_pause.Until(std::max(m_talk.now, kept.due), std::move(kept.next));
    }
}

void
ClientDialogue::FailStatement(uint32_t number)
{
    m_call.firstByte = m_call.end = m_talk.now;
    m_call.work = nanoseconds(0);
    m_call.error = number;
    m_calls.Tell(m_call);
    m_talk.tns->CountError(SessionError::CALL_FAILED);
    ++m_talk.progress.failedCalls;
    m_talk.progress.fetchCalls += m_call.kind == CallKind::LOB || IsShort() ? 0 : 1;
    m_outcome.failed = true;
    m_talk.progress.Enter(ClientInput::DONE);
    FinishQuery();
}

} // namespace ns3::net8
