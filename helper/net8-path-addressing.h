// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_ADDRESSING_H
#define NET8_PATH_ADDRESSING_H

#include "ns3/address.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Stacks, addresses and static routes of a Net8Path, for IPv4 or IPv6.
 *
 * Subnets are numbered within a side: everything on the clients' side lies in 10.1.0.0/16 or
 * fd6e:6574:1::/48, on the server's side in 10.2.0.0/16 or fd6e:6574:2::/48, and the links between
 * routers in 10.3.0.0/16 or fd6e:6574:3::/48, so that two routes per router suffice.
 * The IPv6 addresses are unique local ones, as ns-3's routers drop the documentation prefix.
 */
class Net8PathAddressing
{
  public:
    /// Part of the path.
    enum class Side : uint8_t
    {
        CLIENT = 1, ///< Clients' side.
        SERVER = 2, ///< Server's side.
        CORE = 3,   ///< Between routers.
    };

    /**
     * @param ipv6 IPv6 instead of IPv4
     */
    void SetIpv6(bool ipv6);

    /**
     * @return true for IPv6
     */
    bool IsIpv6() const;

    /**
     * @param hashed whether stacks find TCP connections in a hashed table, which they do unless
     * told otherwise, or in ns-3's list
     */
    void SetHashedDemux(bool hashed);

    /**
     * Install an Internet stack of one IP version with static routing, without jitter, duplicate
     * address detection and router discovery.
     *
     * @param node the node
     */
    void InstallStack(Ptr<Node> node) const;

    /**
     * Give a device an address.
     *
     * @param device the device
     * @param side the side of its subnet
     * @param subnet number of the subnet within the side, 0 to 127; subnet 0 takes up to 32,000
     * hosts, others up to 250
     * @param host number of the host in the subnet, from 1
     */
    void Assign(Ptr<NetDevice> device, Side side, uint32_t subnet, uint32_t host) const;

    /**
     * @param node a host with an address
     * @param port a port
     * @return its socket address
     */
    Address GetSocketAddress(Ptr<Node> node, uint16_t port) const;

    /**
     * @param node a host with a stack and one link
     * @return its device on the link
     */
    static Ptr<NetDevice> GetHostDevice(Ptr<Node> node);

    /**
     * Add a default route.
     *
     * @param device the host's device to send through
     * @param gateway the router's device on the same link
     */
    void RouteDefault(Ptr<NetDevice> device, Ptr<NetDevice> gateway) const;

    /**
     * Add a route to all subnets of one side.
     *
     * @param side CLIENT or SERVER
     * @param device the router's device to send through
     * @param gateway the next router's device on the same link
     */
    void RouteSide(Side side, Ptr<NetDevice> device, Ptr<NetDevice> gateway) const;

  private:
    /**
     * @param device a device with an address
     * @return its first global address
     */
    Address GetDeviceAddress(Ptr<NetDevice> device) const;
    /**
     * Give an IPv4 device its address.
     *
     * @param device the device
     * @param side the side of its subnet
     * @param subnet number of the subnet
     * @param host number of the host
     */
    void Assign4(Ptr<NetDevice> device, Side side, uint32_t subnet, uint32_t host) const;
    /**
     * Give an IPv6 device its address.
     *
     * @param device the device
     * @param side the side of its subnet
     * @param subnet number of the subnet
     * @param host number of the host
     */
    void Assign6(Ptr<NetDevice> device, Side side, uint32_t subnet, uint32_t host) const;

    bool m_ipv6{false};       ///< IPv6 instead of IPv4.
    bool m_hashedDemux{true}; ///< TCP connections are in a hashed table.
};

} // namespace ns3::net8

#endif /* NET8_PATH_ADDRESSING_H */
