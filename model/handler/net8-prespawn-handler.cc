// SPDX-License-Identifier: GPL-2.0-only
#include "net8-prespawn-handler.h"

#include "net8-dedicated-executor.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PrespawnHandler);

TypeId
Net8PrespawnHandler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8PrespawnHandler")
                            .SetParent<Net8DedicatedHandler>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8PrespawnHandler>();
    return tid;
}

void
Net8PrespawnHandler::DoDispose()
{
    m_pool = nullptr;
    Net8DedicatedHandler::DoDispose();
}

void
Net8PrespawnHandler::SetPool(Ptr<Net8PrespawnPool> pool)
{
    m_pool = pool;
}

std::unique_ptr<Net8CallExecutor>
Net8PrespawnHandler::Admit(const HandlerRequest& request)
{
    const uint64_t server = m_pool->Take();
    if (server == Net8PrespawnPool::NO_SERVER)
    {
        return Net8DedicatedHandler::Admit(request);
    }
    if (!Reserve("session", m_resources.sessionMemory))
    {
        m_pool->Return(server);
        return nullptr;
    }
    // The process exists and is attached: it can answer at once.
    const Ptr<Net8PrespawnHandler> self(this);
    return Net8DedicatedExecutor::Make(m_resources.cpu,
                                       Net8CallExecutor::Work{},
                                       [self, pool = m_pool, server] {
                                           self->Release("session",
                                                         self->m_resources.sessionMemory);
                                           pool->Return(server);
                                       });
}

bool
Net8PrespawnHandler::NeedsFork() const
{
    return m_pool->GetIdle() == 0;
}

RegisteredHandler
Net8PrespawnHandler::GetRegistration() const
{
    return {.name = "PRESPAWNED"};
}

} // namespace ns3::net8
