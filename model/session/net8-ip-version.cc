// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ip-version.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"

namespace ns3::net8
{

bool
IsIpv6(const Address& address)
{
    return Ipv6Address::IsMatchingType(address) || Inet6SocketAddress::IsMatchingType(address);
}

IpAddress
ToIpAddress(const Address& address)
{
    IpAddress plain;
    const auto ip = WithoutPort(address);
    if (Ipv4Address::IsMatchingType(ip))
    {
        Ipv4Address::ConvertFrom(ip).Serialize(plain.bytes.data());
        plain.bits = IpAddress::IPV4_BITS;
    }
    else if (Ipv6Address::IsMatchingType(ip))
    {
        Ipv6Address::ConvertFrom(ip).Serialize(plain.bytes.data());
        plain.bits = IpAddress::IPV6_BITS;
    }
    return plain;
}

bool
HasStackFor(const Ptr<Node>& node, const Address& address)
{
    return IsIpv6(address) ? node->GetObject<Ipv6>() != nullptr
                           : node->GetObject<Ipv4>() != nullptr;
}

Address
WithoutPort(const Address& socket)
{
    if (InetSocketAddress::IsMatchingType(socket))
    {
        return InetSocketAddress::ConvertFrom(socket).GetIpv4();
    }
    if (Inet6SocketAddress::IsMatchingType(socket))
    {
        return Inet6SocketAddress::ConvertFrom(socket).GetIpv6();
    }
    return socket;
}

uint16_t
PortOf(const Address& socket)
{
    return Inet6SocketAddress::IsMatchingType(socket)
               ? Inet6SocketAddress::ConvertFrom(socket).GetPort()
               : InetSocketAddress::ConvertFrom(socket).GetPort();
}

Address
AnyAddress(bool ipv6, uint16_t port)
{
    return ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), port))
                : Address(InetSocketAddress(Ipv4Address::GetAny(), port));
}

std::vector<Address>
AnyAddresses(const Ptr<Node>& node, uint16_t port)
{
    std::vector<Address> found{AnyAddress(false, port), AnyAddress(true, port)};
    std::erase_if(found, [&node](const Address& local) { return !HasStackFor(node, local); });
    return found;
}

bool
BindFor(const Ptr<Socket>& socket, const Address& remote)
{
    return (IsIpv6(remote) ? socket->Bind6() : socket->Bind()) == 0;
}

} // namespace ns3::net8
