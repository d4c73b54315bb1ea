// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IP_VERSION_H
#define NET8_IP_VERSION_H

#include "ns3/address.h"
#include "ns3/net8-ip-address.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

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

/**
 * @ingroup net8
 * @param socket the address of an IP socket
 * @return its IP address; an address of another kind is returned as it is
 */
Address WithoutPort(const Address& socket);

/**
 * @ingroup net8
 * @param socket the address of an IP socket
 * @return its port
 */
uint16_t PortOf(const Address& socket);

/**
 * @ingroup net8
 * @param ipv6 whether it is an address of IPv6
 * @param port a port
 * @return the address of sockets that listen on all addresses
 */
Address AnyAddress(bool ipv6, uint16_t port);

/**
 * @ingroup net8
 * @param node a node
 * @param port a port
 * @return the address of sockets that listen on all addresses, for each IP version of the node
 */
std::vector<Address> AnyAddresses(const Ptr<Node>& node, uint16_t port);

/**
 * @ingroup net8
 * Bind a socket to a free port.
 *
 * @param socket the socket
 * @param remote the address that it will connect to
 * @return whether there was a free port
 */
bool BindFor(const Ptr<Socket>& socket, const Address& remote);

} // namespace ns3::net8

#endif /* NET8_IP_VERSION_H */
