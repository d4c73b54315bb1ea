// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-receiver.h"

#include "net8-lan-sender.h"

#include <algorithm>

namespace ns3::net8
{

LanReceiver::LanReceiver(const LanRules& rules)
    : m_rules(rules),
      m_expected(rules.firstNumber),
      m_deadline(LanSender::NEVER)
{
}

LanReceiver::Verdict
LanReceiver::Take(const LanUnit& unit, LanTime now)
{
    if (unit.number != m_expected)
    {
        m_due = true; // Tells the sender which number is expected.
        return unit.number < m_expected ? Verdict::OLD : Verdict::EARLY;
    }
    if (m_rules.flow == LanRules::Flow::ALLOCATION && unit.number >= GetLimit())
    {
        m_due = true;
        return Verdict::NO_ROOM;
    }
    ++m_expected;
    m_rejecting = false;
    ++m_taken;
    if (m_rules.overLink && !(unit.last && unit.wantsAck))
    {
        return Verdict::TAKEN; // Only messages are acknowledged.
    }
    const bool early = !unit.wantsAck || m_taken < m_rules.ackAfter || m_rules.overLink;
    const bool waits = m_rules.ackDelay > 0 && (m_rules.asksDelay ? unit.mayDelay : early);
    if (!waits)
    {
        m_due = true;
    }
    else if (m_deadline == LanSender::NEVER)
    {
        m_deadline = now + m_rules.ackDelay;
    }
    return Verdict::TAKEN;
}

void
LanReceiver::Keep(const LanUnit& unit)
{
    m_unread.push_back({.size = unit.size, .last = unit.last});
}

bool
LanReceiver::Read(uint32_t bytes)
{
    const bool full = m_unread.size() >= m_rules.buffers;
    while (bytes > 0 && !m_unread.empty())
    {
        auto& front = m_unread.front();
        const uint32_t part = std::min(bytes, front.size);
        front.size -= part;
        bytes -= part;
        if (front.size == 0)
        {
            m_freed += m_rules.flow != LanRules::Flow::MESSAGES || front.last ? 1 : 0;
            m_unread.pop_front();
        }
    }
    return full && m_unread.size() < m_rules.buffers;
}

void
LanReceiver::Acknowledged()
{
    m_due = false;
    m_taken = 0;
    m_deadline = LanSender::NEVER;
}

bool
LanReceiver::IsWaiting() const
{
    return m_deadline != LanSender::NEVER;
}

void
LanReceiver::Expire()
{
    m_due = true;
    m_deadline = LanSender::NEVER;
}

int64_t
LanReceiver::GetLimit() const
{
    const auto buffers = static_cast<int64_t>(m_rules.buffers);
    return m_expected + std::max<int64_t>(buffers - static_cast<int64_t>(m_unread.size()), 0);
}

uint32_t
LanReceiver::TakeCredits()
{
    const int64_t most = m_freed + m_rules.buffers;
    const int64_t more = most - m_granted;
    // A link service message for every segment would be half of the traffic.
    if (more * 2 < static_cast<int64_t>(m_rules.buffers))
    {
        return 0;
    }
    m_granted = most;
    return static_cast<uint32_t>(more);
}

} // namespace ns3::net8
