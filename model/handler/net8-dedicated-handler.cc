// SPDX-License-Identifier: GPL-2.0-only
#include "net8-dedicated-handler.h"

#include "net8-dedicated-executor.h"

#include "ns3/net8-random.h"
#include "ns3/nstime.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8DedicatedHandler);

namespace
{

/**
 * @param resources what a process uses
 * @return CPU time of a new process for the environment and the PATH that it inherits
 */
Time
GetInheritance(const HostResources& resources)
{
    const auto bytes = static_cast<int64_t>(resources.environmentSize);
    return NanoSeconds(resources.environmentCpuTime.GetNanoSeconds() * bytes / 1000) +
           resources.pathEntryCpuTime * static_cast<int64_t>(resources.pathEntries);
}

} // namespace

TypeId
Net8DedicatedHandler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8DedicatedHandler")
                            .SetParent<Net8Handler>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8DedicatedHandler>();
    return tid;
}

std::unique_ptr<Net8CallExecutor>
Net8DedicatedHandler::Admit(const HandlerRequest& /* request */)
{
    if (!Reserve("process", m_resources.processMemory))
    {
        return nullptr;
    }
    if (!Reserve("session", m_resources.sessionMemory))
    {
        Release("process", m_resources.processMemory);
        return nullptr;
    }
    const Net8CallExecutor::Work birth{
        .cpu = SumOfTimes(m_resources.execCpuTime) + GetInheritance(m_resources),
        .wait = SumOfTimes(m_resources.handoverTime) +
                SumOfTimes(m_resources.pathShareTime, m_resources.pathShares)};
    const Ptr<Net8DedicatedHandler> self(this);
    return Net8DedicatedExecutor::Make(m_resources.cpu, birth, [self] {
        self->Release("session", self->m_resources.sessionMemory);
        self->Release("process", self->m_resources.processMemory);
    });
}

bool
Net8DedicatedHandler::NeedsFork() const
{
    return true;
}

RegisteredHandler
Net8DedicatedHandler::GetRegistration() const
{
    return {};
}

} // namespace ns3::net8
