// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-binding.h"

#include "net8-tcp-flow-socket.h"
#include "net8-tcp-flow-table.h"
#include "net8-tcp-tables.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"

#include <utility>

namespace ns3::net8
{

Socket::SocketErrno
Net8TcpBinding::Bind(const Address& address)
{
    const bool ipv6 = Inet6SocketAddress::IsMatchingType(address);
    if (!ipv6 && !InetSocketAddress::IsMatchingType(address))
    {
        return Socket::ERROR_INVAL;
    }
    if (m_endPoint || m_endPoint6 || m_socket.m_connection || !m_socket.m_host->GetTcp())
    {
        return Socket::ERROR_INVAL;
    }
    const auto& tcp = m_socket.m_host->GetTcp();
    auto* tables = m_socket.m_host->GetTables();
    auto error = Socket::ERROR_NOTERROR;
    const auto allocate = [&](const auto& wanted, const auto& ip, auto&& any, auto&& given) {
        const bool chosen = wanted.GetPort() == 0 && tables;
        const uint16_t port = chosen ? tables->FindPort(ipv6) : wanted.GetPort();
        m_flow.local = Net8TcpFlow::From(ip);
        // ns-3's error if all ports are in use.
        error = wanted.GetPort() == 0 ? Socket::ERROR_ADDRNOTAVAIL : Socket::ERROR_ADDRINUSE;
        using Any = decltype(any());
        return port == 0 ? (chosen ? Any{nullptr} : any()) : given(port);
    };
    if (ipv6)
    {
        const auto wanted = Inet6SocketAddress::ConvertFrom(address);
        const auto ip = wanted.GetIpv6();
        m_endPoint6 = allocate(
            wanted,
            ip,
            [&] { return ip.IsAny() ? tcp->Allocate6() : tcp->Allocate6(ip); },
            [&](uint16_t port) { return tcp->Allocate6(m_socket.m_boundnetdevice, ip, port); });
    }
    else
    {
        const auto wanted = InetSocketAddress::ConvertFrom(address);
        const auto ip = wanted.GetIpv4();
        m_endPoint = allocate(
            wanted,
            ip,
            [&] { return ip.IsAny() ? tcp->Allocate() : tcp->Allocate(ip); },
            [&](uint16_t port) { return tcp->Allocate(m_socket.m_boundnetdevice, ip, port); });
    }
    if (!m_endPoint && !m_endPoint6)
    {
        return error;
    }
    m_flow.ipv6 = ipv6;
    m_flow.localPort = ipv6 ? m_endPoint6->GetLocalPort() : m_endPoint->GetLocalPort();
    SetCallbacks();
    return Socket::ERROR_NOTERROR;
}

Socket::SocketErrno
Net8TcpBinding::SetPeer(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto peer = InetSocketAddress::ConvertFrom(address);
        m_flow.peer = Net8TcpFlow::From(peer.GetIpv4());
        m_flow.peerPort = peer.GetPort();
        return BindAs(false);
    }
    const auto peer = Inet6SocketAddress::ConvertFrom(address);
    if (peer.GetIpv6().IsIpv4MappedAddress())
    {
        return SetPeer(InetSocketAddress(peer.GetIpv6().GetIpv4MappedAddress(), peer.GetPort()));
    }
    m_flow.peer = Net8TcpFlow::From(peer.GetIpv6());
    m_flow.peerPort = peer.GetPort();
    return BindAs(true);
}

std::optional<uint32_t>
Net8TcpBinding::FindRoute()
{
    return m_socket.m_host->FindRoute(m_flow, m_socket.m_boundnetdevice);
}

void
Net8TcpBinding::SetCallbacks()
{
    SetCallbacks<Ipv4Header, Ipv4Interface>(m_endPoint);
    SetCallbacks<Ipv6Header, Ipv6Interface>(m_endPoint6);
}

template <typename Header, typename Interface, typename EndPoint>
void
Net8TcpBinding::SetCallbacks(EndPoint* endPoint)
{
    if (!endPoint)
    {
        return;
    }
    const Ptr<Net8TcpFlowSocket> self(&m_socket);
    endPoint->SetRxCallback(Callback<void, Ptr<Packet>, Header, uint16_t, Ptr<Interface>>(
        [this, self](Ptr<Packet> packet, Header header, uint16_t port, Ptr<Interface>) {
            self->ReceiveFrom(packet, FlowOf(header, m_flow.localPort, port), header.GetEcn());
        }));
    endPoint->SetDestroyCallback(MakeCallback(&Net8TcpFlowSocket::Forget, self));
}

void
Net8TcpBinding::Release()
{
    const Ptr<Net8TcpFlowSocket> self(&m_socket);
    if (m_hashed)
    {
        m_hashed = false;
        m_socket.m_host->GetTables()->GetFlows().Remove(m_flow);
    }
    if (m_endPoint)
    {
        auto* endPoint = std::exchange(m_endPoint, nullptr);
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        m_socket.m_host->GetTcp()->DeAllocate(endPoint);
    }
    if (m_endPoint6)
    {
        auto* endPoint = std::exchange(m_endPoint6, nullptr);
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        m_socket.m_host->GetTcp()->DeAllocate(endPoint);
    }
}

bool
Net8TcpBinding::Register()
{
    if (auto* tables = m_socket.m_host->GetTables())
    {
        if (!tables->GetFlows().Add(&m_socket))
        {
            return false;
        }
        Release(); // The end point made by Bind.
        m_hashed = true;
        return true;
    }
    const auto& tcp = m_socket.m_host->GetTcp();
    if (m_flow.ipv6)
    {
        const auto local = Net8TcpFlow::To6(m_flow.local);
        const auto peer = Net8TcpFlow::To6(m_flow.peer);
        if (!m_endPoint6)
        {
            m_endPoint6 = tcp->Allocate6(m_socket.m_boundnetdevice,
                                         local,
                                         m_flow.localPort,
                                         peer,
                                         m_flow.peerPort);
            SetCallbacks();
            return m_endPoint6 != nullptr;
        }
        m_endPoint6->SetLocalAddress(local);
        m_endPoint6->SetPeer(peer, m_flow.peerPort);
        return true;
    }
    const auto local = Net8TcpFlow::To4(m_flow.local);
    const auto peer = Net8TcpFlow::To4(m_flow.peer);
    if (!m_endPoint)
    {
        m_endPoint = tcp->Allocate(m_socket.m_boundnetdevice,
                                   local,
                                   m_flow.localPort,
                                   peer,
                                   m_flow.peerPort);
        SetCallbacks();
        return m_endPoint != nullptr;
    }
    m_endPoint->SetLocalAddress(local);
    m_endPoint->SetPeer(peer, m_flow.peerPort);
    return true;
}

Socket::SocketErrno
Net8TcpBinding::BindAs(bool ipv6)
{
    if (HasEndPoint())
    {
        return m_flow.ipv6 == ipv6 ? Socket::ERROR_NOTERROR : Socket::ERROR_AFNOSUPPORT;
    }
    return ipv6 ? Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 0))
                : Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
}

void
Net8TcpBinding::Forget()
{
    m_hashed = false;
    m_endPoint = nullptr;
    m_endPoint6 = nullptr;
}

void
Net8TcpBinding::BindToNetDevice(const Ptr<NetDevice>& device)
{
    if (m_endPoint)
    {
        m_endPoint->BindToNetDevice(device);
    }
    if (m_endPoint6)
    {
        m_endPoint6->BindToNetDevice(device);
    }
}

} // namespace ns3::net8
