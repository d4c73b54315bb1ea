// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-helper.h"

#include "net8-attributes.h"

#include "ns3/net8-linux-tcp-socket-factory.h"
#include "ns3/net8-listener.h"

#include <string>

namespace ns3::net8
{

Net8ListenerHelper::Net8ListenerHelper(uint16_t port)
    : ApplicationHelper(Net8Listener::GetTypeId()),
      m_port(port)
{
    SetAttribute("Protocol", TypeIdValue(Net8LinuxTcpSocketFactory::GetTypeId()));
}

Ptr<Application>
Net8ListenerHelper::DoInstall(Ptr<Node> node)
{
    Net8LinuxTcpSocketFactory::Install(NodeContainer(node));
    auto application = ApplicationHelper::DoInstall(node);
    SetAttributes(DynamicCast<Net8Listener>(application)->GetParts(),
                  {{"Port", std::to_string(m_port)}});
    return application;
}

} // namespace ns3::net8
