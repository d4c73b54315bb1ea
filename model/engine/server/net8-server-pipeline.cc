// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-pipeline.h"

#include "ns3/net8-ttc-pipeline.h"

#include <chrono>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Error of the calls after a failed one (Database Error Messages, ORA-43610).
constexpr auto ABORTED =
    "ORA-43610: Pipeline, Aborted due to abort on error settings in pipeline mode";

} // namespace

ServerPipeline::ServerPipeline(bool abort)
    : m_abort(abort)
{
}

bool
ServerPipeline::Begins(const TtcPrefix& request)
{
    return request.piggyback == TtcFunction::PIPELINE_BEGIN;
}

bool
ServerPipeline::Add(const TnsStream::Message& message)
{
    if (m_over || m_waiting.size() == WAITING_MAX)
    {
        return false;
    }
    m_waiting.push_back(message);
    return true;
}

std::optional<TnsStream::Message>
ServerPipeline::Take()
{
    if (m_waiting.empty())
    {
        return std::nullopt;
    }
    auto message = std::move(m_waiting.front());
    m_waiting.pop_front();
    return message;
}

ServerAnswer
ServerPipeline::Answer(TtcPrefix request, ServerScript& script)
{
    if (request.function == TtcFunction::PIPELINE_END)
    {
        m_over = true;
        m_token = 0;
        return script.Answer(request);
    }
    request.tokenNumber = ++m_token;
    if (m_abort && m_failed)
    {
        auto answer = ServerAnswer::Fail(ABORTED);
        answer.wait = std::chrono::nanoseconds(0);
        answer.cpu = std::chrono::nanoseconds(0);
        return answer;
    }
    auto answer = script.Answer(request);
    m_failed = m_failed || answer.kind == ServerAnswer::Kind::FAIL;
    answer.reply.length += GetTokenLength();
    return answer;
}

uint32_t
ServerPipeline::GetTokenLength() const
{
    TtcToken token;
    token.token = m_token;
    return m_token == 0 ? 0 : token.Size();
}

bool
ServerPipeline::IsOver() const
{
    return m_over;
}

} // namespace ns3::net8
