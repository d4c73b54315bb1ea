// SPDX-License-Identifier: GPL-2.0-only
#include "net8-watch.h"

#include "net8-watched-scheduler.h"

#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

void
Net8Watch::Start(const Progress& progress)
{
    m_progress = progress;
    if (m_progress)
    {
        m_last = std::chrono::steady_clock::now();
        ObjectFactory factory("ns3::net8::Net8WatchedScheduler");
        factory.Set("Look", CallbackValue(MakeCallback(&Net8Watch::Look, this)));
        Simulator::SetScheduler(factory);
    }
}

void
Net8Watch::SetStop(std::function<void()> stop)
{
    m_stop = std::move(stop);
}

void
Net8Watch::Expect(Time stopTime, uint64_t sessions, double rows)
{
    m_stopTime = stopTime;
    m_sessionsExpected = sessions;
    m_rowsExpected = rows;
}

void
Net8Watch::AddRows(uint64_t rows)
{
    m_rows += rows;
}

void
Net8Watch::AddSession()
{
    ++m_sessions;
}

double
Net8Watch::GetShare() const
{
    const auto part = [](double done, double all) { return all > 0 ? done / all : 0; };
    return std::min(1.0,
                    std::max({part(m_rows, m_rowsExpected),
                              part(m_sessions, m_sessionsExpected),
                              part(Simulator::Now().GetSeconds(), m_stopTime.GetSeconds())}));
}

void
Net8Watch::Look()
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_progress || m_stopped || now - m_last < INTERVAL)
    {
        return;
    }
    m_last = now;
    if (!m_progress(
            {.now = Simulator::Now(), .events = Simulator::GetEventCount(), .share = GetShare()}))
    {
        m_stopped = true;
        if (m_stop)
        {
            m_stop();
        }
        else
        {
            Simulator::Stop();
        }
    }
}

bool
Net8Watch::End()
{
    m_progress = {};
    return m_stopped;
}

bool
Net8Watch::IsStopped() const
{
    return m_stopped;
}

} // namespace ns3::net8
