// SPDX-License-Identifier: GPL-2.0-only
#include "net8-sampler.h"

#include "ns3/net8-host-cpu.h"
#include "ns3/net8-host-memory.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <numeric>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param number number of the host
 * @param listener its listener
 * @return a sample of it
 */
HostSample
TakeSample(uint32_t number, const Net8Listener& listener)
{
    HostSample sample;
    sample.time = Simulator::Now();
    sample.host = number;
    const auto node = listener.GetNode();
    if (const auto cpu = node->GetObject<Net8HostCpu>())
    {
        sample.cores = cpu->GetCores();
        sample.busy = cpu->GetBusyTime();
        sample.runQueue = cpu->GetRunQueue();
    }
    if (const auto memory = node->GetObject<Net8HostMemory>())
    {
        sample.memoryBytes = memory->GetUsed();
    }
    for (const auto& instance : listener.GetInstances())
    {
        sample.sessions += instance->GetNode() == node ? instance->GetSessionCount() : 0;
    }
    sample.greetings = listener.GetGreetingCount();
    sample.backlog = listener.GetWaiting();
    sample.accepted = listener.GetSessionCount();
    const auto& refusals = listener.GetRefusals();
    sample.refused =
        std::accumulate(refusals.begin(),
                        refusals.end(),
                        uint64_t{0},
                        [](uint64_t sum, const auto& entry) { return sum + entry.second; });
    sample.overflows = listener.GetOverflows();
    return sample;
}

} // namespace

Net8Sampler::~Net8Sampler()
{
    m_next.Cancel();
}

void
Net8Sampler::Add(uint32_t host, Ptr<Net8Listener> listener, Ptr<Net8TdsServer> tds)
{
    m_hosts.push_back({.number = host, .listener = listener, .tds = tds});
}

void
Net8Sampler::AddLook(std::function<void()> look)
{
    m_more.push_back(std::move(look));
}

void
Net8Sampler::Start(Time interval)
{
    m_interval = interval;
    m_next = Simulator::ScheduleNow(&Net8Sampler::Sample, this);
}

void
Net8Sampler::Sample()
{
    ++m_looks;
    for (const auto& [number, listener, tds] : m_hosts)
    {
        m_samples.push_back(TakeSample(number, *listener));
        if (tds)
        {
            m_samples.back().sessions = tds->GetSessionCount();
            m_samples.back().accepted = tds->GetSessions();
        }
    }
    for (const auto& look : m_more)
    {
        look();
    }
    m_next = Simulator::Schedule(m_interval, &Net8Sampler::Sample, this);
}

const std::vector<HostSample>&
Net8Sampler::GetSamples() const
{
    return m_samples;
}

uint64_t
Net8Sampler::GetLooks() const
{
    return m_looks;
}

} // namespace ns3::net8
