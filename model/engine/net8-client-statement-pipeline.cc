// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The calls of a statement in a pipeline.
 */
#include "net8-client-statement.h"

namespace ns3::net8
{

void
ClientStatement::BeginPipeline(bool abort)
{
    m_piping = true;
    m_pipelineBegin.mode =
        abort ? TtcPipelineBegin::ABORT_ON_ERROR : TtcPipelineBegin::CONTINUE_ON_ERROR;
    m_piped.clear();
}

ClientStatement::Step
ClientStatement::ExecutePiped(const ClientQuery& query, uint32_t token, const SessionState* state)
{
    auto step = Execute(query, state).front();
    m_bindsLeft = 0;
    m_piped.push_back(query.number);
    auto& prefix = step.prefix;
    // Each call, and each piggyback before it, has the token instead of a zero.
    TtcHead head;
    const auto layout = TtcLayout::Simulated(m_driver.token);
    const uint32_t zero = head.Size(layout);
    head.token = token;
    const uint32_t more = head.Size(layout) - zero;
    prefix.tokenNumber = token;
    prefix.piggybackLength += prefix.piggybacks * more;
    prefix.length += (1 + prefix.piggybacks) * more;
    if (token == 1)
    {
        m_pipelineBegin.head.token = token;
        const uint32_t bytes = m_pipelineBegin.Size(layout);
        prefix.piggyback = TtcFunction::PIPELINE_BEGIN;
        prefix.piggybackLength += bytes;
        prefix.length += bytes;
        const bool aborts = m_pipelineBegin.mode == TtcPipelineBegin::ABORT_ON_ERROR;
        prefix.flags |= aborts ? TtcPrefix::ABORT_PIPELINE : uint8_t{0};
    }
    return step;
}

ClientStatement::Step
ClientStatement::EndPipeline()
{
    m_piping = false;
    // Cursors of repeated statements are not kept: the next call closes them.
    m_cursorsRead += m_copies;
    m_copies = 0;
    const TtcPipelineEnd end;
    return {CallKind::PIPELINE,
            {.function = TtcFunction::PIPELINE_END,
             .length = end.Size(TtcLayout::Simulated(m_driver.token))}};
}

void
ClientStatement::FailPiped(const ClientQuery& query)
{
    std::erase(m_cached, query.number);
}

void
ClientStatement::Resume(const ClientQuery& query, uint32_t token, uint32_t rows)
{
    m_query = &query;
    m_resumed = token;
    m_fetches = 0;
    m_executeRows = rows;
    m_bindsLeft = 0;
    m_cursor = 0;
    m_defined = true;
    m_writing = false;
    m_lobReads.Begin(*m_query, 0);
}

} // namespace ns3::net8
