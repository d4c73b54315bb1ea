// SPDX-License-Identifier: GPL-2.0-only
#include "net8-subscription-scripts.h"

#include <utility>

namespace ns3::net8
{

Net8SubscriberScript::Net8SubscriberScript(const SessionSettings& settings, Net8RandomScript& work)
    : m_work(work),
      m_begin{.kind = StatementKind::CALL, .function = TtcFunction::SUBSCRIBE, .token = true},
      m_end(m_begin)
{
    const auto user = static_cast<uint32_t>(settings.dialogue.identity.userName.size());
    m_begin.requestLength = settings.dialogue.driver.GetSubscribeLength(user);
    m_end.requestLength = settings.dialogue.driver.GetUnsubscribeLength(user);
}

std::optional<ClientScript::Task>
Net8SubscriberScript::GetNext(const Outcome& before)
{
    switch (m_step)
    {
    case Step::SUBSCRIBE:
        m_step = Step::AWAIT;
        return Task{.query = &m_begin};
    case Step::AWAIT:
        m_step = Step::WORK;
        return Task{.pauses = true};
    case Step::WORK:
        if (auto next = m_work.GetNext(before); next || before.underWay)
        {
            return next;
        }
        m_step = Step::END;
        if (m_work.GetTurn() != PoolTurn::WORK)
        {
            return std::nullopt;
        }
        m_step = Step::CLOSE;
        return Task{.query = &m_end};
    case Step::CLOSE:
        m_step = Step::END;
        return Task{.pauses = true};
    case Step::END:
        break;
    }
    return std::nullopt;
}

std::chrono::nanoseconds
Net8SubscriberScript::GetReplyTime()
{
    return m_work.GetReplyTime();
}

std::chrono::nanoseconds
Net8SubscriberScript::GetRowTime(uint32_t rows)
{
    return m_work.GetRowTime(rows);
}

std::chrono::nanoseconds
Net8SubscriberScript::GetCpuTime(uint32_t rows)
{
    return m_work.GetCpuTime(rows);
}

Net8NotifiedScript::Net8NotifiedScript()
    : m_call{.kind = StatementKind::CALL,
             .function = TtcFunction::NOTIFY,
             .unending = true,
             .token = true,
             .requestLength = DriverProfile::GetNotifyLength()}
{
}

std::optional<ClientScript::Task>
Net8NotifiedScript::GetNext(const Outcome& /* before */)
{
    return std::exchange(m_called, true) ? std::nullopt : std::optional(Task{.query = &m_call});
}

std::chrono::nanoseconds
Net8NotifiedScript::GetReplyTime()
{
    return {};
}

std::chrono::nanoseconds
Net8NotifiedScript::GetRowTime(uint32_t /* rows */)
{
    return {};
}

} // namespace ns3::net8
