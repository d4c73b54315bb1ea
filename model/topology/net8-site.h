// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SITE_H
#define NET8_SITE_H

#include "net8-path-drops.h"

#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Settings of the cables of a site.
 */
struct EthernetLink
{
    DataRate rate{};    ///< Rate in each direction.
    Time delay{};       ///< Propagation delay, one way.
    uint32_t mtu{1500}; ///< Largest IP packet, bytes.
};

/**
 * @ingroup net8
 * The hosts at one place, on one Ethernet.
 */
class Net8Site
{
  public:
    virtual ~Net8Site() = default;

    /**
     * Link a node to the others.
     *
     * @param node a node with a stack
     * @param direction direction of the packets it sends
     * @param queue size of its device's queue if there is no queue discipline on it
     * @return its device, without an address
     */
    virtual Ptr<NetDevice> Attach(const Ptr<Node>& node,
                                  PathDirection direction,
                                  const std::string& queue) = 0;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

    /**
     * Connect two nodes by a cable.
     *
     * @param link settings of the cable
     * @param a one end
     * @param b the other end
     * @param nearQueue size of a's queue
     * @param farQueue size of b's queue
     * @param flowControl whether a full queue stops the queue discipline above it
     * @return the devices on a and b
     */
    static NetDeviceContainer Link(const EthernetLink& link,
                                   const Ptr<Node>& a,
                                   const Ptr<Node>& b,
                                   const std::string& nearQueue,
                                   const std::string& farQueue,
                                   bool flowControl = false);
};

} // namespace ns3::net8

#endif /* NET8_SITE_H */
