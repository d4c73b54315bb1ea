// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_HOST_H
#define NET8_STAGE_HOST_H

#include "ns3/arp-cache.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/net8-stage-clock.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <unordered_map>

namespace ns3::net8
{

class Net8EthernetNetDevice;

/**
 * @ingroup net8
 * A host whose TCP over IPv4 bypasses ns3::Ipv4L3Protocol, the decisions of ARP and traffic control
 * on sending, where these are only code without simulated effects.
 *
 * A TCP packet gets the same header that ns-3 would write, identification included, and the link
 * address that the host knows. If ARP has to resolve the address first, the packet is passed to
 * ns-3's interface, which holds it meanwhile; so is a packet with tags. Everything else is left to
 * the stack: IPv6, UDP, reception, and all that is sent through a queue discipline or to the host
 * itself. The frames are identical, byte for byte; trace sources of ns3::Ipv4L3Protocol and of
 * traffic control do not see what bypasses them.
 */
class Net8StageHost : public SimpleRefCount<Net8StageHost>
{
  public:
    /**
     * Let the devices of a host compute when frames leave, if they have no queue discipline and are
     * not being watched.
     *
     * @param clock schedules arrivals of frames
     * @param node the host
     */
    static void ComputeDevices(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);

    /**
     * Insert itself between TCP and IP of a host.
     *
     * @param clock knows whether packets have checksums
     * @param node the host, with IPv4 and TCP
     */
    static void Install(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);

    /**
     * @param clock knows whether packets have checksums
     * @param node the host, with IPv4 and TCP
     */
    Net8StageHost(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);
    ~Net8StageHost();

  private:
    /// How packets between a pair of addresses are sent.
    struct Passage
    {
        Net8EthernetNetDevice* device{nullptr}; ///< The device; null: the stack sends them.
        Ptr<Ipv4Interface> interface{};         ///< The interface of the device.
        Ptr<ArpCache> arp{};                    ///< ARP cache.
        Ipv4Address hop{};                      ///< Next hop, whose link address is used.
        uint16_t identification{0};             ///< Identification of the next packet.
    };

    /**
     * Send a TCP packet.
     *
     * @param packet the packet, TCP header included
     * @param source source address
     * @param destination destination address
     * @param protocol number of TCP
     * @param route route to pass to IP
     */
    void Send(const Ptr<Packet>& packet,
              Ipv4Address source,
              Ipv4Address destination,
              uint8_t protocol,
              const Ptr<Ipv4Route>& route);

    /**
     * @param source an address of the host
     * @param destination an address
     * @param route the route there; null: unknown
     * @return how packets between the two are sent
     */
    Passage& FindPassage(Ipv4Address source, Ipv4Address destination, const Ptr<Ipv4Route>& route);

    /**
     * @param route a route; null: unknown
     * @param destination destination of the route
     * @return how packets on it are sent
     */
    Passage MakePassage(const Ptr<Ipv4Route>& route, Ipv4Address destination) const;

    /**
     * Send a packet through ns-3's interface.
     *
     * @param passage how packets of the pair are sent
     * @param packet the packet, TCP header included
     * @param source source address
     * @param destination destination address
     */
    void SendSlowly(Passage& passage,
                    const Ptr<Packet>& packet,
                    Ipv4Address source,
                    Ipv4Address destination) const;

    Ptr<Net8StageClock> m_clock;                      ///< Knows whether packets have checksums.
    Ptr<Ipv4L3Protocol> m_ip;                         ///< IPv4 of the host.
    IpL4Protocol::DownTargetCallback m_stack;         ///< The stack's own way to send.
    std::unordered_map<uint64_t, Passage> m_passages; ///< Passages by source and destination.
    uint8_t m_ttl{0};                                 ///< Time to live of packets.
};

} // namespace ns3::net8

#endif // NET8_STAGE_HOST_H
