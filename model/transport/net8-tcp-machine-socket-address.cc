// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-l4-protocol.h"
#include "net8-tcp-machine-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace ns3::net8
{

int
Net8TcpMachineSocket::Bind()
{
    return Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
}

int
Net8TcpMachineSocket::Bind6()
{
    return Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 0));
}

int
Net8TcpMachineSocket::Bind(const Address& address)
{
    const bool ipv6 = Inet6SocketAddress::IsMatchingType(address);
    if (!ipv6 && !InetSocketAddress::IsMatchingType(address))
    {
        return FailWith(ERROR_INVAL);
    }
    if (m_endPoint || m_endPoint6 || m_connection || !m_host->GetTcp())
    {
        return FailWith(ERROR_INVAL);
    }
    const auto& tcp = m_host->GetTcp();
    auto table = m_host->GetTable();
    const auto allocate = [&](const auto& wanted, const auto& ip, auto&& any, auto&& given) {
        const bool chosen = wanted.GetPort() == 0 && table;
        const uint16_t port = chosen ? table->FindPort(ipv6) : wanted.GetPort();
        m_flow.local = Net8TcpFlow::From(ip);
        // The error of ns-3, when all ports are in use.
        m_errno = wanted.GetPort() == 0 ? ERROR_ADDRNOTAVAIL : ERROR_ADDRINUSE;
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
            [&](uint16_t port) { return tcp->Allocate6(m_boundnetdevice, ip, port); });
    }
    else
    {
        const auto wanted = InetSocketAddress::ConvertFrom(address);
        const auto ip = wanted.GetIpv4();
        m_endPoint = allocate(
            wanted,
            ip,
            [&] { return ip.IsAny() ? tcp->Allocate() : tcp->Allocate(ip); },
            [&](uint16_t port) { return tcp->Allocate(m_boundnetdevice, ip, port); });
    }
    if (!m_endPoint && !m_endPoint6)
    {
        return -1;
    }
    m_errno = ERROR_NOTERROR;
    m_flow.ipv6 = ipv6;
    m_flow.localPort = ipv6 ? m_endPoint6->GetLocalPort() : m_endPoint->GetLocalPort();
    SetCallbacks();
    return 0;
}

template <typename Header, typename Interface>
void
Net8TcpMachineSocket::ForwardUp(Ptr<Packet> packet,
                                Header header,
                                uint16_t port,
                                Ptr<Interface> /* interface */)
{
    if (!m_passive)
    {
        Receive(packet);
        return;
    }
    Net8TcpFlow flow;
    flow.localPort = m_flow.localPort;
    flow.peerPort = port;
    flow.local = Net8TcpFlow::From(header.GetDestination());
    flow.peer = Net8TcpFlow::From(header.GetSource());
    if constexpr (std::is_same_v<Header, Ipv6Header>)
    {
        // ns-3 gives a socket of IPv6 what comes over IPv4 when no socket of IPv4 wants it.
        flow.ipv6 = !header.GetSource().IsIpv4MappedAddress();
        if (!flow.ipv6)
        {
            flow.local = Net8TcpFlow::From(header.GetDestination().GetIpv4MappedAddress());
            flow.peer = Net8TcpFlow::From(header.GetSource().GetIpv4MappedAddress());
        }
    }
    m_passive->Receive(packet, flow);
}

void
Net8TcpMachineSocket::SetCallbacks()
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (m_endPoint)
    {
        m_endPoint->SetRxCallback(
            MakeCallback(&Net8TcpMachineSocket::ForwardUp<Ipv4Header, Ipv4Interface>, self));
        m_endPoint->SetDestroyCallback(MakeCallback(&Net8TcpMachineSocket::Forget, self));
    }
    if (m_endPoint6)
    {
        m_endPoint6->SetRxCallback(
            MakeCallback(&Net8TcpMachineSocket::ForwardUp<Ipv6Header, Ipv6Interface>, self));
        m_endPoint6->SetDestroyCallback(MakeCallback(&Net8TcpMachineSocket::Forget, self));
    }
}

void
Net8TcpMachineSocket::Release()
{
    const Ptr<Net8TcpMachineSocket> self(this);
    if (m_hashed)
    {
        m_hashed = false;
        m_host->GetTable()->GetFlows().Remove(m_flow);
    }
    if (m_endPoint)
    {
        auto* endPoint = std::exchange(m_endPoint, nullptr);
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        m_host->GetTcp()->DeAllocate(endPoint);
    }
    if (m_endPoint6)
    {
        auto* endPoint = std::exchange(m_endPoint6, nullptr);
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        m_host->GetTcp()->DeAllocate(endPoint);
    }
}

void
Net8TcpMachineSocket::Forget()
{
    m_hashed = false;
    m_endPoint = nullptr;
    m_endPoint6 = nullptr;
    m_passive = nullptr;
    m_connection = nullptr;
    m_deadline.Stop();
}

void
Net8TcpMachineSocket::BindToNetDevice(Ptr<NetDevice> device)
{
    Socket::BindToNetDevice(device);
    if (m_endPoint)
    {
        m_endPoint->BindToNetDevice(device);
    }
    if (m_endPoint6)
    {
        m_endPoint6->BindToNetDevice(device);
    }
}

int
Net8TcpMachineSocket::GetSockName(Address& address) const
{
    address = m_flow.GetLocal();
    return 0;
}

int
Net8TcpMachineSocket::GetPeerName(Address& address) const
{
    if (!m_connection)
    {
        return FailWith(ERROR_NOTCONN);
    }
    address = m_flow.GetPeer();
    return 0;
}

bool
Net8TcpMachineSocket::SetPeer(const Address& address)
{
    const bool bound = m_endPoint || m_endPoint6;
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto peer = InetSocketAddress::ConvertFrom(address);
        m_flow.peer = Net8TcpFlow::From(peer.GetIpv4());
        m_flow.peerPort = peer.GetPort();
        return bound ? !m_flow.ipv6 : Bind() == 0;
    }
    const auto peer = Inet6SocketAddress::ConvertFrom(address);
    if (peer.GetIpv6().IsIpv4MappedAddress())
    {
        return SetPeer(InetSocketAddress(peer.GetIpv6().GetIpv4MappedAddress(), peer.GetPort()));
    }
    m_flow.peer = Net8TcpFlow::From(peer.GetIpv6());
    m_flow.peerPort = peer.GetPort();
    return bound ? m_flow.ipv6 : Bind6() == 0;
}

uint32_t
Net8TcpMachineSocket::GetPathSegment(Net8TcpFlow flow) const
{
    const uint32_t path = m_host->FindRoute(flow, m_boundnetdevice).value_or(m_settings->mss);
    return m_options.maxSegment > 0 ? std::min(m_options.maxSegment, path) : path;
}

bool
Net8TcpMachineSocket::Register()
{
    if (auto* table = m_host->GetTable())
    {
        if (!table->GetFlows().Add(m_flow, this))
        {
            return false;
        }
        Release(); // The end point of Bind.
        m_hashed = true;
        return true;
    }
    const auto& tcp = m_host->GetTcp();
    if (m_flow.ipv6)
    {
        const auto local = Net8TcpFlow::To6(m_flow.local);
        const auto peer = Net8TcpFlow::To6(m_flow.peer);
        if (!m_endPoint6)
        {
            m_endPoint6 =
                tcp->Allocate6(m_boundnetdevice, local, m_flow.localPort, peer, m_flow.peerPort);
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
        m_endPoint =
            tcp->Allocate(m_boundnetdevice, local, m_flow.localPort, peer, m_flow.peerPort);
        SetCallbacks();
        return m_endPoint != nullptr;
    }
    m_endPoint->SetLocalAddress(local);
    m_endPoint->SetPeer(peer, m_flow.peerPort);
    return true;
}

} // namespace ns3::net8
