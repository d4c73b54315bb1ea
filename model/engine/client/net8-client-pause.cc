// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-pause.h"

#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

ClientPause::ClientPause(ClientProgress& progress)
    : m_progress(progress)
{
}

void
ClientPause::Until(nanoseconds end, std::function<void()> next)
{
    m_next = std::move(next);
    m_progress.deadlines.Set(ClientTimer::NEXT, end);
}

void
ClientPause::Work(nanoseconds work, std::function<void()> next)
{
    if (work.count() == 0)
    {
        next();
        return;
    }
    m_next = std::move(next);
    m_working = true;
    m_progress.events.push_back(client_event::WorkBegun{work});
}

void
ClientPause::End()
{
    m_working = false;
    std::exchange(m_next, nullptr)();
}

ClientPause::Rest
ClientPause::Stop()
{
    // Between two messages there is no other timer.
    Rest rest{m_progress.deadlines.GetNext(), std::exchange(m_next, nullptr)};
    m_progress.deadlines.Cancel(ClientTimer::NEXT);
    return rest;
}

bool
ClientPause::IsOn() const
{
    return m_working || m_progress.deadlines.IsSet(ClientTimer::NEXT);
}

bool
ClientPause::IsWorking() const
{
    return m_working;
}

} // namespace ns3::net8
