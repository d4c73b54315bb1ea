// SPDX-License-Identifier: GPL-2.0-only
#include "net8-shared-servers.h"

#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8SharedServers);

TypeId
Net8SharedServers::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8SharedServers")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8SharedServers>()
            .AddAttribute("SharedServers",
                          "SHARED_SERVERS: servers that are always there.",
                          UintegerValue(1), // default where DISPATCHERS is set
                          MakeUintegerAccessor(&Net8SharedServers::m_minimum),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("MaxSharedServers",
                          "MAX_SHARED_SERVERS: most servers; below SharedServers, their number "
                          "stays the same; 0: as many as the host has room for.",
                          UintegerValue(0), // no default since 10.1
                          MakeUintegerAccessor(&Net8SharedServers::m_maximum),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("GrowthInterval",
                          "Time after which a server is added for waiting calls, or an idle one "
                          "ends; 0: one is added at once, none ends.",
                          TimeValue(Seconds(3)), // general knowledge of PMON
                          MakeTimeAccessor(&Net8SharedServers::m_growthInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SpawnTime",
                          "CPU time that the creation of a server takes, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8SharedServers::m_spawnTime),
                          MakeRandomChecker())
            .AddTraceSource("Servers",
                            "Number of servers, busy, idle or on their way.",
                            MakeTraceSourceAccessor(&Net8SharedServers::m_servers),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Busy",
                            "Number of servers with a call.",
                            MakeTraceSourceAccessor(&Net8SharedServers::m_busy),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Waiting",
                            "Number of calls in the common queue.",
                            MakeTraceSourceAccessor(&Net8SharedServers::m_waiting),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("RequestDone",
                            "A call is done: time in the queue, time with the server.",
                            MakeTraceSourceAccessor(&Net8SharedServers::m_doneTrace),
                            "ns3::net8::Net8SharedServers::RequestTracedCallback");
    return tid;
}

Net8SharedServers::Net8SharedServers() = default;
Net8SharedServers::~Net8SharedServers() = default;

void
Net8SharedServers::DoDispose()
{
    Clear();
    m_cpu = nullptr;
    m_gate = nullptr;
    Object::DoDispose();
}

int64_t
Net8SharedServers::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"spawn_time", m_spawnTime}}, stream);
}

void
Net8SharedServers::SetCpu(Ptr<Net8HostCpu> cpu)
{
    m_cpu = cpu;
}

void
Net8SharedServers::SetGate(std::function<bool()> gate)
{
    m_gate = std::move(gate);
}

void
Net8SharedServers::Start()
{
    if (!m_started)
    {
        m_started = true;
        m_idle.assign(m_minimum, Simulator::Now());
        Count();
    }
}

void
Net8SharedServers::SetMost(uint32_t most)
{
    m_maximum = most;
    while (m_growthInterval.IsZero() && m_queue.size() > m_spawning.size() && AddServer())
    {
    }
    ScheduleReview();
    Count();
}

Net8SharedServers::RequestId
Net8SharedServers::Submit(Time wait, Time work, std::function<void()> done)
{
    Start();
    const RequestId id = ++m_lastRequest;
    ++m_counters.requests;
    m_queue.emplace(id, Request{Simulator::Now(), wait, work, std::move(done)});
    Serve();
    if (m_queue.contains(id))
    {
        ++m_counters.waits;
        if (m_growthInterval.IsZero() && m_queue.size() > m_spawning.size())
        {
            AddServer();
        }
        ScheduleReview();
    }
    Count();
    return id;
}

bool
Net8SharedServers::Cancel(RequestId request)
{
    if (m_running.erase(request) > 0)
    {
        m_idle.push_back(Simulator::Now());
        Serve();
        ScheduleReview();
    }
    else if (m_queue.erase(request) == 0)
    {
        return false;
    }
    ++m_counters.cancelled;
    Count();
    return true;
}

void
Net8SharedServers::Clear()
{
    m_counters.cancelled += m_queue.size() + m_running.size();
    m_queue.clear();
    m_running.clear();
    m_spawning.clear();
    m_idle.clear();
    m_review.Cancel();
    m_started = false;
    Count();
}

uint32_t
Net8SharedServers::GetServers() const
{
    return static_cast<uint32_t>(m_running.size() + m_idle.size() + m_spawning.size());
}

uint32_t
Net8SharedServers::GetBusy() const
{
    return static_cast<uint32_t>(m_running.size());
}

uint32_t
Net8SharedServers::GetWaiting() const
{
    return static_cast<uint32_t>(m_queue.size());
}

const Net8SharedServers::Counters&
Net8SharedServers::GetCounters() const
{
    return m_counters;
}

void
Net8SharedServers::Serve()
{
    while (!m_queue.empty() && !m_idle.empty())
    {
        m_idle.pop_back();
        auto first = m_queue.extract(m_queue.begin());
        const RequestId id = first.key();
        auto running = std::make_unique<Running>();
        running->request = std::move(first.mapped());
        running->began = Simulator::Now();
        m_counters.waitTime += running->began - running->request.arrived;
        const Time wait = running->request.wait;
        auto& placed = *m_running.emplace(id, std::move(running)).first->second;
        if (wait.IsStrictlyPositive())
        {
            // A disk or a lock is waited for without CPU.
            placed.task.Start(nullptr, wait, [this, id] { BeginWork(id); });
        }
        else
        {
            BeginWork(id);
        }
    }
}

void
Net8SharedServers::BeginWork(RequestId id)
{
    Running& running = *m_running.at(id);
    running.task.Start(m_cpu, running.request.work, [this, id] { Finish(id); });
}

void
Net8SharedServers::Finish(RequestId id)
{
    // The callback may drop the last pointer to these servers.
    const Ptr<Net8SharedServers> keep(this);
    const auto running = std::move(m_running.extract(id).mapped());
    ++m_counters.done;
    m_idle.push_back(Simulator::Now());
    m_doneTrace(running->began - running->request.arrived, Simulator::Now() - running->began);
    Serve();
    ScheduleReview();
    Count();
    running->request.done();
}

bool
Net8SharedServers::AddServer()
{
    if (m_maximum > 0 && GetServers() >= m_maximum)
    {
        return false;
    }
    if (m_gate && !m_gate())
    {
        ++m_counters.gateRefusals;
        return false;
    }
    const uint64_t server = ++m_lastSpawn;
    ++m_counters.created;
    auto task = std::make_unique<Net8CpuTask>();
    task->Start(m_cpu, SumOfTimes(m_spawnTime), [this, server] { FinishSpawn(server); });
    m_spawning.emplace(server, std::move(task));
    return true;
}

void
Net8SharedServers::FinishSpawn(uint64_t server)
{
    m_spawning.erase(server);
    m_idle.push_back(Simulator::Now());
    Serve();
    ScheduleReview();
    Count();
}

void
Net8SharedServers::ScheduleReview()
{
    const bool full = m_maximum > 0 && GetServers() >= m_maximum;
    const bool grows = !m_queue.empty() && !full;
    const bool shrinks = !m_idle.empty() && GetServers() > m_minimum;
    if (m_growthInterval.IsZero() || m_review.IsPending() || !(grows || shrinks))
    {
        return;
    }
    // The reviews follow the clock, whether or not there is anything to do.
    const int64_t step = m_growthInterval.GetTimeStep();
    const int64_t now = Simulator::Now().GetTimeStep();
    m_review = Simulator::Schedule(TimeStep(step - now % step), &Net8SharedServers::Review, this);
}

void
Net8SharedServers::Review()
{
    const Time since = Simulator::Now() - m_growthInterval;
    if (!m_queue.empty())
    {
        AddServer();
    }
    else if (!m_idle.empty() && GetServers() > m_minimum && m_idle.front() <= since)
    {
        m_idle.erase(m_idle.begin());
        ++m_counters.ended;
    }
    ScheduleReview();
    Count();
}

void
Net8SharedServers::Count()
{
    m_servers = GetServers();
    m_busy = GetBusy();
    m_waiting = GetWaiting();
    m_counters.mostServers = std::max(m_counters.mostServers, GetServers());
    m_counters.longestQueue = std::max(m_counters.longestQueue, GetWaiting());
}

} // namespace ns3::net8
