// SPDX-License-Identifier: GPL-2.0-only
#include "net8-instance-helper.h"

#include "ns3/net8-result-set.h"

namespace ns3::net8
{

Net8InstanceHelper::Net8InstanceHelper()
    : m_instance("ns3::net8::Net8Instance"),
      m_rows("ns3::net8::Net8ResultSet")
{
}

void
Net8InstanceHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation info;
    if (m_rows.GetTypeId().LookupAttributeByName(name, &info))
    {
        m_rows.Set(name, value);
    }
    else if (!m_parts.Add(m_instance.GetTypeId(), name, value))
    {
        m_instance.Set(name, value);
    }
}

Ptr<Net8Instance>
Net8InstanceHelper::Install(const Ptr<Application>& listener) const
{
    auto instance = m_instance.Create<Net8Instance>();
    m_parts.Apply(instance);
    instance->SetResultSet(m_rows.Create<Net8ResultSet>());
    DynamicCast<Net8Listener>(listener)->AddInstance(instance);
    return instance;
}

} // namespace ns3::net8
