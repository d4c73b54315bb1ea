// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_ROUTE_H
#define NET8_STAGE_ROUTE_H

#include "ns3/arp-cache.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/mac48-address.h"
#include "ns3/ndisc-cache.h"
#include "ns3/net-device.h"
#include "ns3/net8-event-heap.h"
#include "ns3/net8-stage-clock.h"
#include "ns3/net8-stage-frame.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::net8
{

class Net8EthernetNetDevice;
class Net8StageLine;
class Net8StageNeighbours;

/// Hashes IP addresses.
struct Net8StageIpHash
{
    /**
     * @param ip an address
     * @return its hash
     */
    std::size_t operator()(const Net8StageHead::Ip& ip) const
    {
        return static_cast<std::size_t>((ip.high ^ ip.low) * 0x9e3779b97f4a7c15ULL);
    }
};

/**
 * @ingroup net8
 * The route by which a router sends packets to an address.
 */
struct Net8StageRoute
{
    /// A simulation time.
    using Nanos = Net8StageClock::Nanos;

    /// Link address of a next hop.
    struct Neighbour
    {
        std::optional<Mac48Address> address{}; ///< The address; nothing: unknown.
        Nanos until{Nanos::min()};             ///< It is that before this time, at least.
        uint64_t frames{0};                    ///< Frames of stacks when it was looked up.
    };

    Net8StageLine* line{nullptr};           ///< A line to another router, or
    Net8EthernetNetDevice* device{nullptr}; ///< a device on a LAN; neither: left to the stack.
    Ptr<ArpCache> arp{};                    ///< IPv4 link addresses on that LAN, or
    Ptr<NdiscCache> ndisc{};                ///< IPv6 ones.
    Ipv4Address hop4{};                     ///< Next hop, whose link address is used.
    Ipv6Address hop6{};                     ///< The same for IPv6.
    Neighbour neighbour{};                  ///< What FindNeighbour found last.

    /// The outgoing device, null if there is none, and the route on its LAN.
    using Found = std::pair<Ptr<NetDevice>, Net8StageRoute>;

    /**
     * Find the route by asking the stack of a router.
     *
     * @param router the router
     * @param destination an address
     * @return the route to it; none if the address is the router's own
     */
    static Found Ask(const Ptr<Node>& router, const Net8StageHead::Ip& destination);

    /**
     * Find the link address of the next hop on the LAN. What was found is taken again until it may
     * have ended, or a stack has received or sent a frame on any Ethernet.
     *
     * @param neighbours neighbours of the node that are noted as reachable
     * @return the link address; nothing unless the stack would send to it without asking first and
     * without changing its cache
     */
    std::optional<Mac48Address> FindNeighbour(const Net8StageNeighbours& neighbours);

  private:
    /**
     * Ask the stack's cache.
     *
     * @param neighbours neighbours of the node that are noted as reachable
     * @return the link address of the next hop
     */
    Neighbour AskCache(const Net8StageNeighbours& neighbours) const;
};

/**
 * @ingroup net8
 * The IPv6 neighbours of a node, as those who receive its packets without its stack note them.
 *
 * ns-3 restarts the timer of a reachable neighbour with each packet from it. Here the first packet
 * stops that timer, and the next ones only note when they came; one event, when the timer would
 * have ended at the earliest, waits on until it really does. The neighbour becomes stale at the
 * same nanosecond and in the same order. Once a stack has received or sent a frame, the next packet
 * looks at ns-3's cache again.
 */
class Net8StageNeighbours
{
  public:
    /// A simulation time.
    using Nanos = Net8StageClock::Nanos;

    /**
     * Note that the neighbour that sent an IPv6 packet is reachable, as ns-3's Ipv6L3Protocol does.
     *
     * @param node the node
     * @param device device that received the packet
     * @param head head of the packet
     */
    void Confirm(const Node& node, const Net8EthernetNetDevice& device, const Net8StageHead& head);

    /**
     * The same, ahead of the arrival of the packet, before which no other one arrives at the
     * device.
     *
     * @param device device that is to receive the packet
     * @param head head of the packet
     * @param arrival the packet, and when it arrives
     * @return false if it has to arrive first
     */
    bool ConfirmEarly(const Net8EthernetNetDevice& device,
                      const Net8StageHead& head,
                      const Net8StageClock::Arrival& arrival);

    /**
     * @param device a device of the node
     * @param entry a reachable neighbour on its LAN
     * @return when it is not reachable any more, unless there is more to note until then; the
     * beginning of time if nothing has been noted on that LAN
     */
    Nanos GetEnd(const Net8EthernetNetDevice& device, const NdiscCache::Entry& entry) const;

  private:
    /// A neighbour that is, or was, reachable.
    struct Reach
    {
        NdiscCache::Entry* entry{nullptr}; ///< Its entry in ns-3's cache.
        Net8EventHeap::Origin last{}; ///< Origin of ns-3's timer, if started by the last packet.
        bool waits{false};            ///< An event waits for its end.
    };

    /// The reachable neighbours that a packet tells of.
    struct Seen
    {
        Mac48Address from{};           ///< Link address that it came from.
        uint64_t frames{0};            ///< Frames of stacks when they were looked up.
        std::vector<Reach*> reached{}; ///< The neighbours.

        /**
         * @param head head of a packet of the same source
         * @return whether they are still the same
         */
        bool IsValid(const Net8StageHead& head) const;
    };

    /// What the node knows of a LAN.
    struct Lan
    {
        Ptr<NdiscCache> cache{}; ///< ns-3's cache.
        uint32_t node{0};        ///< Number of the node.
        Nanos time{0};           ///< How long one is reachable.
        std::unordered_map<Net8StageHead::Ip, Reach, Net8StageIpHash>
            reach; ///< Neighbours by address.
        std::unordered_map<Net8StageHead::Ip, Seen, Net8StageIpHash>
            seen;                                   ///< By the sources of packets.
        std::pair<Net8StageHead::Ip, Seen*> last{}; ///< The one that was asked for last.
    };

    /**
     * @param node the node
     * @param device a device of it
     * @return its LAN
     */
    Lan& FindLan(const Node& node, const Net8EthernetNetDevice& device);

    /**
     * @param device a device of the node
     * @return its LAN; null if nothing has been noted on it
     */
    Lan* GetLan(const Net8EthernetNetDevice& device) const;

    /**
     * @param lan a LAN
     * @param source source of a packet on it
     * @return the neighbours that it tells of
     */
    static Seen& FindSeen(Lan& lan, const Net8StageHead::Ip& source);

    /**
     * Look up which reachable neighbours a packet tells of, and stop ns-3's timers of them.
     *
     * @param lan the LAN that it came from
     * @param head head of the packet
     * @param seen receives them
     */
    static void Look(Lan& lan, const Net8StageHead& head, Seen& seen);

    /**
     * Note a packet.
     *
     * @param lan the LAN that it comes from
     * @param seen the neighbours that it tells of
     * @param at when it arrives
     * @param cause when that was known
     */
    static void Note(Lan& lan, const Seen& seen, Nanos at, Nanos cause);

    /**
     * Wait for the end of a neighbour.
     *
     * @param lan its LAN
     * @param address its address
     * @param reach the neighbour
     */
    static void Wait(Lan& lan, const Net8StageHead::Ip& address, Reach& reach);

    /**
     * Handle the end of the time of a neighbour, as it was known.
     *
     * @param lan its LAN
     * @param address its address
     */
    static void End(Lan& lan, const Net8StageHead::Ip& address);

    std::unordered_map<const Net8EthernetNetDevice*, std::unique_ptr<Lan>> m_lans; ///< By device.
    mutable std::pair<const Net8EthernetNetDevice*, Lan*>
        m_lastLan{}; ///< The one that was asked for last.
};

} // namespace ns3::net8

#endif // NET8_STAGE_ROUTE_H
