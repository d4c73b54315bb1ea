// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WALKED_NETWORK_H
#define NET8_WALKED_NETWORK_H

#include "ns3/net8-fifo-stage.h"
#include "ns3/net8-link-draw.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A network whose hops are walked event by event, as ns-3's devices do: a queue, a packet that is
 * sent, an event when it has been sent and one when it arrives. Shares no code with FifoStage but
 * the time that a packet takes.
 */
class WalkedNetwork
{
  public:
    /// A packet that a source sends.
    struct Packet
    {
        FifoStage::Time at{0}; ///< When.
        size_t route{0};       ///< Which way.
        uint32_t bytes{0};     ///< Length.
    };

    /// What became of a packet.
    struct Fate
    {
        bool dropped{false};        ///< A queue had no room.
        size_t hop{0};              ///< Hop of the route that dropped it; the number of hops: none.
        FifoStage::Time arrival{0}; ///< When it arrived.

        /**
         * @param other another one
         * @return true if it is the same
         */
        bool operator==(const Fate& other) const = default;
    };

    /**
     * Make a network of one to seven hops, routes through some of them in order, and 400 packets.
     *
     * @param draw random numbers
     * @param grid make arrivals and ends of packets fall together
     * @return the network
     */
    static WalkedNetwork MakeRandom(const LinkDraw& draw, bool grid);

    /**
     * @param hop a hop
     * @return from how many places packets come to it: other hops, and each source
     */
    size_t GetFeeders(size_t hop) const;

    /**
     * @param[out] events events that it took
     * @return what became of each packet
     */
    std::vector<Fate> Walk(uint64_t& events) const;

    std::vector<FifoStage::Settings> hops;   ///< What each hop is made of.
    std::vector<std::vector<size_t>> routes; ///< Hops of each way, in order.
    std::vector<Packet> packets;             ///< In order of time.
};

} // namespace ns3::net8

#endif /* NET8_WALKED_NETWORK_H */
