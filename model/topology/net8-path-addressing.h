// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_ADDRESSING_H
#define NET8_PATH_ADDRESSING_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Stacks, addresses and default routes of nodes, for IPv4, IPv6 or both.
 *
 * The stack of a node determines the rest: a node with both IP versions has an address, and each of
 * its routes, in both. The IPv6 addresses are unique local ones, as ns-3's routers drop the
 * documentation prefix.
 */
class Net8PathAddressing
{
  public:
    /// IP versions of a node.
    enum class IpVersion : uint8_t
    {
        V4,   ///< IPv4 only (attribute value `v4`).
        V6,   ///< IPv6 only (`v6`).
        DUAL, ///< Both (`dual`).
    };

    /// A subnet of both IP versions.
    struct Subnet
    {
        Ipv4Address ipv4; ///< Its IPv4 address.
        Ipv4Mask mask;    ///< Its IPv4 mask.
        Ipv6Address ipv6; ///< Its IPv6 address, with a prefix of 64 bits.

        /**
         * @param host number of a host
         * @return its IPv6 address
         */
        Ipv6Address GetIpv6(uint32_t host) const;
    };

    /**
     * Install an Internet stack with static routing, without jitter, duplicate address detection
     * and router discovery.
     *
     * @param node the node
     * @param ip its IP versions
     * @param hashed true to look up TCP connections in a hashed table, false in ns-3's list
     */
    static void InstallStack(Ptr<Node> node, IpVersion ip, bool hashed);

    /**
     * Assign a device an address for each IP version of its node.
     *
     * @param device the device
     * @param subnet its subnet
     * @param host number of the host in the subnet, from 1 to the maximum given by the mask
     */
    static void Assign(Ptr<NetDevice> device, const Subnet& subnet, uint32_t host);

    /**
     * @param device a device with an IPv4 address
     * @return its address
     */
    static Ipv4Address GetIpv4(Ptr<NetDevice> device);

    /**
     * @param device a device with an IPv4 address
     * @return the address of its subnet
     */
    static Ipv4Address GetSubnet(Ptr<NetDevice> device);

    /**
     * @param device a device with an IPv6 address
     * @return its first global address
     */
    static Ipv6Address GetIpv6(Ptr<NetDevice> device);

    /**
     * @param node a host with an address
     * @param port a port
     * @return its socket addresses, IPv4 first
     */
    static std::vector<Address> GetSocketAddresses(Ptr<Node> node, uint16_t port);

    /**
     * @param node a host with a stack and one link
     * @return its device on the link
     */
    static Ptr<NetDevice> GetHostDevice(Ptr<Node> node);

    /**
     * Add a default route for each IP version of the host.
     *
     * @param device the host's outgoing device
     * @param gateway the router's device on the same link
     */
    static void RouteDefault(Ptr<NetDevice> device, Ptr<NetDevice> gateway);
};

} // namespace ns3::net8

#endif /* NET8_PATH_ADDRESSING_H */
