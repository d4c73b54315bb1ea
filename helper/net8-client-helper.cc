// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-helper.h"

#include "ns3/net8-client.h"
#include "ns3/net8-linux-tcp-socket-factory.h"

namespace ns3::net8
{

Net8ClientHelper::Net8ClientHelper(const Address& remote)
    : ApplicationHelper(Net8Client::GetTypeId())
{
    SetAttribute("Remote", AddressValue(remote));
    SetAttribute("Protocol", TypeIdValue(Net8LinuxTcpSocketFactory::GetTypeId()));
}

Ptr<Application>
Net8ClientHelper::DoInstall(Ptr<Node> node)
{
    Net8LinuxTcpSocketFactory::Install(NodeContainer(node));
    return ApplicationHelper::DoInstall(node);
}

} // namespace ns3::net8
