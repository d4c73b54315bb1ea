// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-l4-protocol.h"
#include "net8-tcp-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3::net8
{

std::optional<Address>
Net8TcpSocket::ChooseLocal(const Address& local)
{
    auto tcp = DynamicCast<Net8TcpL4Protocol>(m_tcp);
    const bool ipv6 = Inet6SocketAddress::IsMatchingType(local);
    if (!tcp || !(ipv6 || InetSocketAddress::IsMatchingType(local)))
    {
        return local;
    }
    const auto choose =
        [&](auto wanted, const auto& ip, const auto& table) -> std::optional<Address> {
        const uint16_t port = wanted.GetPort() == 0 ? tcp->FindPort(ipv6) : wanted.GetPort();
        if (port == 0 || (wanted.GetPort() != 0 && table.HasLocal(ip, port)))
        {
            m_errno = port == 0 ? ERROR_ADDRNOTAVAIL : ERROR_ADDRINUSE;
            return std::nullopt;
        }
        wanted.SetPort(port);
        return wanted;
    };
    if (ipv6)
    {
        const auto wanted = Inet6SocketAddress::ConvertFrom(local);
        return choose(wanted, wanted.GetIpv6(), tcp->GetEndPoints6());
    }
    const auto wanted = InetSocketAddress::ConvertFrom(local);
    return choose(wanted, wanted.GetIpv4(), tcp->GetEndPoints());
}

int
Net8TcpSocket::Bind()
{
    return Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
}

int
Net8TcpSocket::Bind6()
{
    return Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 0));
}

int
Net8TcpSocket::Bind(const Address& address)
{
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        FitToIpv6();
    }
    const auto local = ChooseLocal(address);
    return local ? TcpSocketBase::Bind(*local) : -1;
}

int
Net8TcpSocket::Connect(const Address& address)
{
    if (IsHashed())
    {
        // It is in the table under the peer of its previous connection.
        DeallocateEndPoint();
    }
    const int result = TcpSocketBase::Connect(address);
    if (result == 0)
    {
        Hash();
    }
    return result;
}

void
Net8TcpSocket::CompleteFork(Ptr<Packet> packet,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to)
{
    TcpSocketBase::CompleteFork(packet, header, from, to);
    Hash();
}

bool
Net8TcpSocket::IsHashed() const
{
    auto tcp = DynamicCast<Net8TcpL4Protocol>(m_tcp);
    return tcp && ((m_endPoint && tcp->GetEndPoints().Has(*m_endPoint)) ||
                   (m_endPoint6 && tcp->GetEndPoints6().Has(*m_endPoint6)));
}

void
Net8TcpSocket::Hash()
{
    auto tcp = DynamicCast<Net8TcpL4Protocol>(m_tcp);
    if (!tcp || IsHashed())
    {
        return;
    }
    if (m_endPoint)
    {
        MoveTo(tcp->GetEndPoints(), m_endPoint, &Net8TcpSocket::Destroy);
    }
    else if (m_endPoint6)
    {
        MoveTo(tcp->GetEndPoints6(), m_endPoint6, &Net8TcpSocket::Destroy6);
    }
}

template <typename EndPoint>
void
Net8TcpSocket::MoveTo(Net8EndPointTable<EndPoint>& table,
                      EndPoint*& endPoint,
                      void (TcpSocketBase::*destroy)())
{
    EndPoint* listed = endPoint;
    endPoint = new EndPoint(*listed);
    auto token = table.Add(std::unique_ptr<EndPoint>(endPoint));
    endPoint->SetDestroyCallback(Callback<void>(
        [self = Ptr<Net8TcpSocket>(this), destroy, token] { (PeekPointer(self)->*destroy)(); }));
    listed->SetDestroyCallback(MakeNullCallback<void>());
    m_tcp->DeAllocate(listed);
    m_tcp->RemoveSocket(this);
}

} // namespace ns3::net8
