// SPDX-License-Identifier: GPL-2.0-only
#include "net8-handler-kinds.h"

#include "net8-dedicated-handler.h"
#include "net8-pool-kind.h"
#include "net8-pooled-handler.h"
#include "net8-prespawn-handler.h"
#include "net8-shared-handler.h"

namespace ns3::net8
{

namespace
{

/**
 * @ingroup net8
 * Dedicated servers: one process per session.
 */
class DedicatedKind : public Net8HandlerKind
{
  public:
    std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& /* settings */,
                                       const Net8HandlerParts& /* parts */) override
    {
        return {CreateObject<Net8DedicatedHandler>()};
    }
};

/**
 * @ingroup net8
 * Prespawned servers: processes that wait for sessions.
 */
class PrespawnedKind : public Net8PoolKind<Net8PrespawnPool>
{
  public:
    std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& /* settings */,
                                       const Net8HandlerParts& parts) override
    {
        m_pool = parts.Create<Net8PrespawnPool>();
        auto handler = CreateObject<Net8PrespawnHandler>();
        handler->SetPool(m_pool);
        return {handler};
    }

    std::string GetProblem() const override
    {
        return m_pool->GetProblem();
    }

    std::map<std::string, uint64_t> GetCounters() const override
    {
        const auto counts = m_pool->GetCounters();
        return {{"prespawn_hits", counts.hits},
                {"prespawn_misses", counts.misses},
                {"prespawn_servers_created", counts.stock.created},
                {"prespawn_servers_refused", counts.stock.gateRefusals},
                {"prespawn_servers_timed_out", counts.stock.timeouts}};
    }
};

/**
 * @ingroup net8
 * Shared servers behind dispatchers.
 */
class SharedKind : public Net8PoolKind<Net8SharedServers>
{
  public:
    std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& settings,
                                       const Net8HandlerParts& parts) override
    {
        m_pool = parts.Create<Net8SharedServers>();
        std::vector<Ptr<Net8Handler>> handlers;
        for (uint32_t number = 0; number < settings.dispatchers; ++number)
        {
            auto dispatcher = parts.Create<Net8Dispatcher>();
            dispatcher->SetServers(m_pool);
            auto handler = CreateObject<Net8SharedHandler>();
            handler->SetDispatcher(number, dispatcher);
            handlers.push_back(handler);
        }
        return handlers;
    }

    std::map<std::string, uint64_t> GetCounters() const override
    {
        const auto& counts = m_pool->GetCounters();
        return {{"shared_calls", counts.requests},
                {"shared_waits", counts.waits},
                {"shared_servers_created", counts.created},
                {"shared_servers_refused", counts.gateRefusals},
                {"shared_servers_most", counts.mostServers}};
    }
};

/**
 * @ingroup net8
 * A resident pool behind brokers.
 */
class PooledKind : public Net8PoolKind<Net8ServerPool>
{
  public:
    std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& settings,
                                       const Net8HandlerParts& parts) override
    {
        m_pool = parts.Create<Net8ServerPool>();
        std::vector<Ptr<Net8Handler>> handlers;
        for (uint32_t number = 0; number < settings.brokers; ++number)
        {
            auto handler = parts.Create<Net8PooledHandler>();
            handler->SetPool(number, m_pool);
            handlers.push_back(handler);
        }
        return handlers;
    }

    std::string GetProblem() const override
    {
        return m_pool->GetProblem();
    }

    std::map<std::string, uint64_t> GetCounters() const override
    {
        const auto counts = m_pool->GetCounters();
        return {{"pool_authentications", counts.authentications},
                {"pool_requests", counts.requests},
                {"pool_hits", counts.hits},
                {"pool_misses", counts.misses},
                {"pool_waits", counts.waits},
                {"pool_refused", counts.refused},
                {"pool_think_timeouts", counts.thinkTimeouts},
                {"pool_sessions_recycled", counts.recycled},
                {"pool_servers_created", counts.stock.created},
                {"pool_servers_refused", counts.stock.gateRefusals},
                {"pool_servers_timed_out", counts.stock.timeouts}};
    }

  protected:
    bool HasSessions() const override
    {
        return true;
    }
};

} // namespace

const std::vector<HandlerWord>&
GetHandlerKinds()
{
    static const std::vector<HandlerWord> kinds{
        {"dedicated", [] { return std::make_unique<DedicatedKind>(); }},
        {"prespawned", [] { return std::make_unique<PrespawnedKind>(); }},
        {"shared", [] { return std::make_unique<SharedKind>(); }},
        {"pooled", [] { return std::make_unique<PooledKind>(); }},
    };
    return kinds;
}

} // namespace ns3::net8
