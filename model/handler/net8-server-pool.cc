// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-pool.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ServerPool);

namespace
{

/**
 * @param connectionClass a connection class, which may be empty
 * @return label of a server with a session of that class; never empty
 */
std::string
MakeLabel(const std::string& connectionClass)
{
    return "=" + connectionClass;
}

} // namespace

TypeId
Net8ServerPool::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ServerPool")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ServerPool>()
            .AddAttribute("MinSize",
                          "MINSIZE: servers that are always there.",
                          UintegerValue(4), // general knowledge, default of the package
                          MakeUintegerAccessor(&Net8ServerPool::m_minimum),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("MaxSize",
                          "MAXSIZE: most servers, those for authentication included.",
                          UintegerValue(40), // general knowledge, default of the package
                          MakeUintegerAccessor(&Net8ServerPool::m_maximum),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("IncrSize",
                          "INCRSIZE: servers by which the pool grows.",
                          UintegerValue(2), // general knowledge, default of the package
                          MakeUintegerAccessor(&Net8ServerPool::m_increment),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("InactivityTimeout",
                          "INACTIVITY_TIMEOUT: time after which an idle server beyond MinSize "
                          "ends; 0: never.",
                          TimeValue(Seconds(300)), // default of the package
                          MakeTimeAccessor(&Net8ServerPool::m_inactivityTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxThinkTime",
                          "MAX_THINK_TIME: time without a call after which a client loses its "
                          "server; 0: never.",
                          TimeValue(Seconds(120)), // default of the package
                          MakeTimeAccessor(&Net8ServerPool::m_maxThinkTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxUseSession",
                          "MAX_USE_SESSION: how often a session is lent before it ends; 0: no "
                          "limit.",
                          UintegerValue(500000), // default of the package
                          MakeUintegerAccessor(&Net8ServerPool::m_maxUseSession),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MaxLifetimeSession",
                          "MAX_LIFETIME_SESSION: age at which a session is not lent again; 0: "
                          "none.",
                          TimeValue(Seconds(86400)), // default of the package
                          MakeTimeAccessor(&Net8ServerPool::m_maxLifetimeSession),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("AuthenticationShare",
                          "Part of MaxSize that is kept for authentication, at least one server; "
                          "0: none is, and authentication never waits.",
                          DoubleValue(0.05), // general knowledge, about 5 %
                          MakeDoubleAccessor(&Net8ServerPool::m_authenticationShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("QueueLimit",
                          "Most requests that wait for a server; any further one is refused.",
                          UintegerValue(std::numeric_limits<uint32_t>::max()),
                          MakeUintegerAccessor(&Net8ServerPool::m_queueLimit),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SpawnTime",
                          "CPU time that the creation of a server takes, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&Net8ServerPool::m_spawnTime),
                          MakeRandomChecker())
            .AddTraceSource("Servers",
                            "Number of servers, those for authentication included.",
                            MakeTraceSourceAccessor(&Net8ServerPool::m_servers),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Busy",
                            "Number of servers that clients have.",
                            MakeTraceSourceAccessor(&Net8ServerPool::m_busy),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Free",
                            "Number of idle servers for sessions.",
                            MakeTraceSourceAccessor(&Net8ServerPool::m_free),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Waiting",
                            "Number of requests that wait for a server.",
                            MakeTraceSourceAccessor(&Net8ServerPool::m_waiting),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Granted",
                            "A client got a server: time it waited, whether it got a session too.",
                            MakeTraceSourceAccessor(&Net8ServerPool::m_grantedTrace),
                            "ns3::net8::Net8ServerPool::GrantedTracedCallback");
    return tid;
}

Net8ServerPool::Net8ServerPool()
    : m_authentication(CreateObject<Net8SharedServers>())
{
}

Net8ServerPool::~Net8ServerPool() = default;

void
Net8ServerPool::DoDispose()
{
    Clear();
    m_authentication->Dispose();
    m_cpu = nullptr;
    m_gate = nullptr;
    Object::DoDispose();
}

uint32_t
Net8ServerPool::GetAuthenticationServers() const
{
    return static_cast<uint32_t>(std::ceil(m_authenticationShare * m_maximum));
}

std::string
Net8ServerPool::GetProblem() const
{
    if (m_minimum > m_maximum)
    {
        return "Net8ServerPool: MinSize " + std::to_string(m_minimum) + " is above MaxSize " +
               std::to_string(m_maximum) + "; use at most that.";
    }
    if (GetAuthenticationServers() >= m_maximum)
    {
        return "Net8ServerPool: MaxSize " + std::to_string(m_maximum) +
               " leaves no server for sessions, because authentication keeps " +
               std::to_string(GetAuthenticationServers()) +
               "; use a greater MaxSize or a smaller AuthenticationShare.";
    }
    return "";
}

void
Net8ServerPool::SetCpu(Ptr<Net8HostCpu> cpu)
{
    m_cpu = cpu;
    m_authentication->SetCpu(cpu);
}

void
Net8ServerPool::SetGate(std::function<bool()> gate)
{
    m_gate = std::move(gate);
}

int64_t
Net8ServerPool::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"spawn_time", m_spawnTime}}, stream);
}

void
Net8ServerPool::Start()
{
    NS_ABORT_MSG_IF(!GetProblem().empty(), GetProblem());
    Clear();
    const uint32_t kept = GetAuthenticationServers();
    // If none is reserved for it, each authentication gets a server of its own at once.
    m_authentication->SetAttribute("SharedServers", UintegerValue(std::max(kept, 1U)));
    m_authentication->SetAttribute("MaxSharedServers", UintegerValue(kept));
    m_authentication->SetAttribute("GrowthInterval", TimeValue(Time(0)));
    const uint32_t first = std::max(m_minimum, kept + 1) - kept;
    m_stock.Start({.cpu = m_cpu,
                   .gate = m_gate,
                   .spawnTime = m_spawnTime,
                   .timeout = m_inactivityTimeout,
                   .most = m_maximum - kept,
                   .keepTotal = first,
                   .arrived =
                       [this] {
                           Serve();
                           Grow();
                           Count();
                       },
                   .changed = [this] { Count(); }},
                  first);
    Count();
}

void
Net8ServerPool::SetMost(uint32_t most)
{
    m_maximum = most;
    NS_ABORT_MSG_IF(!GetProblem().empty(), GetProblem());
    const uint32_t kept = GetAuthenticationServers();
    m_authentication->SetMost(kept);
    m_stock.SetMost(m_maximum - kept);
    Grow();
    Count();
}

uint64_t
Net8ServerPool::Authenticate(Time work, std::function<void()> done)
{
    ++m_counters.authentications;
    return m_authentication->Submit(Time(), work, std::move(done));
}

bool
Net8ServerPool::CancelAuthentication(uint64_t authentication)
{
    return m_authentication->Cancel(authentication);
}

Net8ServerPool::TicketId
Net8ServerPool::Acquire(Request request)
{
    const TicketId ticket = ++m_lastTicket;
    ++m_counters.requests;
    m_queue.emplace(ticket, Waiting{std::move(request), Simulator::Now()});
    Serve();
    const bool waits = m_queue.contains(ticket);
    if (waits && m_queue.size() > m_queueLimit)
    {
        m_queue.erase(ticket);
        ++m_counters.refused;
        Count();
        return REFUSED;
    }
    if (waits)
    {
        ++m_counters.waits;
        Grow();
    }
    Count();
    return ticket;
}

bool
Net8ServerPool::Cancel(TicketId ticket)
{
    if (m_queue.erase(ticket) > 0)
    {
        ++m_counters.cancelled;
        Count();
        return true;
    }
    const auto untold = m_untold.find(ticket);
    return untold != m_untold.end() && Release(untold->second);
}

void
Net8ServerPool::Serve()
{
    while (!m_queue.empty() && m_stock.GetIdle() > 0)
    {
        auto first = m_queue.extract(m_queue.begin());
        const Request& request = first.mapped().request;
        std::optional<Net8ServerStock::Server> server;
        if (request.purity == Purity::SELF)
        {
            server = TakeSession(request.connectionClass);
        }
        const bool reused = server.has_value();
        if (!server)
        {
            server = m_stock.TakeLabelled("");
        }
        if (!server)
        {
            server = m_stock.TakeOldest();
        }
        Grant(first.key(), std::move(first.mapped()), *server, reused);
    }
}

std::optional<Net8ServerStock::Server>
Net8ServerPool::TakeSession(const std::string& connectionClass)
{
    while (auto server = m_stock.TakeLabelled(MakeLabel(connectionClass)))
    {
        if (IsFresh(ToTime(server->made), server->uses))
        {
            return server;
        }
        // It became too old while idle.
        ++m_counters.recycled;
        m_stock.Return({.number = server->number});
    }
    return std::nullopt;
}

bool
Net8ServerPool::IsFresh(Time made, uint64_t uses) const
{
    return (m_maxUseSession == 0 || uses < m_maxUseSession) &&
           (m_maxLifetimeSession.IsZero() || Simulator::Now() - made < m_maxLifetimeSession);
}

void
Net8ServerPool::Grant(TicketId ticket,
                      Waiting waiting,
                      const Net8ServerStock::Server& server,
                      bool reused)
{
    const Time waited = Simulator::Now() - waiting.arrived;
    ++(reused ? m_counters.hits : m_counters.misses);
    m_counters.waitTime += waited;
    Borrowed& borrowed = m_borrowed[server.number];
    borrowed.request = std::move(waiting.request);
    borrowed.ticket = ticket;
    borrowed.lease = {server.number, reused, waited};
    borrowed.made = reused ? ToTime(server.made) : Simulator::Now();
    borrowed.uses = reused ? server.uses + 1 : 1;
    borrowed.event = Simulator::ScheduleNow(&Net8ServerPool::Tell, this, server.number);
    m_untold[ticket] = server.number;
}

void
Net8ServerPool::Tell(uint64_t server)
{
    Borrowed& borrowed = m_borrowed.at(server);
    m_untold.erase(borrowed.ticket);
    const auto granted = std::exchange(borrowed.request.granted, nullptr);
    const Lease lease = borrowed.lease;
    StartThinking(server);
    m_grantedTrace(lease.waited, lease.reused);
    granted(lease);
}

void
Net8ServerPool::BeginCall(uint64_t server)
{
    const auto found = m_borrowed.find(server);
    if (found != m_borrowed.end())
    {
        found->second.event.Cancel();
    }
}

void
Net8ServerPool::EndCall(uint64_t server)
{
    if (m_borrowed.contains(server))
    {
        StartThinking(server);
    }
}

void
Net8ServerPool::StartThinking(uint64_t server)
{
    if (m_maxThinkTime.IsStrictlyPositive())
    {
        EventId& event = m_borrowed.at(server).event;
        event.Cancel();
        event =
            Simulator::Schedule(m_maxThinkTime, &Net8ServerPool::HandleThinkTimeout, this, server);
    }
}

void
Net8ServerPool::HandleThinkTimeout(uint64_t server)
{
    ++m_counters.thinkTimeouts;
    const auto lost = std::move(m_borrowed.at(server).request.lost);
    Release(server, false);
    if (lost)
    {
        lost();
    }
}

bool
Net8ServerPool::Release(uint64_t server, bool keepSession)
{
    auto found = m_borrowed.extract(server);
    if (found.empty())
    {
        return false;
    }
    Borrowed& borrowed = found.mapped();
    borrowed.event.Cancel();
    const bool untold = m_untold.erase(borrowed.ticket) > 0;
    // A client whose callback was not called yet has made no session.
    const bool session = keepSession && (!untold || borrowed.lease.reused);
    const bool fresh = IsFresh(borrowed.made, borrowed.uses);
    m_counters.recycled += session && !fresh ? 1 : 0;
    m_stock.Return(
        {.number = server,
         .label = session && fresh ? MakeLabel(borrowed.request.connectionClass) : std::string(),
         .made = ToChrono(borrowed.made),
         .uses = borrowed.uses});
    Serve();
    // The gate may now admit a server that it refused before.
    Grow();
    Count();
    return true;
}

void
Net8ServerPool::Grow()
{
    if (m_queue.size() > m_stock.GetCreating())
    {
        m_stock.Create(m_increment);
    }
}

void
Net8ServerPool::Clear()
{
    for (auto& [server, borrowed] : m_borrowed)
    {
        borrowed.event.Cancel();
    }
    m_counters.cancelled += m_queue.size();
    m_queue.clear();
    m_borrowed.clear();
    m_untold.clear();
    m_stock.Clear();
    m_authentication->Clear();
    Count();
}

uint32_t
Net8ServerPool::GetServers() const
{
    return GetAuthenticationServers() + m_stock.GetTotal();
}

uint32_t
Net8ServerPool::GetBusy() const
{
    return static_cast<uint32_t>(m_borrowed.size());
}

uint32_t
Net8ServerPool::GetFree() const
{
    return m_stock.GetIdle();
}

uint32_t
Net8ServerPool::GetWaiting() const
{
    return static_cast<uint32_t>(m_queue.size());
}

Net8ServerPool::Counters
Net8ServerPool::GetCounters() const
{
    Counters counters = m_counters;
    counters.stock = m_stock.GetCounters();
    return counters;
}

void
Net8ServerPool::Count()
{
    m_servers = GetServers();
    m_busy = GetBusy();
    m_free = GetFree();
    m_waiting = GetWaiting();
    m_counters.longestQueue = std::max(m_counters.longestQueue, GetWaiting());
}

} // namespace ns3::net8
