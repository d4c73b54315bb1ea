// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_ADDRESSES_H
#define NET8_NETWORK_ADDRESSES_H

#include "net8-path-addressing.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Assigns the subnets of a network: sites in 10.0.0.0/8 or fd6e:6574:1:n::/64, links in
 * 172.16.0.0/12 or fd6e:6574:2:n::/64.
 */
class Net8NetworkAddresses
{
  public:
    /// Numbers below this one in each 256 are not used for clients and servers.
    static constexpr uint32_t FIRST_HOST = 11;

    /**
     * @param hosts number of hosts that must fit
     * @param size receives its number of addresses
     * @return subnet of the next site
     * @throw std::invalid_argument with one sentence if no addresses are left
     */
    Net8PathAddressing::Subnet TakeSite(uint32_t hosts, uint32_t& size);

    /**
     * @return subnet of the next link, with room for its two ends
     * @throw std::invalid_argument with one sentence if no addresses are left
     */
    Net8PathAddressing::Subnet TakeLink();

    /**
     * @param address an address
     * @return number of its site, from 0 in the order of TakeSite; nothing if it belongs to no site
     */
    std::optional<uint32_t> FindSite(Ipv4Address address) const;

    /**
     * @param address an address
     * @return number of its site, from 0 in the order of TakeSite; nothing if it belongs to no site
     */
    std::optional<uint32_t> FindSite(Ipv6Address address) const;

    /**
     * @param number number of a host
     * @return number of the next host
     */
    static uint32_t GetNext(uint32_t number);

  private:
    uint32_t m_links{0};            ///< Number of links so far.
    uint64_t m_nextSite{0};         ///< Number of site addresses in use.
    std::vector<uint32_t> m_starts; ///< First address of each site, ascending.
    std::vector<uint32_t> m_sizes;  ///< Number of addresses of each site.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_ADDRESSES_H */
