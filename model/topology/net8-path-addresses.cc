// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-addresses.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

constexpr uint32_t CLIENT = 1; ///< Number of the clients' side in addresses.
constexpr uint32_t SERVER = 2; ///< The same of the server's side.
constexpr uint32_t CORE = 3;   ///< The same of the links.
constexpr uint32_t MOST = 127; ///< Most subnets of a side beside the first.

/**
 * @param side number of a side
 * @param subnet number of a subnet in it; the first, 0, has room for 32,000 hosts, others for 250
 * @return the subnet
 */
Net8PathAddressing::Subnet
MakeSubnet(uint32_t side, uint32_t subnet)
{
    // 10.side.0.0/17 for subnet 0, 10.side.(127 + subnet).0/24 for the others.
    const uint32_t net = (10U << 24) | (side << 16);
    const uint32_t third = (subnet == 0) ? 0 : 127 + subnet;
    std::array<uint8_t, 16> ipv6{0xfd, 0x6e, 0x65, 0x74};
    ipv6[5] = static_cast<uint8_t>(side);
    ipv6[7] = static_cast<uint8_t>(subnet);
    return {.ipv4 = Ipv4Address(net + (third << 8)),
            .mask = Ipv4Mask(subnet == 0 ? "255.255.128.0" : "255.255.255.0"),
            .ipv6 = Ipv6Address(ipv6.data())};
}

} // namespace

Net8PathAddresses::Net8PathAddresses(bool oneLan)
    : m_oneLan(oneLan)
{
}

Net8PathAddressing::Subnet
Net8PathAddresses::TakeSite(uint32_t, uint32_t& size)
{
    const auto subnet = MakeSubnet(CLIENT, 0);
    size = ~subnet.mask.Get() + 1;
    Add(subnet);
    return subnet;
}

Net8PathAddressing::Subnet
Net8PathAddresses::TakeHost(bool near)
{
    if (m_hosts > MOST)
    {
        throw std::invalid_argument("A WAN path takes at most " + std::to_string(MOST) +
                                    " hosts beside clients and server.");
    }
    const auto subnet = MakeSubnet(near ? CLIENT : SERVER, m_hosts++);
    Add(subnet);
    return subnet;
}

Net8PathAddressing::Subnet
Net8PathAddresses::TakeLink()
{
    return MakeSubnet(CORE, ++m_links);
}

uint32_t
Net8PathAddresses::GetNext(uint32_t number) const
{
    return m_oneLan && number == 0 ? 1 : std::max(number + 1, FIRST_HOST);
}

} // namespace ns3::net8
