// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-pipeline.h"

#include "ns3/net8-data-packet.h"

#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

ClientPipeline::ClientPipeline(const Parts& parts,
                               const ClientScript::Task& first,
                               std::function<void()> done)
    : m_parts(parts),
      m_done(std::move(done)),
      m_tasks{first}
{
    while (m_tasks.size() < STATEMENTS_MAX)
    {
        const auto next = m_parts.talk.script.GetNext({.underWay = true});
        if (!next)
        {
            break;
        }
        m_tasks.push_back(*next);
    }
}

std::string_view
ClientPipeline::Refuse(const ClientQuery& query)
{
    const bool whole = query.arraySize == 0 || query.arraySize >= query.bindRows;
    switch (query.kind)
    {
    case StatementKind::ROLLBACK:
    case StatementKind::PING:
    case StatementKind::CALL:
    case StatementKind::BEGIN:
    case StatementKind::RESUME:
    case StatementKind::SUSPEND:
    case StatementKind::DIRECT_PATH:
        return "is no operation of a pipeline; queries, dml, blocks, ddl and commits are";
    case StatementKind::PLSQL:
        return query.bindRows > 1      ? "has several rows of binds, which blocks take one by one"
               : query.cursors.empty() ? ""
                                       : "opens cursors";
    case StatementKind::DML:
        return whole ? "" : "has an array_size below its bind_rows";
    default:
        return query.lobs.empty() && query.bindLobs.empty() ? "" : "has LOBs";
    }
}

bool
ClientPipeline::HasSeveral() const
{
    return m_tasks.size() > 1;
}

void
ClientPipeline::Start()
{
    m_parts.statement.BeginPipeline(m_tasks.front().abort);
    m_writing = true;
    WriteOn();
}

bool
ClientPipeline::IsOpen() const
{
    return m_writing || m_reading || !m_sent.empty();
}

const ClientScript::Outcome&
ClientPipeline::GetOutcome() const
{
    return m_outcome;
}

std::optional<ClientPipeline::Rest>
ClientPipeline::TakeRest()
{
    if (m_rests.empty() || (m_outcome.failed && m_tasks.front().abort))
    {
        return std::nullopt;
    }
    const auto rest = m_rests.front();
    m_rests.pop_front();
    m_parts.calls.Resume(rest.query);
    return rest;
}

void
ClientPipeline::WriteOn()
{
    while (m_written <= m_tasks.size())
    {
        const bool end = m_written == m_tasks.size();
        const auto token = static_cast<uint32_t>(end ? 0 : m_written + 1);
        auto task = m_tasks[end ? m_written - 1 : m_written];
        const auto request = m_written == 0
                                 ? m_parts.requests.Ask(task, m_parts.statement.GetDriver())
                                 : SessionState{};
        auto step = end ? m_parts.statement.EndPipeline()
                        : m_parts.statement.ExecutePiped(*task.query, token, task.state, request);
        ++m_written;
        task.query = end ? nullptr : task.query;
        m_sent.push_back({m_parts.calls.Begin(step.kind, task, step.prefix), task, token});
        const auto work = m_parts.calls.GetWork(m_sent.back().call, step.prefix);
        m_parts.calls.EndStatement();
        if (work.count() > 0)
        {
            m_parts.calls.Work(work, [this, prefix = step.prefix] {
                Send(prefix);
                WriteOn();
            });
            return;
        }
        Send(step.prefix);
    }
    m_writing = false;
    ReadOn();
}

void
ClientPipeline::Send(const TtcPrefix& prefix)
{
    m_sent.back().call.start = m_parts.talk.now;
    const bool first = prefix.piggyback == TtcFunction::PIPELINE_BEGIN;
    const bool last = prefix.function == TtcFunction::PIPELINE_END;
    m_parts.talk.tns->SendMessage(prefix,
                                  last ? m_parts.statement.GetDriver().endOfRequest
                                       : data_flag::END_OF_REQUEST,
                                  first ? data_flag::BEGIN_PIPELINE : uint16_t{0});
}

bool
ClientPipeline::HandleMessage(const TnsStream::Message& message, const ReadPart& done)
{
    const std::size_t awaited = m_sent.size() - (m_reading ? 1 : 0);
    if (m_replies.size() >= awaited)
    {
        return false;
    }
    m_replies.push_back({message, done});
    ReadOn();
    return true;
}

void
ClientPipeline::ReadOn()
{
    if (m_looping)
    {
        return;
    }
    m_looping = true;
    while (!m_writing && !m_reading && !m_replies.empty())
    {
        m_reading = true;
        const auto reply = std::move(m_replies.front());
        m_replies.pop_front();
        const uint32_t rows = Note(reply);
        auto& call = m_sent.front().call;
        m_parts.calls.Digest(call, rows, [this, &call] {
            if (call.work.count() == 0)
            {
                EndCall();
                return;
            }
            m_parts.pause.Until(m_parts.talk.now + call.work, [this] { EndCall(); });
        });
    }
    m_looping = false;
}

uint32_t
ClientPipeline::Note(const Reply& reply)
{
    auto& [call, task, token] = m_sent.front();
    const auto& prefix = reply.message.prefix;
    const bool failed =
        prefix.message == TtcMessage::ERROR && (prefix.flags & TtcPrefix::FAILED) != 0;
    m_parts.calls.NoteReply(call, reply.message, reply.done, task.query != nullptr);
    m_parts.talk.progress.fetchCalls += call.kind == CallKind::EXECUTE ? 1 : 0;
    if (failed)
    {
        NoteError(prefix.rows);
        return 0;
    }
    if (call.kind != CallKind::EXECUTE)
    {
        return 0;
    }
    m_parts.statement.EndPiped(token, ClientStatement::PipedEnd::DONE);
    const bool brings =
        prefix.message != TtcMessage::PARAMETER && prefix.message != TtcMessage::IO_VECTOR;
    call.rows = brings ? prefix.rows : 0;
    call.failedRows = brings ? 0 : prefix.rows;
    call.work += m_parts.talk.script.GetRowTime(call.rows);
    m_parts.talk.progress.rows += call.rows;
    m_outcome.rows += call.rows;
    if (brings && (prefix.flags & TtcPrefix::END_OF_DATA) == 0)
    {
        m_rests.push_back({task, call.query, token, call.rows});
    }
    return call.rows;
}

void
ClientPipeline::NoteError(uint32_t error)
{
    using enum ClientStatement::PipedEnd;
    auto& [call, task, token] = m_sent.front();
    call.error = error;
    m_parts.talk.tns->CountError(SessionError::CALL_FAILED);
    ++m_parts.talk.progress.failedCalls;
    if (call.kind == CallKind::EXECUTE)
    {
        m_parts.statement.EndPiped(token, m_outcome.failed && task.abort ? UNREAD : FAILED);
    }
    m_outcome.failed = true;
}

void
ClientPipeline::EndCall()
{
    m_reading = false;
    m_sent.pop_front();
    if (!IsOpen() && m_outcome.failed && m_tasks.front().abort)
    {
        m_parts.statement.AbortPiped();
    }
    if (!IsOpen())
    {
        m_done();
        return;
    }
    ReadOn();
}

} // namespace ns3::net8
