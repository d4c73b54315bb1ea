// SPDX-License-Identifier: GPL-2.0-only
#include "net8-serial-process.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8SerialProcess);

TypeId
Net8SerialProcess::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8SerialProcess")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8SerialProcess>()
            .AddTraceSource("JobsPresent",
                            "Number of jobs that wait or are under way.",
                            MakeTraceSourceAccessor(&Net8SerialProcess::m_present),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("JobDone",
                            "A job is done: time it waited, time it took.",
                            MakeTraceSourceAccessor(&Net8SerialProcess::m_jobDoneTrace),
                            "ns3::net8::Net8SerialProcess::JobTracedCallback");
    return tid;
}

Net8SerialProcess::Net8SerialProcess() = default;
Net8SerialProcess::~Net8SerialProcess() = default;

void
Net8SerialProcess::DoDispose()
{
    Clear();
    m_cpu = nullptr;
    Object::DoDispose();
}

void
Net8SerialProcess::SetCpu(Ptr<Net8HostCpu> cpu)
{
    m_cpu = cpu;
}

void
Net8SerialProcess::SetLook(std::function<Time()> look)
{
    m_look = std::move(look);
}

Net8SerialProcess::JobId
Net8SerialProcess::Submit(Time work, std::function<void()> done, Time wait)
{
    m_jobs.emplace(++m_submitted, Job{Simulator::Now(), work, wait, std::move(done)});
    const JobId job = m_submitted;
    BeginNext();
    Count();
    return job;
}

bool
Net8SerialProcess::Cancel(JobId job)
{
    if (job != 0 && job == m_current)
    {
        m_task.Cancel();
        m_current = 0;
        m_currentJob = {};
        BeginNext();
    }
    else if (m_jobs.erase(job) == 0)
    {
        return false;
    }
    Count();
    return true;
}

void
Net8SerialProcess::SetHanging(bool hangs)
{
    m_hangs = hangs;
    m_task.SetStopped(hangs);
    BeginNext();
}

void
Net8SerialProcess::Clear()
{
    m_task.Cancel();
    m_current = 0;
    m_currentJob = {};
    m_looking = false;
    m_jobs.clear();
    Count();
}

uint32_t
Net8SerialProcess::GetJobsPresent() const
{
    return m_present;
}

uint64_t
Net8SerialProcess::GetJobsDone() const
{
    return m_done;
}

Time
Net8SerialProcess::GetWaitTime() const
{
    return m_waitTime;
}

void
Net8SerialProcess::BeginNext()
{
    if (m_current != 0 || m_looking || m_hangs || m_jobs.empty())
    {
        return;
    }
    if (m_look && m_jobs.begin()->first > m_seen)
    {
        m_looking = true;
        m_task.Start(m_cpu, m_look(), [this] {
            m_looking = false;
            m_seen = m_submitted;
            BeginNext();
        });
        return;
    }
    auto first = m_jobs.extract(m_jobs.begin());
    m_current = first.key();
    m_currentJob = std::move(first.mapped());
    m_began = Simulator::Now();
    m_waitTime += m_began - m_currentJob.arrived;
    m_task.Start(m_cpu, m_currentJob.work, [this] { Stand(); });
}

void
Net8SerialProcess::Stand()
{
    if (m_currentJob.wait.IsZero())
    {
        Finish();
        return;
    }
    m_task.Start(nullptr, m_currentJob.wait, [this] { Finish(); });
}

void
Net8SerialProcess::Finish()
{
    const Job job = std::exchange(m_currentJob, {});
    m_current = 0;
    ++m_done;
    // The callback may drop the last pointer to this process.
    const Ptr<Net8SerialProcess> keep(this);
    Count();
    m_jobDoneTrace(m_began - job.arrived, Simulator::Now() - m_began);
    job.done();
    BeginNext();
}

void
Net8SerialProcess::Count()
{
    m_present = static_cast<uint32_t>(m_jobs.size()) + (m_current != 0 ? 1 : 0);
}

} // namespace ns3::net8
