// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The part of a client's dialogue that handles pipelines.
 */
#include "net8-client-dialogue.h"

namespace ns3::net8
{

using std::chrono::nanoseconds;

bool
ClientDialogue::StartPipeline(const ClientScript::Task& task)
{
    const ClientPipeline::Parts parts{m_talk, m_calls, m_pause, *m_statement, m_requests};
    m_pipeline = std::make_unique<ClientPipeline>(parts, task, [this] {
        After(nanoseconds(0), [this] { FinishPipeline(); });
    });
    if (!m_pipeline->HasSeveral())
    {
        m_pipeline.reset();
        return false;
    }
    m_break.Clear();
    m_talk.tns->SetHeaderFlags(0);
    if (m_talk.settings.timeouts.recvTimeout.count() > 0)
    {
        m_talk.progress.deadlines.Set(ClientTimer::SILENCE,
                                      m_talk.now + m_talk.settings.timeouts.recvTimeout);
    }
    m_talk.progress.asked = m_talk.now;
    m_pipeline->Start();
    return true;
}

bool
ClientDialogue::IsPiping() const
{
    return m_pipeline && m_pipeline->IsOpen();
}

bool
ClientDialogue::HandlePiped(const TnsStream::Message& message, const ReadPart& done)
{
    if (!IsPiping())
    {
        return false;
    }
    if (!m_talk.progress.Takes(ClientInput::REPLY) || !m_pipeline->HandleMessage(message, done))
    {
        Fail(SessionError::UNEXPECTED_MESSAGE);
    }
    return true;
}

void
ClientDialogue::FinishPipeline()
{
    m_talk.progress.deadlines.Cancel(ClientTimer::SILENCE);
    m_talk.progress.asked = NEVER;
    m_talk.progress.Enter(ClientInput::DONE);
    m_outcome = m_pipeline->GetOutcome();
    m_call.work = nanoseconds(0);
    FinishQuery();
}

bool
ClientDialogue::FetchRest()
{
    const auto rest = m_pipeline ? m_pipeline->TakeRest() : std::nullopt;
    if (!rest)
    {
        m_pipeline.reset();
        return false;
    }
    m_task = rest->task;
    m_statement->Resume(*m_task.query, rest->token, rest->rows);
    After(m_call.work, [this] { StartQueryCall(m_statement->Continue()); });
    return true;
}

} // namespace ns3::net8
