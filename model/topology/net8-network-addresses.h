// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_ADDRESSES_H
#define NET8_NETWORK_ADDRESSES_H

#include "net8-path-addressing.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Assigns the subnets of a network: sites, and hosts with a link of their own, in 10.0.0.0/8 or
 * fd6e:6574:1:n::/64, links in 172.16.0.0/12 or fd6e:6574:2:n::/64. Subnets of hosts are numbered
 * from 0 in the order in which they were taken.
 */
class Net8NetworkAddresses
{
  public:
    /// Numbers below this one in each 256 are not used for clients and servers.
    static constexpr uint32_t FIRST_HOST = 11;

    Net8NetworkAddresses();
    virtual ~Net8NetworkAddresses();

    /**
     * @param hosts number of hosts that must fit
     * @param size receives its number of addresses
     * @return subnet of the next site
     * @throw std::invalid_argument with one sentence if no addresses are left
     */
    virtual Net8PathAddressing::Subnet TakeSite(uint32_t hosts, uint32_t& size);

    /**
     * @param near whether the host is on the clients' side
     * @return subnet of the next host that has a link of its own to a router
     * @throw std::invalid_argument with one sentence if no addresses are left
     */
    virtual Net8PathAddressing::Subnet TakeHost(bool near);

    /**
     * @return subnet of the next link, with room for its two ends
     * @throw std::invalid_argument with one sentence if no addresses are left
     */
    virtual Net8PathAddressing::Subnet TakeLink();

    /**
     * @param address an address
     * @return number of its subnet; nothing if it belongs to no site
     */
    std::optional<uint32_t> FindSite(Ipv4Address address) const;

    /**
     * @param address an address
     * @return number of its subnet; nothing if it belongs to no site
     */
    std::optional<uint32_t> FindSite(Ipv6Address address) const;

    /**
     * @param number number of a host at a site; 0: none yet
     * @return number of the next host
     */
    virtual uint32_t GetNext(uint32_t number) const;

  protected:
    /**
     * Give a subnet of hosts the next number.
     *
     * @param subnet the subnet
     */
    void Add(const Net8PathAddressing::Subnet& subnet);

  private:
    /// A subnet of hosts.
    struct Known
    {
        uint32_t start{0};  ///< Its first address.
        uint32_t size{0};   ///< Number of its addresses.
        uint32_t number{0}; ///< Its number.
    };

    uint32_t m_links{0};        ///< Number of links so far.
    uint64_t m_nextSite{0};     ///< Number of site addresses in use.
    std::vector<Known> m_known; ///< Subnets of hosts, in the order of their addresses.
    std::unordered_map<uint32_t, uint32_t> m_ipv6; ///< Their numbers by bits 40 to 63 of IPv6.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_ADDRESSES_H */
