// SPDX-License-Identifier: GPL-2.0-only
#include "net8-waiting-servers.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

void
Net8WaitingServers::Start(uint64_t number, ServerProcess process, const Terms& terms)
{
    auto& waiting = m_waiting[number];
    waiting = {.process = std::move(process), .terms = terms, .port = nullptr};
    m_forked += waiting.process.Counts() ? 1 : 0;
    // A process forked for one session waits for nothing, and nobody takes it away.
    waiting.process.executor->Start(
        {.ready = [this, number] { Notice([this, number] { Open(number); }); }});
    waiting.process.executor->SetStopped(m_hangs);
}

void
Net8WaitingServers::Notice(std::function<void()> step)
{
    if (m_hangs)
    {
        m_held.push_back(std::move(step));
        return;
    }
    step();
}

void
Net8WaitingServers::Open(uint64_t number)
{
    const auto found = m_waiting.find(number);
    if (found == m_waiting.end())
    {
        return;
    }
    auto& [process, terms, port] = found->second;
    port = CreateObject<Net8ServerPort>();
    // The port is still on the call stack: release it when that has unwound.
    const auto opened = port->Open(
        {.node = terms.node,
         .protocol = terms.protocol,
         .timeout = terms.timeout,
         .complete =
             [this, number] {
                 Simulator::ScheduleNow(
                     [this, number] { Notice([this, number] { Take(number); }); });
             },
         .failed = [this,
                    number] { Simulator::ScheduleNow(&Net8WaitingServers::End, this, number); }});
    const auto tell = terms.opened;
    if (opened == 0)
    {
        Remove(number);
    }
    tell(opened);
}

std::optional<Net8WaitingServers::Waiting>
Net8WaitingServers::Remove(uint64_t number)
{
    auto node = m_waiting.extract(number);
    if (node.empty())
    {
        return std::nullopt;
    }
    m_forked -= node.mapped().process.Counts() ? 1 : 0;
    return std::move(node.mapped());
}

void
Net8WaitingServers::Take(uint64_t number)
{
    // Remove it from the table first: the session may end at once.
    auto waiting = Remove(number);
    if (!waiting)
    {
        return;
    }
    waiting->terms.taken(std::move(waiting->process), waiting->port->GetGreeting());
    waiting->port->Dispose();
}

void
Net8WaitingServers::End(uint64_t number)
{
    const auto waiting = Remove(number);
    if (!waiting || !waiting->port)
    {
        return;
    }
    if (const auto greeting = waiting->port->GetGreeting())
    {
        m_counters.Add(greeting->GetCounters());
    }
    else
    {
        m_counters.Count(SessionError::INBOUND_TIMEOUT);
    }
    waiting->port->Dispose();
}

uint32_t
Net8WaitingServers::GetForked() const
{
    return m_forked;
}

const SessionCounters&
Net8WaitingServers::GetCounters() const
{
    return m_counters;
}

void
Net8WaitingServers::SetHanging(bool hangs)
{
    if (m_hangs == hangs)
    {
        return;
    }
    m_hangs = hangs;
    for (auto& [number, waiting] : m_waiting)
    {
        waiting.process.executor->SetStopped(hangs);
    }
    if (!hangs)
    {
        for (const auto& step : std::exchange(m_held, {}))
        {
            step();
        }
    }
}

void
Net8WaitingServers::Abort()
{
    m_forked = 0;
    m_held.clear();
    m_hangs = false;
    for (const auto& [number, waiting] : std::exchange(m_waiting, {}))
    {
        if (!waiting.port)
        {
            waiting.terms.opened(0);
            continue;
        }
        waiting.port->Abort();
        // A connection that was reset is still on the call stack.
        Simulator::ScheduleNow(&Net8ServerPort::Dispose, waiting.port);
    }
}

void
Net8WaitingServers::Dispose()
{
    for (const auto& [number, waiting] : std::exchange(m_waiting, {}))
    {
        if (waiting.port)
        {
            waiting.port->Dispose();
        }
    }
    m_held.clear();
}

} // namespace ns3::net8
