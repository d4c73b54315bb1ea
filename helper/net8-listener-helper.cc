// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-helper.h"

#include "ns3/net8-linux-tcp-socket-factory.h"
#include "ns3/net8-listener.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

Net8ListenerHelper::Net8ListenerHelper(uint16_t port)
    : ApplicationHelper(Net8Listener::GetTypeId())
{
    SetAttribute("Port", UintegerValue(port));
    SetAttribute("Protocol", TypeIdValue(Net8LinuxTcpSocketFactory::GetTypeId()));
}

Ptr<Application>
Net8ListenerHelper::DoInstall(Ptr<Node> node)
{
    Net8LinuxTcpSocketFactory::Install(NodeContainer(node));
    return ApplicationHelper::DoInstall(node);
}

} // namespace ns3::net8
