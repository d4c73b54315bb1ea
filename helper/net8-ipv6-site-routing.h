// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IPV6_SITE_ROUTING_H
#define NET8_IPV6_SITE_ROUTING_H

#include "net8-network-addresses.h"

#include "ns3/ipv6-route.h"
#include "ns3/ipv6-static-routing.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The IPv6 routes of a router in a network of sites: one per site, found by the site's number in
 * its addresses, where ns-3's static routing checks all of its routes for each packet. Destinations
 * at no site are left to static routing.
 */
class Net8Ipv6SiteRouting : public Ipv6StaticRouting
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Ipv6SiteRouting();
    ~Net8Ipv6SiteRouting() override;

    /**
     * @param sites finds sites by address
     */
    void SetSites(std::shared_ptr<const Net8NetworkAddresses> sites);

    /**
     * @param site number of a site
     * @param device the router's outgoing device
     * @param gateway address of the next router; "any": the site is on that device
     */
    void SetRoute(uint32_t site, const Ptr<NetDevice>& device, Ipv6Address gateway);

    // Inherited
    Ptr<Ipv6Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv6Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv6Header& header,
                    Ptr<const NetDevice> device,
                    const UnicastForwardCallback& forward,
                    const MulticastForwardCallback& multicast,
                    const LocalDeliverCallback& deliver,
                    const ErrorCallback& fail) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param address destination of a packet
     * @return the route to its site; null if it is at none, or is this router
     */
    Ptr<Ipv6Route> Find(Ipv6Address address) const;

    std::shared_ptr<const Net8NetworkAddresses> m_sites; ///< Finds sites by address.
    std::vector<Ptr<Ipv6Route>> m_routes;                ///< Routes by number of the site.
    Ptr<Ipv6Route> m_last;                               ///< Route that was set last.
};

} // namespace ns3::net8

#endif /* NET8_IPV6_SITE_ROUTING_H */
