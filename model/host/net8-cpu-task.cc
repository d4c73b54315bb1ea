// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cpu-task.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

Net8CpuTask::~Net8CpuTask()
{
    Cancel();
}

void
Net8CpuTask::Start(const Ptr<Net8HostCpu>& cpu, Time work, std::function<void()> done)
{
    Cancel();
    m_cpu = cpu;
    m_done = std::move(done);
    const Time length = std::max(work, Time());
    m_left = length;
    if (m_cpu)
    {
        m_job = m_cpu->Submit(length, [this] { Finish(); });
        m_cpu->SetSuspended(m_job, m_stopped);
    }
    else if (!m_stopped)
    {
        m_event = Simulator::Schedule(length, &Net8CpuTask::Finish, this);
    }
}

void
Net8CpuTask::Run(const Ptr<Net8HostCpu>& cpu, Time work, std::function<void()> done)
{
    if (cpu)
    {
        cpu->Submit(work, [done = std::move(done)] { done(); });
    }
    else
    {
        Simulator::Schedule(work, [done = std::move(done)] { done(); });
    }
}

void
Net8CpuTask::SetStopped(bool stopped)
{
    if (std::exchange(m_stopped, stopped) == stopped || !m_done)
    {
        return;
    }
    if (m_cpu)
    {
        m_cpu->SetSuspended(m_job, stopped);
    }
    else if (stopped)
    {
        m_left = Simulator::GetDelayLeft(m_event);
        m_event.Cancel();
    }
    else
    {
        m_event = Simulator::Schedule(m_left, &Net8CpuTask::Finish, this);
    }
}

void
Net8CpuTask::Cancel()
{
    if (!m_done)
    {
        return;
    }
    if (m_cpu)
    {
        m_cpu->Cancel(m_job);
    }
    m_event.Cancel();
    m_cpu = nullptr;
    m_done = nullptr;
}

void
Net8CpuTask::Finish()
{
    // The callback may destroy this task: do not touch it afterwards.
    const auto done = std::exchange(m_done, nullptr);
    m_cpu = nullptr;
    done();
}

} // namespace ns3::net8
