// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ip-address.h"

#include <algorithm>
#include <arpa/inet.h>

namespace ns3::net8
{

IpAddress
IpAddress::Parse(const std::string& text)
{
    IpAddress address;
    if (inet_pton(AF_INET, text.c_str(), address.bytes.data()) == 1)
    {
        address.bits = IPV4_BITS;
    }
    else if (inet_pton(AF_INET6, text.c_str(), address.bytes.data()) == 1)
    {
        address.bits = IPV6_BITS;
    }
    return address;
}

std::string
IpAddress::Print() const
{
    std::array<char, INET6_ADDRSTRLEN> written{};
    inet_ntop(bits == IPV4_BITS ? AF_INET : AF_INET6, bytes.data(), written.data(), written.size());
    return written.data();
}

IpAddress
IpAddress::Unmap() const
{
    // RFC 4291, 2.5.5.2: 80 bits of 0, 16 of 1, then the IPv4 address.
    constexpr std::array<uint8_t, 12> MAPPED{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (bits != IPV6_BITS || !std::equal(MAPPED.begin(), MAPPED.end(), bytes.begin()))
    {
        return *this;
    }
    IpAddress address{.bits = IPV4_BITS};
    std::copy(bytes.begin() + MAPPED.size(), bytes.end(), address.bytes.begin());
    return address;
}

} // namespace ns3::net8
