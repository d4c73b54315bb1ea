// SPDX-License-Identifier: GPL-2.0-only
#include "net8-application-helper.h"

#include "ns3/net8-linux-tcp-socket-factory.h"

namespace ns3::net8
{

Net8ApplicationHelper::Net8ApplicationHelper(TypeId typeId)
    : ApplicationHelper(typeId),
      m_type(typeId)
{
    SetAttribute("Protocol", TypeIdValue(Net8LinuxTcpSocketFactory::GetTypeId()));
}

void
Net8ApplicationHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    if (!m_parts.Add(m_type, name, value))
    {
        ApplicationHelper::SetAttribute(name, value);
    }
}

Ptr<Application>
Net8ApplicationHelper::DoInstall(Ptr<Node> node)
{
    Net8LinuxTcpSocketFactory::Install(NodeContainer(node));
    auto application = ApplicationHelper::DoInstall(node);
    m_parts.Apply(application);
    return application;
}

} // namespace ns3::net8
