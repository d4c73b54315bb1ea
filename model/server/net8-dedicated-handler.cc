// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dedicated-handler.h"

#include "net8-dedicated-executor.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8DedicatedHandler);

TypeId
Net8DedicatedHandler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8DedicatedHandler")
                            .SetParent<Net8Handler>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8DedicatedHandler>();
    return tid;
}

void
Net8DedicatedHandler::SetResources(const HostResources& resources)
{
    m_resources = resources;
}

std::unique_ptr<Net8CallExecutor>
Net8DedicatedHandler::Admit(const HandlerRequest& /* request */)
{
    const auto& memory = m_resources.memory;
    if (memory && !memory->Reserve("process", m_resources.processMemory))
    {
        return nullptr;
    }
    if (memory && !memory->Reserve("session", m_resources.sessionMemory))
    {
        memory->Release("process", m_resources.processMemory);
        return nullptr;
    }
    return std::make_unique<Net8DedicatedExecutor>(m_resources);
}

bool
Net8DedicatedHandler::NeedsFork() const
{
    return true;
}

} // namespace ns3::net8
