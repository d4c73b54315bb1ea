// SPDX-License-Identifier: GPL-2.0-only
#include "net8-prespawn-pool.h"

#include "ns3/abort.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PrespawnPool);

TypeId
Net8PrespawnPool::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8PrespawnPool")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PrespawnPool>()
            .AddAttribute("PoolSize",
                          "POOL_SIZE: servers that are kept idle.",
                          UintegerValue(10), // TNS-01174, the example of listener.ora
                          MakeUintegerAccessor(&Net8PrespawnPool::m_poolSize),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("PrespawnMax",
                          "PRESPAWN_MAX: most prespawned servers, idle or not.",
                          UintegerValue(15), // TNS-01174, the example of listener.ora
                          MakeUintegerAccessor(&Net8PrespawnPool::m_maximum),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("Timeout",
                          "TIMEOUT: time after which a server beyond PoolSize that is idle ends; "
                          "0: never.",
                          TimeValue(Minutes(30)), // TNS-01174, the example of listener.ora
                          MakeTimeAccessor(&Net8PrespawnPool::m_timeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SpawnTime",
                          "CPU time that the creation of a server takes, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8PrespawnPool::m_spawnTime),
                          MakeRandomChecker())
            .AddTraceSource("Servers",
                            "Number of prespawned servers, on their way, idle or taken.",
                            MakeTraceSourceAccessor(&Net8PrespawnPool::m_servers),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Idle",
                            "Number of idle servers.",
                            MakeTraceSourceAccessor(&Net8PrespawnPool::m_idle),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

Net8PrespawnPool::Net8PrespawnPool() = default;
Net8PrespawnPool::~Net8PrespawnPool() = default;

void
Net8PrespawnPool::DoDispose()
{
    Clear();
    m_cpu = nullptr;
    m_gate = nullptr;
    Object::DoDispose();
}

int64_t
Net8PrespawnPool::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"spawn_time", m_spawnTime}}, stream);
}

std::string
Net8PrespawnPool::GetProblem() const
{
    if (m_poolSize > m_maximum)
    {
        return "Net8PrespawnPool: PoolSize " + std::to_string(m_poolSize) +
               " is above PrespawnMax " + std::to_string(m_maximum) +
               " (TNS-01174); use at most that.";
    }
    return "";
}

void
Net8PrespawnPool::SetCpu(Ptr<Net8HostCpu> cpu)
{
    m_cpu = cpu;
}

void
Net8PrespawnPool::SetGate(std::function<bool()> gate)
{
    m_gate = std::move(gate);
}

void
Net8PrespawnPool::Start()
{
    NS_ABORT_MSG_IF(!GetProblem().empty(), GetProblem());
    Clear();
    m_stock.Start({.cpu = m_cpu,
                   .gate = m_gate,
                   .spawnTime = m_spawnTime,
                   .timeout = m_timeout,
                   .most = m_maximum,
                   .keepIdle = m_poolSize,
                   .arrived = [this] { Count(); },
                   .changed = [this] { Count(); }},
                  m_poolSize);
    Count();
}

uint64_t
Net8PrespawnPool::Take()
{
    const auto server = m_stock.TakeLabelled("");
    if (server)
    {
        m_taken.insert(server->number);
    }
    ++(server ? m_counters.hits : m_counters.misses);
    Refill();
    Count();
    return server ? server->number : NO_SERVER;
}

bool
Net8PrespawnPool::Return(uint64_t server)
{
    if (m_taken.erase(server) == 0)
    {
        return false;
    }
    m_stock.Return({.number = server});
    Count();
    return true;
}

void
Net8PrespawnPool::Refill()
{
    const uint32_t coming = m_stock.GetIdle() + m_stock.GetCreating();
    if (coming < m_poolSize)
    {
        m_stock.Create(m_poolSize - coming);
    }
}

void
Net8PrespawnPool::Clear()
{
    m_stock.Clear();
    m_taken.clear();
    Count();
}

uint32_t
Net8PrespawnPool::GetIdle() const
{
    return m_stock.GetIdle();
}

uint32_t
Net8PrespawnPool::GetServers() const
{
    return m_stock.GetTotal();
}

Net8PrespawnPool::Counters
Net8PrespawnPool::GetCounters() const
{
    Counters counters = m_counters;
    counters.stock = m_stock.GetCounters();
    return counters;
}

void
Net8PrespawnPool::Count()
{
    m_servers = GetServers();
    m_idle = GetIdle();
}

} // namespace ns3::net8
