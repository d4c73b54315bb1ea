// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-helper.h"

#include "ns3/net8-listener.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

Net8ListenerHelper::Net8ListenerHelper(uint16_t port)
    : Net8ApplicationHelper(Net8Listener::GetTypeId())
{
    SetAttribute("Port", UintegerValue(port));
}

} // namespace ns3::net8
