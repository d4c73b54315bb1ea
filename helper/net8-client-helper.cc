// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-helper.h"

#include "ns3/net8-client.h"

namespace ns3::net8
{

Net8ClientHelper::Net8ClientHelper(const Address& remote)
    : Net8ApplicationHelper(Net8Client::GetTypeId())
{
    SetAttribute("Remote", AddressValue(remote));
}

} // namespace ns3::net8
