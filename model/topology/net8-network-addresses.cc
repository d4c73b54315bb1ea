// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-addresses.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/// First bytes of all IPv6 addresses.
constexpr std::array<uint8_t, 5> PREFIX{0xfd, 0x6e, 0x65, 0x74, 0};
constexpr uint32_t SITES = 0x0a000000;    ///< 10.0.0.0.
constexpr uint64_t SITES_SIZE = 1U << 24; ///< Number of addresses in 10.0.0.0/8.
constexpr uint32_t LINKS = 0xac100000;    ///< 172.16.0.0.
constexpr uint32_t LINK_SIZE = 4;         ///< Addresses per link: the subnet, two ends, broadcast.
constexpr uint32_t LINKS_MOST = 0xffff;   ///< Most links that IPv6 subnet numbers allow.
constexpr uint32_t SITES_MOST = 0xffff;   ///< Most sites that they allow.
constexpr uint8_t SITE_KIND = 1;          ///< Byte that marks the IPv6 address of a site.
constexpr uint8_t LINK_KIND = 2;          ///< The same for a link.
constexpr uint32_t NUMBERS = 256;         ///< Size of a block whose first numbers are not used.

/**
 * @param kind 1 for sites, 2 for links
 * @param number number of the subnet
 * @return fd6e:6574:kind:number::
 */
Ipv6Address
MakeIpv6(uint8_t kind, uint32_t number)
{
    std::array<uint8_t, 16> bytes{0xfd, 0x6e, 0x65, 0x74};
    bytes[5] = kind;
    bytes[6] = static_cast<uint8_t>(number >> 8);
    bytes[7] = static_cast<uint8_t>(number);
    return Ipv6Address(bytes.data());
}

/**
 * @param address an IPv6 address with PREFIX
 * @return the number of its subnet behind it
 */
uint32_t
GetKey(Ipv6Address address)
{
    std::array<uint8_t, 16> bytes{};
    address.GetBytes(bytes.data());
    return uint32_t{bytes[5]} << 16 | uint32_t{bytes[6]} << 8 | bytes[7];
}

} // namespace

Net8NetworkAddresses::Net8NetworkAddresses() = default;
Net8NetworkAddresses::~Net8NetworkAddresses() = default;

uint32_t
Net8NetworkAddresses::GetNext(uint32_t number) const
{
    ++number;
    return number % NUMBERS < FIRST_HOST ? number - number % NUMBERS + FIRST_HOST : number;
}

Net8PathAddressing::Subnet
Net8NetworkAddresses::TakeSite(uint32_t hosts, uint32_t& size)
{
    const uint64_t needed = (uint64_t{hosts} / (NUMBERS - FIRST_HOST) + 1) * NUMBERS + 1;
    const uint64_t room = std::bit_ceil(needed);
    const uint64_t start = (m_nextSite + room - 1) / room * room;
    if (start + room > SITES_SIZE || m_known.size() >= SITES_MOST)
    {
        throw std::invalid_argument("The sites of the network have more hosts together than "
                                    "10.0.0.0/8 has addresses.");
    }
    m_nextSite = start + room;
    size = static_cast<uint32_t>(room);
    const Net8PathAddressing::Subnet subnet{
        .ipv4 = Ipv4Address(SITES + static_cast<uint32_t>(start)),
        .mask = Ipv4Mask(~(size - 1)),
        .ipv6 = MakeIpv6(SITE_KIND, static_cast<uint32_t>(m_known.size() + 1))};
    Add(subnet);
    return subnet;
}

Net8PathAddressing::Subnet
Net8NetworkAddresses::TakeHost(bool)
{
    uint32_t size = 0;
    return TakeSite(1, size);
}

void
Net8NetworkAddresses::Add(const Net8PathAddressing::Subnet& subnet)
{
    const Known known{.start = subnet.ipv4.Get(),
                      .size = ~subnet.mask.Get() + 1,
                      .number = static_cast<uint32_t>(m_known.size())};
    m_ipv6.emplace(GetKey(subnet.ipv6), known.number);
    m_known.insert(std::ranges::upper_bound(m_known, known.start, {}, &Known::start), known);
}

std::optional<uint32_t>
Net8NetworkAddresses::FindSite(Ipv4Address address) const
{
    const auto next = std::ranges::upper_bound(m_known, address.Get(), {}, &Known::start);
    if (next == m_known.begin())
    {
        return std::nullopt;
    }
    const auto& known = *(next - 1);
    return address.Get() - known.start < known.size ? std::optional(known.number) : std::nullopt;
}

std::optional<uint32_t>
Net8NetworkAddresses::FindSite(Ipv6Address address) const
{
    std::array<uint8_t, 16> bytes{};
    address.GetBytes(bytes.data());
    const auto known = m_ipv6.find(GetKey(address));
    const bool of = std::equal(PREFIX.begin(), PREFIX.end(), bytes.begin());
    return of && known != m_ipv6.end() ? std::optional(known->second) : std::nullopt;
}

Net8PathAddressing::Subnet
Net8NetworkAddresses::TakeLink()
{
    if (m_links >= LINKS_MOST)
    {
        throw std::invalid_argument("A network has at most " + std::to_string(LINKS_MOST) +
                                    " links.");
    }
    const uint32_t number = m_links++;
    return {.ipv4 = Ipv4Address(LINKS + number * LINK_SIZE),
            .mask = Ipv4Mask(~(LINK_SIZE - 1)),
            .ipv6 = MakeIpv6(LINK_KIND, number + 1)};
}

} // namespace ns3::net8
