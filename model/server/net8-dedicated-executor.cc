// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dedicated-executor.h"

#include "ns3/net8-random.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

Net8DedicatedExecutor::Net8DedicatedExecutor(const HostResources& resources)
    : m_resources(resources)
{
}

Net8DedicatedExecutor::~Net8DedicatedExecutor()
{
    Cancel();
    if (m_resources.memory)
    {
        m_resources.memory->Release("session", m_resources.sessionMemory);
        m_resources.memory->Release("process", m_resources.processMemory);
    }
}

void
Net8DedicatedExecutor::Start(std::function<void()> ready)
{
    Run({.cpu = SumOfTimes(m_resources.execCpuTime), .wait = SumOfTimes(m_resources.handoverTime)},
        std::move(ready));
}

void
Net8DedicatedExecutor::Run(const Work& work, std::function<void()> done)
{
    auto wait = [this, time = work.wait, done = std::move(done)] {
        m_wait = Simulator::Schedule(time, done);
    };
    if (work.cpu.IsZero())
    {
        wait();
    }
    else
    {
        m_task.Start(m_resources.cpu, work.cpu, wait);
    }
}

void
Net8DedicatedExecutor::Cancel()
{
    m_task.Cancel();
    m_wait.Cancel();
}

} // namespace ns3::net8
