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
 * 2001:db8:1::/48, on the server's side in 10.2.0.0/16 or 2001:db8:2::/48, and the links between
 * routers in 10.3.0.0/16 or 2001:db8:3::/48, so that two routes per router suffice.
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
     * Install an Internet stack with static routing only.
     *
     * @param node the node
     * @param router true when it forwards packets
     */
    void InstallStack(Ptr<Node> node, bool router) const;

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
     * @param node a host with one address, or a router
     * @return its first global address
     */
    Address GetAddress(Ptr<Node> node) const;

    /**
     * @param node a host with one address
     * @param port a port
     * @return its socket address
     */
    Address GetSocketAddress(Ptr<Node> node, uint16_t port) const;

    /**
     * Add a default route.
     *
     * @param node the host
     * @param device the device to send through
     * @param gateway the router's device on the same link
     */
    void RouteDefault(Ptr<Node> node, Ptr<NetDevice> device, Ptr<NetDevice> gateway) const;

    /**
     * Add a route to all subnets of one side.
     *
     * @param node the router
     * @param side CLIENT or SERVER
     * @param device the device to send through
     * @param gateway the next router's device on the same link
     */
    void RouteSide(Ptr<Node> node, Side side, Ptr<NetDevice> device, Ptr<NetDevice> gateway) const;

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

    bool m_ipv6{false}; ///< IPv6 instead of IPv4.
};

} // namespace ns3::net8

#endif /* NET8_PATH_ADDRESSING_H */
