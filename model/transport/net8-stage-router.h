// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_ROUTER_H
#define NET8_STAGE_ROUTER_H

#include "net8-stage-line.h"
#include "net8-stage-node.h"

#include "ns3/arp-cache.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router of IPv4 whose packets are computed.
 *
 * A packet to a host whose link address the router knows goes past the stack: its time to live
 * falls by one for each router, the frame gets the addresses of the last link. Between routers
 * there is no event where no packets from elsewhere join. All other packets are the stack's: those
 * for which ARP has still to ask, those to the router, those whose time to live ends, those larger
 * than an MTU, those with options. Routes are those of the stack when the first packet to an
 * address comes.
 */
class Net8StageRouter : public Net8StageNode
{
  public:
    /**
     * @param clock the packets under way, of the whole network
     * @param node the node, with its devices, addresses and routes
     */
    Net8StageRouter(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);
    ~Net8StageRouter() override;

    /**
     * @param device a point-to-point device of the node
     * @param to the router at the other end
     */
    void AddLine(const Ptr<PointToPointNetDevice>& device, Net8StageRouter& to);

    bool Forward(Net8EthernetNetDevice& device, const Ptr<Packet>& frame) override;

    /**
     * Take a packet from a line.
     *
     * @param arrival the packet
     */
    void TakeFromLine(const Net8StageClock::Arrival& arrival);

  private:
    /// Where packets to an address go.
    struct Way
    {
        Net8StageLine* line{nullptr};           ///< A line to another router, or
        Net8EthernetNetDevice* device{nullptr}; ///< a device on a LAN; neither: the stack knows.
        Ptr<ArpCache> neighbours;               ///< Link addresses on that LAN.
        Ipv4Address hop;                        ///< Whose link address to use.
    };

    /// A packet that is forwarded.
    struct Passage
    {
        Ptr<Packet> frame;       ///< The Ethernet frame that it came in.
        Ipv4Address destination; ///< Where it goes.
        uint8_t ttl{0};          ///< Its time to live in that frame.
        uint8_t routers{0};      ///< Routers passed since then, this one not counted.
    };

    /**
     * @param destination an address
     * @return where packets to it go
     */
    const Way& FindWay(Ipv4Address destination);

    /**
     * @param destination an address
     * @return where the stack sends packets to it
     */
    Way AskStack(Ipv4Address destination) const;

    /**
     * @param passage a packet
     * @return where it goes past the stack; null if the stack is to have it
     */
    const Way* FindPassage(const Passage& passage);

    /**
     * Send a packet past the stack.
     *
     * @param passage the packet
     * @param way where FindPassage sends it
     */
    void Pass(const Passage& passage, const Way& way) const;

    /**
     * Send a packet over a line, and over those behind it up to where packets meet.
     *
     * @param passage the packet
     * @param line the line
     */
    void PassLines(Passage passage, Net8StageLine* line) const;

    /**
     * @param passage a packet
     * @return the line on which it goes on without an event; null if it has to come here first
     */
    Net8StageLine* FindNextLine(const Passage& passage);

    Ptr<Node> m_node;                                                 ///< The node.
    std::map<Ptr<NetDevice>, std::unique_ptr<Net8StageLine>> m_lines; ///< Lines by device.
    bool m_meets;                             ///< More than one link brings packets to each line.
    std::unordered_map<uint32_t, Way> m_ways; ///< Where packets go, by address.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_ROUTER_H */
