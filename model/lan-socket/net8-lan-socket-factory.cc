// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-socket-factory.h"

#include "net8-lan-socket.h"

#include "ns3/net8-tcp-socket-factory.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LanSocketFactory);

TypeId
Net8LanSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LanSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LanSocketFactory>();
    return tid;
}

Ptr<Socket>
Net8LanSocketFactory::CreateSocket()
{
    auto host = GetObject<Net8LanHost>();
    NS_ABORT_MSG_UNLESS(host, "The node has no transport of a LAN: Net8LanHost::Install makes one");
    if (auto tcp = GetObject<Net8TcpSocketFactory>())
    {
        host->GetArrivalWork().SetTime(
            tcp->GetSettings().segmentTime); // the host is slow for every transport
    }
    auto socket = CreateObject<Net8LanSocket>();
    socket->SetHost(host);
    return socket;
}

} // namespace ns3::net8
