// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_ROUTE_H
#define NET8_STAGE_ROUTE_H

#include "ns3/net8-fifo-stage.h"

#include <cstddef>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * The hops of a packet from host to host, of which only those need an event at which packets from
 * elsewhere join.
 *
 * A hop that takes packets from the hop before it and from nowhere else gets them in the order in
 * which they leave there; so what becomes of them there is known as soon as they leave. At a hop
 * where packets meet, the one that comes first must be taken first, and only time tells: a walk
 * stops before it.
 */
class StageRoute
{
  public:
    /// One hop.
    struct Hop
    {
        FifoStage* stage{nullptr}; ///< What it is made of; not owned.
        bool meets{false};         ///< Packets from elsewhere come to it as well.
    };

    /// Where a walk ends.
    struct Stop
    {
        size_t hop{0};               ///< The hop that is to take it next; number of hops: arrived.
        bool dropped{false};         ///< It was dropped, by this hop.
        FifoStage::Arrival packet{}; ///< When it comes there, and when that was known.
    };

    /**
     * @param hops the hops, at least one
     */
    explicit StageRoute(std::vector<Hop> hops);

    /**
     * Move a packet on.
     *
     * @param hop the hop that takes it, now
     * @param packet the packet
     * @return where it comes next; to be continued at that time, by another walk
     */
    Stop Walk(size_t hop, FifoStage::Arrival packet) const;

    /**
     * @return number of hops
     */
    size_t GetSize() const;

  private:
    std::vector<Hop> m_hops; ///< The hops, in order.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_ROUTE_H */
