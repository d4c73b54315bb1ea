// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_ROUTER_H
#define NET8_STAGE_ROUTER_H

#include "net8-stage-line.h"
#include "net8-stage-route.h"

#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/net8-stage-node.h"
#include "ns3/node.h"

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router that computes the hops of packets.
 *
 * A packet to a host whose link address the router knows bypasses the stack: its time to live is
 * decremented by one per router, and the frame gets the addresses of the last link. No event is
 * needed where no packets from elsewhere join: between routers, and from one LAN to one line. All
 * other packets are left to the stack: those for which ARP or neighbour discovery has to ask first,
 * those to the router itself, those whose time to live expires, those larger than an MTU, those
 * with options, and those of IPv6 that are neither TCP nor UDP or that ns-3 would answer with a
 * redirect. Routes are those of the stack when the first packet to an address comes.
 */
class Net8StageRouter : public Net8StageNode, public Net8StageClock::Receiver
{
  public:
    /**
     * @param clock schedules arrivals in the whole network
     * @param node the node, with its devices, addresses and routes
     */
    Net8StageRouter(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node);
    ~Net8StageRouter() override;

    /**
     * Compute a line.
     *
     * @param device a point-to-point device of the node
     * @param to the router at the other end
     * @param model settings that the devices do not have
     */
    void AddLine(const Ptr<PointToPointNetDevice>& device,
                 Net8StageRouter& to,
                 const Net8StageLine::Model& model);

    /**
     * @param device a point-to-point device of the node
     * @return the line on which it sends; null if there is none
     */
    Net8StageLine* GetLine(const Ptr<NetDevice>& device) const;

    bool Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame) override;
    bool ForwardEarly(const Net8EthernetNetDevice& device,
                      const Net8StageClock::Arrival& arrival) override;

    /**
     * Send a packet of the router's stack.
     *
     * @param device the outgoing device
     * @param frame the packet in an Ethernet frame
     */
    void SendFromStack(const Ptr<NetDevice>& device, const Ptr<Packet>& frame);

    // Inherited
    void TakeArrival(const Net8StageClock::Arrival& arrival) override;

  private:
    /// A packet being forwarded.
    struct Passage
    {
        const Net8StageFrame& frame;     ///< The Ethernet frame that it came in.
        Net8StageHead::Ip destination{}; ///< Destination address.
        uint8_t ttl{0};                  ///< Its time to live in that frame.
        uint8_t routers{0};              ///< Routers passed since then, without this one.
        Mac48Address neighbour{};        ///< Its neighbour on a LAN, set by FindPassage.
    };

    /**
     * @param destination an address
     * @return the route to it
     */
    Net8StageRoute& FindRoute(const Net8StageHead::Ip& destination);

    /**
     * Find the route of a packet.
     *
     * @param passage the packet; its neighbour is set
     * @return the route that bypasses the stack; null if the packet is left to the stack
     */
    const Net8StageRoute* FindPassage(Passage& passage);

    /**
     * Send a packet, bypassing the stack.
     *
     * @param passage the packet
     * @param route the route returned by FindPassage
     */
    void Pass(const Passage& passage, const Net8StageRoute& route) const;

    /**
     * Send a packet over a line, and over the following lines up to where packets meet.
     *
     * @param passage the packet, this router counted
     * @param line the line
     * @param at when the router sends it
     * @param origin origin of the begin of its transmission one hop before
     */
    void PassLines(Passage passage,
                   Net8StageLine* line,
                   Net8StageClock::Nanos at,
                   Net8EventHeap::Origin origin) const;

    /// Send a packet of the current event over a line, and over the following lines up to where
    /// packets meet.
    ///
    /// @param passage the packet, this router counted
    /// @param line the line
    void PassLines(const Passage& passage, Net8StageLine* line) const;

    /**
     * @param passage a packet
     * @param from the line that it comes from
     * @return the line on which it continues without an event; null if it has to arrive here first
     */
    Net8StageLine* FindNextLine(Passage& passage, const Net8StageLine& from);

    Ptr<Node> m_node;                                                 ///< The node.
    uint32_t m_id;                                                    ///< Its number.
    std::map<Ptr<NetDevice>, std::unique_ptr<Net8StageLine>> m_lines; ///< Lines by device.
    bool m_meets; ///< More than one link feeds each line.
    std::unordered_map<Net8StageHead::Ip, Net8StageRoute, Net8StageIpHash>
        m_routes; ///< Routes by address.
    std::pair<Net8StageHead::Ip, Net8StageRoute*>
        m_lastRoute{};                ///< The one that was asked for last.
    Net8StageNeighbours m_neighbours; ///< Neighbours that are noted as reachable.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_ROUTER_H */
