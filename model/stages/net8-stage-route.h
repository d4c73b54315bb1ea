// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_ROUTE_H
#define NET8_STAGE_ROUTE_H

#include "ns3/arp-cache.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mac48-address.h"
#include "ns3/ndisc-cache.h"
#include "ns3/net-device.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace ns3::net8
{

class Net8EthernetNetDevice;
class Net8StageLine;

/**
 * @ingroup net8
 * The route by which a router sends packets to an address.
 */
struct Net8StageRoute
{
    Net8StageLine* line{nullptr};           ///< A line to another router, or
    Net8EthernetNetDevice* device{nullptr}; ///< a device on a LAN; neither: left to the stack.
    Ptr<ArpCache> arp{};                    ///< IPv4 link addresses on that LAN, or
    Ptr<NdiscCache> ndisc{};                ///< IPv6 ones.
    Ipv4Address hop4{};                     ///< Next hop, whose link address is used.
    Ipv6Address hop6{};                     ///< The same for IPv6.

    /// The outgoing device, null if there is none, and the route on its LAN.
    using Found = std::pair<Ptr<NetDevice>, Net8StageRoute>;

    /**
     * Find the route by asking the stack of a router.
     *
     * @param router the router
     * @param destination an address
     * @return the route to it; none if the address is the router's own
     */
    static Found Ask(const Ptr<Node>& router, const Net8StageHead::Ip& destination);

    /**
     * @return link address of the next hop on the LAN; nothing unless the stack would send to it
     * without asking first and without changing its cache
     */
    std::optional<Mac48Address> FindNeighbour() const;

    /**
     * @param arp link addresses on a LAN
     * @param hop next hop
     * @return its link address; nothing unless the stack would send to it without asking first
     */
    static std::optional<Mac48Address> FindNeighbour(ArpCache& arp, Ipv4Address hop);
};

/**
 * @ingroup net8
 * The IPv6 neighbours of a node, as those who receive its packets without its stack note them.
 */
class Net8StageNeighbours
{
  public:
    /**
     * Note that the neighbour that sent an IPv6 packet is reachable, as ns-3's Ipv6L3Protocol does.
     *
     * @param node the node
     * @param device device that received the packet
     * @param head head of the packet
     */
    void Confirm(const Node& node, const Net8EthernetNetDevice& device, const Net8StageHead& head);

  private:
    /// Neighbour caches by device on a LAN.
    std::unordered_map<const Net8EthernetNetDevice*, Ptr<NdiscCache>> m_caches;
};

} // namespace ns3::net8

#endif // NET8_STAGE_ROUTE_H
