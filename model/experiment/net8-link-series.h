// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_SERIES_H
#define NET8_LINK_SERIES_H

#include "ns3/net8-idle-flows.h"
#include "ns3/net8-passed-bytes.h"
#include "ns3/net8-stage-watch.h"
#include "ns3/net8-watched-link.h"
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
 * A sample of one direction of a link. Totals count from the start of the simulation.
 */
struct LinkSample
{
    Time time{};                ///< Time of the sample.
    uint32_t link{0};           ///< Number of the link.
    bool up{false};             ///< Direction.
    uint64_t queuePackets{0};   ///< Packets waiting, not counting the one being sent.
    uint64_t queueBytes{0};     ///< Their bytes, link headers included.
    Time busy{};                ///< Time for which it has been sending so far.
    uint64_t sentBytes{0};      ///< Bytes whose sending has begun so far, headers included.
    uint64_t droppedPackets{0}; ///< Packets that the queue has dropped so far.
    uint64_t lostPackets{0};    ///< Packets lost on the way, or to a cut, so far.
};

/**
 * @ingroup net8
 * A sample of the payload of a group of clients that has passed one direction of a link.
 */
struct GoodputSample
{
    Time time{};       ///< Time of the sample.
    uint32_t link{0};  ///< Number of the link.
    bool up{false};    ///< Direction.
    uint32_t group{0}; ///< Number of the group; one past the last: all other traffic.
    uint64_t bytes{0}; ///< TCP payload that arrived for the first time, and UDP payload, bytes.
};

/**
 * @ingroup net8
 * Samples links: packets waiting, time spent sending, drops, and whose payload arrives.
 *
 * It accepts any two devices with a queue, and computed lines. Goodput is known for computed lines
 * and for point-to-point devices.
 */
class Net8LinkSeries
{
  public:
    Net8LinkSeries();
    ~Net8LinkSeries();
    Net8LinkSeries(const Net8LinkSeries&) = delete;
    Net8LinkSeries& operator=(const Net8LinkSeries&) = delete;

    /**
     * @param host a client host, with its addresses
     * @param group number of its group
     */
    void AddHost(const Ptr<Node>& host, uint32_t group);

    /**
     * Add a link to be sampled from now on. It gets the next number.
     *
     * @param link the link
     * @param network its network
     */
    void Add(const WatchedLink& link, const Net8Topology& network);

    /**
     * Sample all links.
     */
    void Look();

    /**
     * @return samples in order of time and link, up before down
     */
    const std::vector<LinkSample>& GetSamples() const;

    /**
     * @return samples of groups whose payload has arrived, in the same order
     */
    const std::vector<GoodputSample>& GetGoodput() const;

  private:
    using Address = std::array<uint8_t, 16>;                ///< An IP address.
    using Flow = std::pair<IdleFlows::End, IdleFlows::End>; ///< Sender and receiver.

    /// One direction of a link.
    struct Direction
    {
        uint32_t link{0};                       ///< Number of the link.
        bool up{false};                         ///< Direction.
        Ptr<NetDevice> sender{};                ///< The sending device.
        Ptr<Queue<Packet>> queue{};             ///< Queue of the device; null: unknown.
        std::optional<Time> began{};            ///< When it began to send; nothing: it is idle.
        Time busy{};                            ///< Time spent on packets already sent.
        uint64_t sentBytes{0};                  ///< Bytes whose sending has begun.
        uint64_t lost{0};                       ///< Packets that did not reach the receiver.
        std::map<Flow, PassedBytes> flows{};    ///< TCP connections.
        std::map<uint32_t, uint64_t> goodput{}; ///< Payload by group.
        Ptr<Net8StageWatch> watch{};            ///< Records a computed line, or null.
    };

    /**
     * @param link the link
     * @param up true for up, false for down
     * @param network its network
     */
    void AddDirection(const WatchedLink& link, bool up, const Net8Topology& network);

    /**
     * Connect to the trace sources of a direction's devices.
     *
     * @param direction a direction
     * @param receiver the receiving device
     */
    void FollowDevices(Direction& direction, const Ptr<NetDevice>& receiver);

    /**
     * Handle the begin of a transmission.
     *
     * @param direction a direction
     * @param packet the packet
     */
    static void HandleBegin(Direction* direction, Ptr<const Packet> packet);

    /**
     * Handle the end of a transmission.
     *
     * @param direction a direction
     * @param packet the packet
     */
    static void HandleEnd(Direction* direction, Ptr<const Packet> packet);

    /**
     * Handle a loss.
     *
     * @param direction a direction
     * @param packet the packet
     */
    static void HandleLost(Direction* direction, Ptr<const Packet> packet);

    /**
     * Handle an arrival.
     *
     * @param direction a direction
     * @param packet the packet, with its PPP header
     */
    void HandleArrival(Direction* direction, Ptr<const Packet> packet);

    /**
     * @param direction direction of a packet that arrives
     * @param packet the packet
     * @param header length of its link header, LinkPacket::PPP or LinkPacket::ETHERNET
     * @return its payload
     */
    Net8StageWatch::Payload ReadPayload(Direction& direction,
                                        const Packet& packet,
                                        std::size_t header) const;

    /**
     * @param from sender of a packet
     * @param to its receiver
     * @return number of the group that one of them belongs to, or one past the last
     */
    uint32_t FindGroup(const Address& from, const Address& to) const;

    /**
     * @param direction a direction
     * @return a sample of it
     */
    static LinkSample Read(Direction& direction);

    /**
     * Sample a computed direction.
     *
     * @param direction the direction; its goodput is updated
     * @param sample receives the rest
     */
    static void ReadWatch(Direction& direction, LinkSample& sample);

    /**
     * Sample the queues of a device.
     *
     * @param direction a direction
     * @param sample receives what waits in them
     */
    static void ReadQueues(const Direction& direction, LinkSample& sample);

    std::map<Address, uint32_t> m_groups; ///< Group by address of a client host.
    uint32_t m_others{0};                 ///< Number that stands for all other traffic.
    uint32_t m_links{0};                  ///< Number of links so far.
    std::vector<std::unique_ptr<Direction>> m_directions; ///< Both directions of all links.
    std::vector<LinkSample> m_samples;                    ///< Samples taken so far.
    std::vector<GoodputSample> m_goodput;                 ///< Samples of goodput taken so far.
};

} // namespace ns3::net8

#endif /* NET8_LINK_SERIES_H */
