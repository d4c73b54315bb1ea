// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The calls of a statement in a pipeline.
 */
#include "net8-client-statement.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

void
ClientStatement::BeginPipeline(bool abort)
{
    m_piping = true;
    m_cursorsRead += ReleasePiped(GetPiped());
    if (!m_pipe)
    {
        m_pipe = std::make_shared<Pipe>();
    }
    m_pipe->begin.mode =
        abort ? TtcPipelineBegin::ABORT_ON_ERROR : TtcPipelineBegin::CONTINUE_ON_ERROR;
    m_pipe->piped.clear();
}

ClientStatement::Step
ClientStatement::ExecutePiped(const ClientQuery& query,
                              uint32_t token,
                              const SessionState* state,
                              const SessionState& request)
{
    const uint32_t number = IsShortCall(query.kind) ? 0 : query.number;
    Piped piped{.number = number, .known = IsKept(number)};
    auto step = Execute(query, state).front();
    m_bindsLeft = 0;
    piped.kept = IsKept(number) && !IsPiped(number);
    m_pipe->piped.push_back(piped);
    auto& prefix = step.prefix;
    Tell(request, prefix);
    // Each call has the token instead of a zero, and with some drivers each piggyback before it.
    TtcHead head;
    const auto layout = TtcLayout::Simulated(m_driver.token);
    const uint32_t zero = head.Size(layout);
    head.token = token;
    const uint32_t more = head.Size(layout) - zero;
    const uint32_t inFront = m_driver.pipedPiggybacks ? prefix.piggybacks * more : 0;
    prefix.tokenNumber = token;
    prefix.piggybackLength += inFront;
    prefix.length += more + inFront;
    if (token == 1)
    {
        auto& begin = m_pipe->begin;
        begin.head.token = m_driver.pipedPiggybacks ? token : 0;
        const uint32_t bytes = begin.Size(layout);
        prefix.piggyback = TtcFunction::PIPELINE_BEGIN;
        prefix.piggybackLength += bytes;
        prefix.length += bytes;
        const bool aborts = begin.mode == TtcPipelineBegin::ABORT_ON_ERROR;
        prefix.flags |= aborts ? TtcPrefix::ABORT_PIPELINE : uint8_t{0};
    }
    return step;
}

ClientStatement::Step
ClientStatement::EndPipeline()
{
    m_piping = false;
    const TtcPipelineEnd end;
    return {CallKind::PIPELINE,
            {.function = TtcFunction::PIPELINE_END,
             .length = end.Size(TtcLayout::Simulated(m_driver.token))}};
}

void
ClientStatement::EndPiped(uint32_t token, PipedEnd end)
{
    auto& piped = m_pipe->piped.at(token - 1);
    // A cursor whose number was never received is not closed at all.
    piped.closes = end == PipedEnd::DONE && !piped.kept;
    m_pipe->copies += piped.closes ? 1 : 0;
    m_cursorsFailed += end == PipedEnd::FAILED ? 1 : 0;
    if (piped.kept && (end == PipedEnd::FAILED || (end == PipedEnd::UNREAD && !piped.known)))
    {
        std::erase(m_cached, piped.number);
    }
}

bool
ClientStatement::IsPiped(uint32_t number) const
{
    const auto same = [&](const Piped& piped) { return piped.kept && piped.number == number; };
    return m_piping && std::ranges::any_of(m_pipe->piped, same);
}

bool
ClientStatement::LeavePiped(uint32_t number)
{
    if (!IsPiped(number))
    {
        return false;
    }
    const auto same = [&](const Piped& piped) { return piped.kept && piped.number == number; };
    std::ranges::find_if(m_pipe->piped, same)->kept = false;
    return true;
}

uint32_t
ClientStatement::ReleasePiped(std::size_t count)
{
    if (!m_pipe)
    {
        return 0;
    }
    uint32_t released = 0;
    for (std::size_t place = 0; place < count && released < m_pipe->copies; ++place)
    {
        released += std::exchange(m_pipe->piped[place].closes, false) ? 1 : 0;
    }
    m_pipe->copies -= released;
    return released;
}

void
ClientStatement::AbortPiped()
{
    if (m_driver.pipedCursors == PipedCursors::EACH)
    {
        for (const auto& piped : m_pipe->piped)
        {
            std::erase(m_cached, piped.number);
            if (piped.number != 0 && !IsHeld(piped.number))
            {
                m_pipe->held.push_back(piped.number);
            }
        }
        m_pipe->piped.clear();
        m_pipe->copies = 0;
    }
}

bool
ClientStatement::IsHeld(uint32_t number) const
{
    return m_pipe && std::ranges::find(m_pipe->held, number) != m_pipe->held.end();
}

bool
ClientStatement::IsKept(uint32_t number) const
{
    return std::ranges::find(m_cached, number) != m_cached.end();
}

void
ClientStatement::Resume(const ClientQuery& query, uint32_t token, uint32_t rows)
{
    if (m_driver.pipedCursors == PipedCursors::EACH)
    {
        m_cursorsFailed += ReleasePiped(token - 1);
    }
    Take(query);
    m_resumed = token;
    m_fetches = 0;
    m_executeRows = rows;
    m_bindsLeft = 0;
    m_cursor = 0;
    m_defined = true;
    m_writing = false;
    if (m_bulk)
    {
        m_bulk->reads.Begin(*m_query, 0);
    }
}

} // namespace ns3::net8
