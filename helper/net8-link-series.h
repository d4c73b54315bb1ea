// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_SERIES_H
#define NET8_LINK_SERIES_H

#include "net8-watched-link.h"

#include "ns3/net8-idle-flows.h"
#include "ns3/net8-passed-bytes.h"
#include "ns3/net8-stage-watch.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/queue.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::net8
{

class Net8Topology;

/**
 * @ingroup net8
 * One direction of a link at one moment. Totals count from the start of the simulation.
 */
struct LinkSample
{
    Time time{};                ///< When.
    uint32_t link{0};           ///< Number of the link.
    bool up{false};             ///< Which direction.
    uint64_t queuePackets{0};   ///< Packets that wait, the one that is being sent aside.
    uint64_t queueBytes{0};     ///< Their bytes, headers of the link included.
    Time busy{};                ///< Time in which it was sending so far.
    uint64_t sentBytes{0};      ///< Bytes whose sending has begun so far, headers included.
    uint64_t droppedPackets{0}; ///< Packets that the queue has dropped so far.
    uint64_t lostPackets{0};    ///< Packets that were lost on the way, or to a cut, so far.
};

/**
 * @ingroup net8
 * What a group of clients has got through one direction of a link at one moment.
 */
struct GoodputSample
{
    Time time{};       ///< When.
    uint32_t link{0};  ///< Number of the link.
    bool up{false};    ///< Which direction.
    uint32_t group{0}; ///< Number of the group; the one after the last: all other traffic.
    uint64_t bytes{0}; ///< Payload of TCP that came through for the first time, and of UDP.
};

/**
 * @ingroup net8
 * Looks at links: what waits, how long they were sending, what they drop, and whose payload comes
 * through.
 *
 * It takes any two devices with a queue, and lines that are computed. Goodput is known of those and
 * of point-to-point devices.
 */
class Net8LinkSeries
{
  public:
    Net8LinkSeries();
    ~Net8LinkSeries();
    Net8LinkSeries(const Net8LinkSeries&) = delete;
    Net8LinkSeries& operator=(const Net8LinkSeries&) = delete;

    /**
     * @param host a client host with its addresses
     * @param group number of its group
     */
    void AddHost(const Ptr<Node>& host, uint32_t group);

    /**
     * Look at a link from now on. It has the next number.
     *
     * @param link the link
     * @param network its network
     */
    void Add(const WatchedLink& link, const Net8Topology& network);

    /**
     * Take samples of all links.
     */
    void Look();

    /**
     * @return samples in order of time and link, up before down
     */
    const std::vector<LinkSample>& GetSamples() const;

    /**
     * @return the same for groups, those that have got something through
     */
    const std::vector<GoodputSample>& GetGoodput() const;

  private:
    using Address = std::array<uint8_t, 16>;                ///< An IP address.
    using Flow = std::pair<IdleFlows::End, IdleFlows::End>; ///< Sender and receiver.

    /// One direction of a link.
    struct Way
    {
        uint32_t link{0};                       ///< Number of the link.
        bool up{false};                         ///< Which direction.
        Ptr<NetDevice> sender{};                ///< Where packets wait.
        Ptr<Queue<Packet>> queue{};             ///< What waits at the device; null: not known.
        std::optional<Time> began{};            ///< Since when it sends; none: it does not.
        Time busy{};                            ///< Time of what was sent.
        uint64_t sentBytes{0};                  ///< Bytes whose sending has begun.
        uint64_t lost{0};                       ///< Packets that the receiver did not get.
        std::map<Flow, PassedBytes> flows{};    ///< TCP connections.
        std::map<uint32_t, uint64_t> goodput{}; ///< Payload by group.
        Ptr<Net8StageWatch> watch{};            ///< Sees it where it is computed, or null.
    };

    /**
     * @param link the link
     * @param up which direction
     * @param network its network
     */
    void AddWay(const WatchedLink& link, bool up, const Net8Topology& network);

    /**
     * Look at the devices that walk the packets of a direction.
     *
     * @param way the direction
     * @param receiver where they arrive
     */
    void FollowDevices(Way& way, const Ptr<NetDevice>& receiver);

    /**
     * @param way a direction
     * @param packet the packet that it begins to send
     */
    static void HandleBegin(Way* way, Ptr<const Packet> packet);

    /**
     * @param way a direction
     * @param packet the packet that it has sent
     */
    static void HandleEnd(Way* way, Ptr<const Packet> packet);

    /**
     * @param way a direction
     * @param packet the packet that was lost
     */
    static void HandleLost(Way* way, Ptr<const Packet> packet);

    /**
     * @param way a direction
     * @param packet the packet that came through, with the header of PPP
     */
    void HandleArrival(Way* way, Ptr<const Packet> packet);

    /**
     * @param way the direction in which a packet comes through
     * @param packet the packet
     * @param header bytes of the header of its link, LinkPacket::PPP or LinkPacket::ETHERNET
     * @return its payload
     */
    Net8StageWatch::Payload ReadPayload(Way& way, const Packet& packet, std::size_t header) const;

    /**
     * @param from who sends
     * @param to whom it goes to
     * @return number of the group whose client one of them is, or the one after the last
     */
    uint32_t FindGroup(const Address& from, const Address& to) const;

    /**
     * @param way a direction
     * @return what is to be seen of it
     */
    static LinkSample Read(Way& way);

    /**
     * Look at a direction that is computed.
     *
     * @param way the direction; learns of goodput
     * @param sample learns of the rest
     */
    static void ReadWatch(Way& way, LinkSample& sample);

    /**
     * Look at the queues before a device.
     *
     * @param way a direction
     * @param sample learns of them
     */
    static void ReadQueues(const Way& way, LinkSample& sample);

    std::map<Address, uint32_t> m_groups;     ///< Group by address of a client host.
    uint32_t m_others{0};                     ///< Number that stands for all other traffic.
    uint32_t m_links{0};                      ///< Links so far.
    std::vector<std::unique_ptr<Way>> m_ways; ///< Both directions of all links.
    std::vector<LinkSample> m_samples;        ///< Taken so far.
    std::vector<GoodputSample> m_goodput;     ///< Taken so far.
};

} // namespace ns3::net8

#endif /* NET8_LINK_SERIES_H */
