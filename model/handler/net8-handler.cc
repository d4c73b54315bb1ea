// SPDX-License-Identifier: GPL-2.0-only
#include "net8-handler.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Handler);

TypeId
Net8Handler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Handler").SetParent<Object>().SetGroupName("Net8");
    return tid;
}

void
Net8Handler::Open(const HostResources& resources)
{
    m_resources = resources;
}

bool
Net8Handler::Reserve(const std::string& name, uint64_t bytes) const
{
    return !m_resources.memory || m_resources.memory->Reserve(name, bytes);
}

void
Net8Handler::Release(const std::string& name, uint64_t bytes) const
{
    if (m_resources.memory)
    {
        m_resources.memory->Release(name, bytes);
    }
}

} // namespace ns3::net8
