// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_ROUTER_H
#define NET8_STAGE_ROUTER_H

#include "net8-frame-head.h"
#include "net8-stage-line.h"
#include "net8-stage-node.h"
#include "net8-stage-way.h"

#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router whose packets are computed.
 *
 * A packet to a host whose link address the router knows goes past the stack: its time to live
 * falls by one for each router, the frame gets the addresses of the last link. There is no event
 * where no packets from elsewhere join: between routers, and, without IPv6, from one LAN to one
 * line. All other packets are the stack's: those
 * for which ARP or neighbour discovery have still to ask, those to the router, those whose time to
 * live ends, those larger than an MTU, those with options, those of IPv6 that are neither TCP nor
 * UDP or that ns-3 would answer with a redirection. Routes are those of the stack when the first
 * packet to an address comes.
 */
class Net8StageRouter : public Net8StageNode, public Net8StageClock::Receiver
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
     * @param model what the devices do not tell
     */
    void AddLine(const Ptr<PointToPointNetDevice>& device,
                 Net8StageRouter& to,
                 const Net8StageLine::Model& model);

    /**
     * @param device a point-to-point device of the node
     * @return the line that it sends over; null if there is none
     */
    Net8StageLine* GetLine(const Ptr<NetDevice>& device) const;

    bool Forward(Net8EthernetNetDevice& device, const Ptr<Packet>& frame) override;
    bool ForwardEarly(const Net8EthernetNetDevice& device,
                      const Net8StageClock::Arrival& arrival) override;

    /**
     * Send a packet of the router's stack.
     *
     * @param device the device that it is to leave by
     * @param frame the packet in an Ethernet frame
     */
    void SendFromStack(const Ptr<NetDevice>& device, const Ptr<Packet>& frame);

    // Inherited
    void TakeArrival(const Net8StageClock::Arrival& arrival) override;

  private:
    /// A packet that is forwarded.
    struct Passage
    {
        Ptr<Packet> frame{};             ///< The Ethernet frame that it came in.
        Net8FrameHead::Ip destination{}; ///< Where it goes.
        uint8_t ttl{0};                  ///< Its time to live in that frame.
        uint8_t routers{0};              ///< Routers passed since then, this one not counted.
        Mac48Address neighbour{};        ///< Where on a LAN it goes, as FindPassage found.
    };

    /// Hashes addresses.
    struct Hash
    {
        /**
         * @param ip an address
         * @return its hash
         */
        std::size_t operator()(const Net8FrameHead::Ip& ip) const
        {
            return static_cast<std::size_t>((ip.high ^ ip.low) * 0x9e3779b97f4a7c15ULL);
        }
    };

    /**
     * @param destination an address
     * @return where packets to it go
     */
    const Net8StageWay& FindWay(const Net8FrameHead::Ip& destination);

    /**
     * @param passage a packet; learns its neighbour
     * @return where it goes past the stack; null if the stack is to have it
     */
    const Net8StageWay* FindPassage(Passage& passage);

    /**
     * Send a packet past the stack.
     *
     * @param passage the packet
     * @param way where FindPassage sends it
     * @param head its head
     */
    void Pass(const Passage& passage, const Net8StageWay& way, Net8FrameHead& head) const;

    /**
     * Send a packet over a line, and over those behind it up to where packets meet.
     *
     * @param passage the packet, this router counted
     * @param line the line
     * @param at when the router sends it
     * @param origin of the begin of its transmission one hop before
     */
    void PassLines(Passage passage,
                   Net8StageLine* line,
                   Net8StageClock::Nanos at,
                   Net8EventHeap::Origin origin) const;

    /// Send a packet of now over a line, and over those behind it up to where packets meet.
    /// @param passage the packet, this router counted
    /// @param line the line
    void PassLines(const Passage& passage, Net8StageLine* line) const;

    /**
     * @param passage a packet
     * @param from the line that it comes from
     * @return the line on which it goes on without an event; null if it has to come here first
     */
    Net8StageLine* FindNextLine(Passage& passage, const Net8StageLine& from);

    /**
     * A packet of IPv6 came from a neighbour: who sent it can be reached, as ns-3's Ipv6L3Protocol
     * notes it.
     *
     * @param device where it came
     * @param head its head
     */
    void Confirm(const Net8EthernetNetDevice& device, const Net8FrameHead& head);

    Ptr<Node> m_node;                                                 ///< The node.
    std::map<Ptr<NetDevice>, std::unique_ptr<Net8StageLine>> m_lines; ///< Lines by device.
    bool m_meets; ///< More than one link brings packets to each line.
    bool m_notes; ///< It notes when packets of IPv6 come from a neighbour.
    std::unordered_map<Net8FrameHead::Ip, Net8StageWay, Hash> m_ways; ///< By address.
    /// Neighbours of IPv6 on the LAN of a device.
    std::unordered_map<const Net8EthernetNetDevice*, Ptr<NdiscCache>> m_neighbours;
};

} // namespace ns3::net8

#endif /* NET8_STAGE_ROUTER_H */
