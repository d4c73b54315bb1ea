// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dedicated-executor.h"

#include "ns3/make-event.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

Net8DedicatedExecutor::Net8DedicatedExecutor(Ptr<Net8HostCpu> cpu, const Work& birth)
    : m_cpu(cpu),
      m_birth(std::make_unique<const Work>(birth))
{
}

void
Net8DedicatedExecutor::Start(Events events)
{
    Run(*std::exchange(m_birth, nullptr), std::move(events.ready));
}

void
Net8DedicatedExecutor::Run(const Work& work, std::function<void()> done)
{
    auto wait = [this, time = work.wait, done = std::move(done)] {
        m_wait = Ptr<EventImpl>(MakeEvent([this, done] {
                                    m_wait = nullptr; // this releases the memory of the event
                                    done();
                                }),
                                false);
        Simulator::Schedule(time, m_wait);
    };
    if (work.cpu.IsZero())
    {
        wait();
    }
    else
    {
        GetTask().Start(m_cpu, work.cpu, wait);
    }
}

Net8CpuTask&
Net8DedicatedExecutor::GetTask()
{
    if (!m_task)
    {
        m_task = std::make_unique<Net8CpuTask>();
    }
    return *m_task;
}

void
Net8DedicatedExecutor::SetStopped(bool stopped)
{
    GetTask().SetStopped(stopped);
}

void
Net8DedicatedExecutor::Cancel()
{
    if (m_task)
    {
        m_task->Cancel();
    }
    if (m_wait)
    {
        m_wait->Cancel();
        m_wait = nullptr;
    }
}

} // namespace ns3::net8
