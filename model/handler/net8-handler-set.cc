// SPDX-License-Identifier: GPL-2.0-only
#include "net8-handler-set.h"

#include "net8-dedicated-handler.h"
#include "net8-pooled-handler.h"
#include "net8-prespawn-handler.h"
#include "net8-shared-handler.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * @param text words with commas between them
 * @return the words, without blanks around them
 */
std::vector<std::string>
SplitWords(const std::string& text)
{
    constexpr const char* BLANKS = " \t";
    std::vector<std::string> words;
    for (std::size_t start = 0; start <= text.size();)
    {
        const auto end = std::min(text.find(',', start), text.size());
        const auto word = text.substr(start, end - start);
        const auto first = word.find_first_not_of(BLANKS);
        const auto last = word.find_last_not_of(BLANKS);
        words.push_back(first == std::string::npos ? "" : word.substr(first, last - first + 1));
        start = end + 1;
    }
    return words;
}

} // namespace

Net8HandlerSet::~Net8HandlerSet()
{
    Dispose();
}

void
Net8HandlerSet::SetFactory(const ObjectFactory& factory)
{
    m_factories[factory.GetTypeId()] = factory;
}

template <typename T>
Ptr<T>
Net8HandlerSet::Create() const
{
    const auto found = m_factories.find(T::GetTypeId());
    return found == m_factories.end() ? CreateObject<T>() : found->second.template Create<T>();
}

// Make

std::string
Net8HandlerSet::Make(const Setting& setting)
{
    m_processes = setting.processes;
    for (const auto& kind : SplitWords(setting.kinds))
    {
        if (auto problem = MakeKind(kind, setting); !problem.empty())
        {
            return problem;
        }
    }
    return GetProblem(setting);
}

std::string
Net8HandlerSet::MakeKind(const std::string& kind, const Setting& setting)
{
    if (kind == "dedicated" && !m_dedicated)
    {
        m_dedicated = true;
        m_handlers.insert(m_handlers.begin(), CreateObject<Net8DedicatedHandler>());
        return "";
    }
    if (kind == "prespawned" && !m_prespawn)
    {
        m_prespawn = Create<Net8PrespawnPool>();
        auto handler = CreateObject<Net8PrespawnHandler>();
        handler->SetPool(m_prespawn);
        m_handlers.insert(m_handlers.begin(), handler);
        return m_prespawn->GetProblem();
    }
    if (kind == "shared" && !m_shared)
    {
        m_shared = Create<Net8SharedServers>();
        for (uint32_t number = 0; number < setting.dispatchers; ++number)
        {
            auto dispatcher = Create<Net8Dispatcher>();
            dispatcher->SetServers(m_shared);
            auto handler = CreateObject<Net8SharedHandler>();
            handler->SetDispatcher(number, dispatcher);
            m_handlers.push_back(handler);
        }
        return "";
    }
    if (kind == "pooled" && !m_pool)
    {
        m_pool = Create<Net8ServerPool>();
        for (uint32_t number = 0; number < setting.brokers; ++number)
        {
            auto handler = Create<Net8PooledHandler>();
            handler->SetPool(number, m_pool);
            m_handlers.push_back(handler);
        }
        return m_pool->GetProblem();
    }
    return "Net8Instance: Handlers '" + setting.kinds + "' names '" + kind +
           "'; dedicated, prespawned, shared and pooled, each at most once "
           "and with commas between them, would be right.";
}

std::string
Net8HandlerSet::GetProblem(const Setting& setting) const
{
    if (m_dedicated && m_prespawn)
    {
        return "Net8Instance: Handlers '" + setting.kinds +
               "' names both dedicated and prespawned; prespawned alone would be right, because "
               "where none is idle a dedicated server is made anyway.";
    }
    if (setting.isStatic && !m_dedicated && !m_prespawn)
    {
        return "Net8Instance: Handlers '" + setting.kinds +
               "' has no dedicated server, the only kind that SID_LIST knows; Registration dynamic "
               "or one more handler would be right.";
    }
    return "";
}

// Open and close

void
Net8HandlerSet::Open(const HostResources& resources)
{
    for (const auto& handler : m_handlers)
    {
        handler->Open(resources);
    }
    Connect(m_shared, m_sharedGate, resources, 0);
    Connect(m_prespawn, m_prespawnGate, resources, 0);
    // Each pooled server has a session.
    Connect(m_pool, m_poolGate, resources, resources.sessionMemory);
    Reopen();
}

template <typename T>
void
Net8HandlerSet::Connect(const Ptr<T>& servers,
                        Net8ProcessGate& gate,
                        const HostResources& resources,
                        uint64_t sessionMemory)
{
    if (!servers)
    {
        return;
    }
    gate.Configure({.memory = resources.memory,
                    .hasProcess = resources.hasProcess,
                    .processMemory = resources.processMemory,
                    .sessionMemory = sessionMemory});
    servers->SetCpu(resources.cpu);
    servers->SetGate([&gate] { return gate.Admit(); });
    servers->TraceConnectWithoutContext("Servers",
                                        MakeCallback(&Net8ProcessGate::HandleServers, &gate));
}

void
Net8HandlerSet::Reopen()
{
    const auto start = [](const auto& servers, Net8ProcessGate& gate) {
        if (!servers)
        {
            return true;
        }
        servers->Start();
        return gate.Open(servers->GetServers());
    };
    m_hasRoom = start(m_shared, m_sharedGate) && start(m_prespawn, m_prespawnGate) &&
                start(m_pool, m_poolGate);
    if (!m_hasRoom)
    {
        Close();
    }
}

void
Net8HandlerSet::Close()
{
    if (m_shared)
    {
        m_shared->Clear();
    }
    if (m_pool)
    {
        m_pool->Clear();
    }
    if (m_prespawn)
    {
        m_prespawn->Clear();
    }
    for (auto* gate : {&m_sharedGate, &m_poolGate, &m_prespawnGate})
    {
        gate->HandleServers(0, 0);
    }
}

void
Net8HandlerSet::Dispose()
{
    Close();
    for (const auto& handler : m_handlers)
    {
        handler->Dispose();
    }
    m_handlers.clear();
    m_shared = nullptr;
    m_pool = nullptr;
    m_prespawn = nullptr;
}

// What there is

const std::vector<Ptr<Net8Handler>>&
Net8HandlerSet::GetHandlers() const
{
    return m_handlers;
}

std::unique_ptr<Net8CallExecutor>
Net8HandlerSet::Admit(uint32_t handler, const HandlerRequest& request)
{
    return m_hasRoom ? m_handlers[handler]->Admit(request) : nullptr;
}

RegisteredHandler
Net8HandlerSet::GetRegistration(uint32_t handler) const
{
    auto registration = m_handlers[handler]->GetRegistration();
    if (registration.type == HandlerType::DEDICATED)
    {
        registration.limit = m_processes;
    }
    return registration;
}

uint32_t
Net8HandlerSet::GetProcesses() const
{
    uint32_t processes = m_shared ? m_shared->GetServers() : 0;
    processes += m_pool ? m_pool->GetServers() : 0;
    processes += m_prespawn ? m_prespawn->GetServers() : 0;
    for (const auto& handler : m_handlers)
    {
        const bool isProcess = handler->GetRegistration().type != HandlerType::DEDICATED;
        processes += isProcess ? 1 : 0;
    }
    return processes;
}

Ptr<Net8SharedServers>
Net8HandlerSet::GetSharedServers() const
{
    return m_shared;
}

Ptr<Net8ServerPool>
Net8HandlerSet::GetServerPool() const
{
    return m_pool;
}

Ptr<Net8PrespawnPool>
Net8HandlerSet::GetPrespawnPool() const
{
    return m_prespawn;
}

std::map<std::string, uint64_t>
Net8HandlerSet::GetCounters() const
{
    std::map<std::string, uint64_t> counters;
    if (m_shared)
    {
        const auto& shared = m_shared->GetCounters();
        counters["shared_calls"] = shared.requests;
        counters["shared_waits"] = shared.waits;
        counters["shared_servers_created"] = shared.created;
        counters["shared_servers_refused"] = shared.gateRefusals;
        counters["shared_servers_most"] = shared.mostServers;
    }
    if (m_pool)
    {
        const auto pool = m_pool->GetCounters();
        counters["pool_authentications"] = pool.authentications;
        counters["pool_requests"] = pool.requests;
        counters["pool_hits"] = pool.hits;
        counters["pool_misses"] = pool.misses;
        counters["pool_waits"] = pool.waits;
        counters["pool_refused"] = pool.refused;
        counters["pool_think_timeouts"] = pool.thinkTimeouts;
        counters["pool_sessions_recycled"] = pool.recycled;
        counters["pool_servers_created"] = pool.stock.created;
        counters["pool_servers_refused"] = pool.stock.gateRefusals;
        counters["pool_servers_timed_out"] = pool.stock.timeouts;
    }
    if (m_prespawn)
    {
        const auto prespawn = m_prespawn->GetCounters();
        counters["prespawn_hits"] = prespawn.hits;
        counters["prespawn_misses"] = prespawn.misses;
        counters["prespawn_servers_created"] = prespawn.stock.created;
        counters["prespawn_servers_refused"] = prespawn.stock.gateRefusals;
        counters["prespawn_servers_timed_out"] = prespawn.stock.timeouts;
    }
    std::erase_if(counters, [](const auto& entry) { return entry.second == 0; });
    return counters;
}

} // namespace ns3::net8
