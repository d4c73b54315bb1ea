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
    Add(event, now - m_start);
    Begin(now);
}

void
CallWaits::Count(WaitEvent event)
{
    Add(event, Nanoseconds(0));
}

void
CallWaits::EndIdle(const TnsStream::Message& message, bool ofStatement, Nanoseconds now)
{
    const uint64_t further = message.packets - 1;
    const auto arrived = further == 0 ? now : message.firstByte;
    Add(WaitEvent::MESSAGE_FROM_CLIENT, arrived - m_start);
    m_ofStatement = ofStatement;
    Add(WaitEvent::MORE_DATA_FROM_CLIENT, now - arrived, further);
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
CallWaits::Add(WaitEvent event, Nanoseconds time, uint64_t count)
{
    m_all.Add(event, time, count);
    if (m_ofStatement)
    {
        m_statement.Add(event, time, count);
    }
}

} // namespace ns3::net8
