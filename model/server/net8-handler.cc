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

} // namespace ns3::net8
