// SPDX-License-Identifier: GPL-2.0-only
#include "net8-shared-handler.h"

#include "net8-shared-executor.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8SharedHandler);

TypeId
Net8SharedHandler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8SharedHandler")
                            .SetParent<Net8Handler>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8SharedHandler>();
    return tid;
}

void
Net8SharedHandler::DoDispose()
{
    if (m_dispatcher)
    {
        m_dispatcher->Dispose();
        m_dispatcher = nullptr;
    }
    Net8Handler::DoDispose();
}

int64_t
Net8SharedHandler::AssignStreams(int64_t stream)
{
    return m_dispatcher->AssignStreams(stream);
}

void
Net8SharedHandler::SetDispatcher(uint32_t number, Ptr<Net8Dispatcher> dispatcher)
{
    m_number = number;
    m_dispatcher = dispatcher;
}

Ptr<Net8Dispatcher>
Net8SharedHandler::GetDispatcher() const
{
    return m_dispatcher;
}

void
Net8SharedHandler::Open(const HostResources& resources)
{
    Net8Handler::Open(resources);
    m_dispatcher->SetCpu(resources.cpu);
}

std::unique_ptr<Net8CallExecutor>
Net8SharedHandler::Admit(const HandlerRequest& request)
{
    if (!Reserve("session", m_resources.sessionMemory))
    {
        return nullptr;
    }
    const Ptr<Net8SharedHandler> self(this);
    const auto watching = request.multiplexed ? nullptr : m_dispatcher;
    if (watching)
    {
        watching->Watch();
    }
    return std::make_unique<Net8SharedExecutor>(m_dispatcher, [self, watching] {
        if (watching)
        {
            watching->Unwatch();
        }
        self->Release("session", self->m_resources.sessionMemory);
    });
}

bool
Net8SharedHandler::NeedsFork() const
{
    return false;
}

void
Net8SharedHandler::SetHanging(bool hangs)
{
    m_dispatcher->GetProcess()->SetHanging(hangs);
}

RegisteredHandler
Net8SharedHandler::GetRegistration() const
{
    std::string name = "D";
    name += (m_number < 100 ? "0" : "");
    name += (m_number < 10 ? "0" : "");
    name += std::to_string(m_number);
    return {.name = name, .type = HandlerType::SHARED, .limit = m_dispatcher->GetConnections()};
}

} // namespace ns3::net8
