// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_HOST_H
#define NET8_STAGE_HOST_H

#include "net8-stage-clock.h"

#include "ns3/arp-cache.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
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
 * A host whose TCP over IPv4 sends past ns3::Ipv4L3Protocol, ARP's decisions and traffic control
 * where those are code alone.
 *
 * What its TCP sends gets the header that ns-3 would write, its identification included, and the
 * link address that the host knows. A packet for which ARP has still to ask is handed to ns-3's
 * interface, which keeps it meanwhile; so is one with tags. All else is the stack's: IPv6, UDP, all
 * that comes in, and all that is sent through a queue discipline or to the host itself. So frames
 * are the same, byte for byte; trace sources of ns3::Ipv4L3Protocol and of traffic control do not
 * see what goes past them.
 */
class Net8StageHost : public SimpleRefCount<Net8StageHost>
{
  public:
    /**
     * Let devices of a host compute when frames leave them: those without queue discipline that
     * nobody watches.
     *
     * @param clock lets frames arrive
     * @param node the host
     */
    static void ComputeDevices(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);

    /**
     * Stand between TCP and IP of a host.
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
    /// Where packets of a pair of addresses go.
    struct Way
    {
        Net8EthernetNetDevice* device{nullptr}; ///< The device; null: the stack sends them.
        Ptr<Ipv4Interface> interface{};         ///< The interface on it.
        Ptr<ArpCache> arp{};                    ///< Link addresses.
        Ipv4Address hop{};                      ///< Whose link address to use.
        uint16_t identification{0};             ///< Of the next packet.
    };

    /**
     * Send a packet of TCP.
     *
     * @param packet the packet, TCP header included
     * @param source from where
     * @param destination to where
     * @param protocol number of TCP
     * @param route what IP is to be told
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
     * @return where packets between the two go
     */
    Way& FindWay(Ipv4Address source, Ipv4Address destination, const Ptr<Ipv4Route>& route);

    /**
     * @param route a route; null: unknown
     * @param destination where it leads
     * @return the same as a way
     */
    Way MakeWay(const Ptr<Ipv4Route>& route, Ipv4Address destination) const;

    /**
     * Let ns-3's interface send a packet.
     *
     * @param way where it goes
     * @param packet the packet, TCP header included
     * @param source from where
     * @param destination to where
     */
    void SendSlowly(Way& way,
                    const Ptr<Packet>& packet,
                    Ipv4Address source,
                    Ipv4Address destination) const;

    Ptr<Net8StageClock> m_clock;              ///< Knows whether packets have checksums.
    Ptr<Ipv4L3Protocol> m_ip;                 ///< IPv4 of the host.
    IpL4Protocol::DownTargetCallback m_stack; ///< Its way of sending.
    std::unordered_map<uint64_t, Way> m_ways; ///< By source and destination.
    uint8_t m_ttl{0};                         ///< Time to live of packets.
};

} // namespace ns3::net8

#endif // NET8_STAGE_HOST_H
