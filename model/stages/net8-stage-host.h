// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_HOST_H
#define NET8_STAGE_HOST_H

#include "net8-stage-route.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/net8-packet-slice.h"
#include "ns3/net8-stage-clock.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/net8-stage-node.h"
#include "ns3/net8-tcp-flow.h"
#include "ns3/net8-tcp-segment.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace ns3::net8
{

class Net8EthernetNetDevice;
class Net8TcpTables;

/**
 * @ingroup net8
 * A host whose TCP bypasses IP, the decisions of ARP and neighbour discovery, and traffic control,
 * where these are only code without simulated effects.
 *
 * A segment of the TCP machine is sent as a plain frame (see Net8PlainSegment), of which somebody
 * who looks at it makes a packet with the headers that ns-3 would have written, identification
 * included, and with the link address that the host knows. Another TCP packet over IPv4 gets the
 * same headers. If ARP has to resolve the address first, the packet is passed to ns-3's interface,
 * which holds it meanwhile; so is a packet with tags. A plain frame that arrives is passed to the
 * connection of the TCP machine that it belongs to, if the host has one; with IPv6 its neighbour is
 * reachable, as ns-3 notes it. Everything else is left to the stack: UDP, frames that are packets,
 * IPv6 that is sent once a router has told of a smaller MTU, and all that is sent through a queue
 * discipline or to the host itself. The frames are identical, byte for byte; trace sources and raw
 * sockets of ns-3's IP and trace sources of traffic control do not see what bypasses them.
 */
class Net8StageHost : public Net8StageNode
{
  public:
    /**
     * Let the devices of a host compute when frames leave, if they have no queue discipline and are
     * not being watched, and insert itself between TCP and IP of the host.
     *
     * @param clock schedules arrivals of frames
     * @param node the host, with TCP
     */
    static void TakeOver(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);

    /**
     * @param clock knows whether packets have checksums
     * @param node the host, with TCP
     */
    Net8StageHost(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);
    ~Net8StageHost() override;

    bool Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame) override;

  private:
    /// How packets between a pair of addresses are sent.
    struct Passage
    {
        Net8StageRoute route{};         ///< Device and next hop; no device: the stack sends them.
        Ptr<Ipv4Interface> interface{}; ///< The interface of the device, for IPv4.
        uint16_t identification{0};     ///< Identification of the next packet.
    };

    /**
     * Send a segment as a plain frame.
     *
     * @param flow its addresses and ports
     * @param segment the segment
     * @param payload its payload
     * @return false if it has to be sent as a packet
     */
    bool SendPlain(const Net8TcpFlow& flow,
                   const TcpSegment& segment,
                   const Net8PacketSlice& payload);

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

    /// A pair of addresses.
    struct Pair
    {
        Net8StageHead::Ip source{};      ///< Source address.
        Net8StageHead::Ip destination{}; ///< Destination address.

        /**
         * @param other another pair
         * @return whether they are equal
         */
        bool operator==(const Pair& other) const = default;
    };

    /// Hashes pairs of addresses.
    struct Hash
    {
        /**
         * @param pair a pair
         * @return its hash
         */
        std::size_t operator()(const Pair& pair) const
        {
            const uint64_t from = pair.source.high ^ pair.source.low * 0xff51afd7ed558ccdULL;
            const uint64_t to = pair.destination.high ^ pair.destination.low;
            return static_cast<std::size_t>((from ^ to) * 0x9e3779b97f4a7c15ULL);
        }
    };

    /**
     * @param flow addresses and ports
     * @return how its packets are sent; null: the stack has not sent one yet
     */
    std::pair<const Pair, Passage>* FindPassage(const Net8TcpFlow& flow);

    /**
     * @param route a route; null: unknown
     * @param destination destination of the route
     * @return how packets on it are sent
     */
    Passage MakePassage(const Ptr<Ipv4Route>& route, Ipv4Address destination) const;

    /// @param route a route; null: unknown
    /// @param destination destination of the route
    /// @return how packets on it are sent
    Passage MakePassage(const Ptr<Ipv6Route>& route, Ipv6Address destination) const;

    /**
     * Note how TCP packets over IPv6 between two addresses are sent.
     *
     * @param source an address of the host
     * @param destination an address
     * @param route the route there; null: unknown
     */
    void Note(Ipv6Address source, Ipv6Address destination, const Ptr<Ipv6Route>& route);

    /**
     * Note that a router tells of a smaller MTU.
     *
     * @param frame a frame that arrived
     */
    void NoteTooBig(const Packet& frame);

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

    /**
     * @param address an address
     * @return whether it is one of the host
     */
    bool IsOwn(const Net8StageHead::Ip& address) const;

    Ptr<Ipv4L3Protocol> m_ip;                           ///< IPv4 of the host; null: none.
    Ptr<Ipv6L3Protocol> m_ip6;                          ///< IPv6 of the host; null: none.
    IpL4Protocol::DownTargetCallback m_stack;           ///< The stack's own way to send over IPv4.
    std::unordered_map<Pair, Passage, Hash> m_passages; ///< Passages by addresses.
    Net8TcpFlow m_lastFlow{};                           ///< Addresses of the last plain frame, and
    std::pair<const Pair, Passage>* m_last{nullptr};    ///< its passage; null: none yet.
    uint8_t m_ttl{0};                                   ///< Time to live of packets.
    uint8_t m_hopLimit{0};                              ///< Hop limit of packets.
    Net8TcpTables* m_tables;                            ///< Connections; null: not hashed.
    Net8StageHead::Ip m_own{};                          ///< An address that is known to be its own.
    Net8StageNeighbours m_neighbours;                   ///< Neighbours that are noted as reachable.
    bool m_tooBig{false}; ///< A router told of a smaller MTU for IPv6.
};

} // namespace ns3::net8

#endif // NET8_STAGE_HOST_H
