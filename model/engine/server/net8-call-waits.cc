// SPDX-License-Identifier: GPL-2.0-only
#include "net8-call-waits.h"

namespace ns3::net8
{

void
CallWaits::Begin(Nanoseconds now)
{
    m_start = now;
    m_stood = Nanoseconds(0);
}

void
CallWaits::End(WaitEvent event, Nanoseconds now)
{
    Add(event, now - m_start, now);
    Begin(now);
}

void
CallWaits::Count(WaitEvent event, Nanoseconds now)
{
    Add(event, Nanoseconds(0), now);
}

void
CallWaits::KeepSteps()
{
    m_steps = std::make_unique<std::vector<ServerStep>>();
}

void
CallWaits::NoteCall(Nanoseconds cpu, Nanoseconds blocked, Nanoseconds now)
{
    if (m_steps)
    {
        m_steps->push_back({.kind = ServerStep::Kind::CALL, .end = now, .time = cpu});
        m_steps->push_back({.kind = ServerStep::Kind::BLOCKED, .end = now, .time = blocked});
    }
}

std::vector<ServerStep>
CallWaits::GetSteps() const
{
    return m_steps ? *m_steps : std::vector<ServerStep>{};
}

void
CallWaits::EndIdle(const TnsStream::Message& message, bool ofStatement, Nanoseconds now)
{
    const uint64_t further = message.packets - 1;
    const auto arrived = further == 0 ? now : message.firstByte;
    Add(WaitEvent::MESSAGE_FROM_CLIENT, arrived - m_start, arrived);
    m_ofStatement = ofStatement;
    Add(WaitEvent::MORE_DATA_FROM_CLIENT, now - arrived, now, further);
}

void
CallWaits::AddStood(Nanoseconds time)
{
    m_stood += time;
}

CallWaits::Nanoseconds
CallWaits::GetIdle(Nanoseconds now) const
{
    return now - m_start - m_stood;
}

const WaitStatistics&
CallWaits::GetAll() const
{
    return m_all;
}

const WaitStatistics&
CallWaits::GetStatement() const
{
    return m_statement;
}

void
CallWaits::Add(WaitEvent event, Nanoseconds time, Nanoseconds now, uint64_t count)
{
    if (m_steps && count > 0)
    {
        m_steps->push_back({.event = event, .end = now, .time = time, .count = count});
    }
    m_all.Add(event, time, count);
    if (m_ofStatement)
    {
        m_statement.Add(event, time, count);
    }
}

} // namespace ns3::net8
