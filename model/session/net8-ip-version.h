// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IP_VERSION_H
#define NET8_IP_VERSION_H

#include "ns3/address.h"
#include "ns3/net8-ip-address.h"
#include "ns3/node.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * @param address an IP address or the address of an IP socket
 * @return true for IPv6, false for IPv4
 */
bool IsIpv6(const Address& address);

/**
 * @ingroup net8
 * @param address an IP address or the address of an IP socket
 * @return the IP address, for code that knows no simulator
 */
IpAddress ToIpAddress(const Address& address);

/**
 * @ingroup net8
 * @param node a node
 * @param address an IP address or the address of an IP socket
 * @return true if the node has a stack of the address's IP version
 */
bool HasStackFor(const Ptr<Node>& node, const Address& address);

} // namespace ns3::net8

#endif /* NET8_IP_VERSION_H */
