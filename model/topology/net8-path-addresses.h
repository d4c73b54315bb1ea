// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_ADDRESSES_H
#define NET8_PATH_ADDRESSES_H

#include "net8-network-addresses.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The subnets of a path: on the clients' side 10.1.0.0/16 or fd6e:6574:1::/48, on the server's side
 * 10.2.0.0/16 or fd6e:6574:2::/48, of the links 10.3.0.0/16 or fd6e:6574:3::/48.
 */
class Net8PathAddresses : public Net8NetworkAddresses
{
  public:
    /**
     * @param oneLan whether all hosts are on one LAN, where the server has the first address
     */
    explicit Net8PathAddresses(bool oneLan);

    // Inherited
    Net8PathAddressing::Subnet TakeSite(uint32_t hosts, uint32_t& size) override;
    Net8PathAddressing::Subnet TakeHost(bool near) override;
    Net8PathAddressing::Subnet TakeLink() override;
    uint32_t GetNext(uint32_t number) const override;

  private:
    bool m_oneLan{false}; ///< All hosts are on one LAN.
    uint32_t m_hosts{0};  ///< Hosts with links of their own so far; the first is the server.
    uint32_t m_links{0};  ///< Links so far.
};

} // namespace ns3::net8

#endif /* NET8_PATH_ADDRESSES_H */
