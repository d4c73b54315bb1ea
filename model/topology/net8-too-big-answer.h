// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TOO_BIG_ANSWER_H
#define NET8_TOO_BIG_ANSWER_H

#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Tells the sender of a packet that it is too large for the next link of a router: ICMP
 * "fragmentation needed" (RFC 1191) or ICMPv6 "packet too big" (RFC 8201).
 */
class Net8TooBigAnswer
{
  public:
    /**
     * Send the message.
     *
     * @param router the router
     * @param packet the packet, with its IP header
     * @param mtu MTU of its next link, bytes
     */
    static void Send(const Ptr<Node>& router, const Ptr<const Packet>& packet, uint32_t mtu);
};

} // namespace ns3::net8

#endif // NET8_TOO_BIG_ANSWER_H
