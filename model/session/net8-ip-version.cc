// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ip-version.h"

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
    if (InetSocketAddress::IsMatchingType(address))
    {
        return ToIpAddress(InetSocketAddress::ConvertFrom(address).GetIpv4());
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        return ToIpAddress(Inet6SocketAddress::ConvertFrom(address).GetIpv6());
    }
    if (Ipv4Address::IsMatchingType(address))
    {
        Ipv4Address::ConvertFrom(address).Serialize(plain.bytes.data());
        plain.bits = IpAddress::IPV4_BITS;
    }
    else if (Ipv6Address::IsMatchingType(address))
    {
        Ipv6Address::ConvertFrom(address).Serialize(plain.bytes.data());
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

} // namespace ns3::net8
