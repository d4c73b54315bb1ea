// SPDX-License-Identifier: GPL-2.0-only
#include "net8-host-cpu.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8HostCpu");
NS_OBJECT_ENSURE_REGISTERED(Net8HostCpu);

namespace
{

/**
 * @param ratio a ratio, not negative
 * @return the ratio in billionths, so that all further arithmetic uses integers
 */
uint64_t
ToBillionths(double ratio)
{
    return static_cast<uint64_t>(
        std::llround(ratio * static_cast<double>(Net8ProcessorSharing::BILLION)));
}

/**
 * @return the present instant, in ns-3 time steps
 */
int64_t
GetTick()
{
    return Simulator::Now().GetTimeStep();
}

} // namespace

TypeId
Net8HostCpu::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8HostCpu")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8HostCpu>()
            .AddAttribute("Cores",
                          "Number of cores.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8HostCpu::m_cores),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Speed",
                          "Speed of a core relative to the one for which work is given.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Net8HostCpu::m_speed),
                          MakeDoubleChecker<double>(1e-6, 1000))
            .AddAttribute("Quantum",
                          "Work after which a job gives its core to the next one, where jobs wait; "
                          "counts with a ContextSwitchCost.",
                          TimeValue(MilliSeconds(3)), // Linux, CFS base slice with 8 cores
                          MakeTimeAccessor(&Net8HostCpu::m_quantum),
                          MakeTimeChecker(MicroSeconds(1), Seconds(1)))
            .AddAttribute("ContextSwitchCost",
                          "Time that a switch from one job to the next takes, with hardly more "
                          "jobs than cores; 0: none.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8HostCpu::m_switchCost),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("ContextSwitchGrowth",
                          "By which part of ContextSwitchCost a switch takes longer for each job "
                          "that waits per core, as caches hold less of each; 0: not at all.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8HostCpu::m_switchGrowth),
                          MakeDoubleChecker<double>(0, 1000))
            .AddTraceSource("RunQueue",
                            "Jobs present, running or waiting for a core.",
                            MakeTraceSourceAccessor(&Net8HostCpu::m_runQueue),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Utilization",
                            "Cores in use as a part of all cores, 0 to 1.",
                            MakeTraceSourceAccessor(&Net8HostCpu::m_utilization),
                            "ns3::TracedValueCallback::Double");
    return tid;
}

Net8HostCpu::Net8HostCpu() = default;

Net8HostCpu::~Net8HostCpu() = default;

void
Net8HostCpu::DoDispose()
{
    m_event.Cancel(); // not Remove: the simulator may be gone already
    m_sharing.Clear();
    m_jobs.clear();
    m_ended.clear();
    Object::DoDispose();
}

Net8HostCpu::JobId
Net8HostCpu::Submit(Time work, Callback<void> done, Callback<void> lost)
{
    NS_LOG_FUNCTION(this << work);
    if (m_state == State::DOWN)
    {
        ++m_counts.refused;
        return NO_JOB;
    }
    Settle();
    const JobId job = ++m_counts.submitted;
    m_jobs.emplace_hint(m_jobs.end(), job, Job{std::move(done), std::move(lost)});
    m_sharing.Add(job, work.GetTimeStep(), ToBillionths(m_speed));
    FinishChange();
    return job;
}

void
Net8HostCpu::SetSuspended(JobId job, bool suspended)
{
    NS_LOG_FUNCTION(this << job << suspended);
    Settle();
    m_sharing.SetSuspended(job, suspended);
    FinishChange();
}

bool
Net8HostCpu::Cancel(JobId job)
{
    NS_LOG_FUNCTION(this << job);
    Settle();
    const bool present = m_jobs.erase(job) > 0;
    if (present)
    {
        m_sharing.Remove(job);
        ++m_counts.cancelled;
    }
    FinishChange();
    return present;
}

void
Net8HostCpu::Hang()
{
    NS_LOG_FUNCTION(this);
    if (m_state == State::UP)
    {
        Settle();
        m_sharing.SetStopped(true);
        m_state = State::HANGING;
        FinishChange();
    }
}

void
Net8HostCpu::Resume()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_sharing.SetStopped(false);
    m_state = State::UP;
    FinishChange();
}

void
Net8HostCpu::Fail()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_sharing.Clear();
    m_sharing.SetStopped(true);
    m_state = State::DOWN;
    m_ended.clear();
    // A callback may bring the host up again and submit.
    const auto jobs = std::exchange(m_jobs, {});
    m_counts.lost += jobs.size();
    FinishChange();
    for (const auto& [job, called] : jobs)
    {
        if (!called.lost.IsNull())
        {
            called.lost();
        }
    }
}

void
Net8HostCpu::Settle()
{
    for (const JobId job : m_sharing.Advance(GetTick()))
    {
        m_ended.push_back(job);
    }
    m_sharing.Configure({.cores = m_cores,
                         .quantum = static_cast<uint64_t>(m_quantum.GetNanoSeconds()),
                         .switchCost = static_cast<uint64_t>(m_switchCost.GetNanoSeconds()),
                         .switchGrowth = ToBillionths(m_switchGrowth)});
}

void
Net8HostCpu::FinishChange()
{
    const int64_t now = GetTick();
    const auto next = m_ended.empty() ? m_sharing.GetNextEnd() : now;
    // An event that comes too early finds nothing to do and schedules the next end again: cheaper
    // than moving it with every arrival.
    if (!next)
    {
        m_event.Remove();
    }
    else if (!m_event.IsPending() || m_event.GetTs() > static_cast<uint64_t>(*next))
    {
        m_event.Remove();
        m_event = Simulator::Schedule(TimeStep(static_cast<uint64_t>(std::max(*next, now) - now)),
                                      &Net8HostCpu::HandleEnd,
                                      this);
    }
    m_runQueue = static_cast<uint32_t>(m_sharing.GetSize());
    m_utilization = static_cast<double>(m_sharing.GetCoresInUse()) / m_cores;
}

void
Net8HostCpu::HandleEnd()
{
    Settle();
    auto ended = std::exchange(m_ended, {});
    FinishChange();
    for (const JobId job : ended)
    {
        const auto found = m_jobs.find(job);
        if (found == m_jobs.end())
        {
            continue; // cancelled or lost by a callback of this same loop, or in this same tick
        }
        const auto done = found->second.done;
        m_jobs.erase(found);
        ++m_counts.finished;
        if (!done.IsNull())
        {
            done();
        }
    }
}

Net8HostCpu::State
Net8HostCpu::GetState() const
{
    return m_state;
}

uint32_t
Net8HostCpu::GetRunQueue() const
{
    return m_runQueue;
}

const Net8HostCpu::JobCounts&
Net8HostCpu::GetJobs() const
{
    return m_counts;
}

uint32_t
Net8HostCpu::GetCores() const
{
    return m_cores;
}

Time
Net8HostCpu::GetBusyTime() const
{
    return TimeStep(static_cast<uint64_t>(m_sharing.GetBusy(GetTick())));
}

Time
Net8HostCpu::GetWorkDone() const
{
    return TimeStep(static_cast<uint64_t>(m_sharing.GetWorkDone(GetTick())));
}

Time
Net8HostCpu::GetSwitchTime() const
{
    return GetBusyTime() - GetWorkDone();
}

} // namespace ns3::net8
