// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SEGMENT_SITE_H
#define NET8_SEGMENT_SITE_H

#include "net8-path-queues.h"
#include "net8-site.h"

#include "ns3/net-device-container.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A site on one half-duplex bus, ns-3's CSMA.
 */
class Net8SegmentSite : public Net8Site
{
  public:
    /**
     * @param link settings of the bus
     * @param queues queues of its hosts, which count drops
     */
    Net8SegmentSite(const EthernetLink& link, Ptr<Net8PathQueues> queues);

    Ptr<NetDevice> Attach(const Ptr<Node>& node,
                          PathDirection direction,
                          const std::string& queue) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    EthernetLink m_link;          ///< Settings of the bus.
    Ptr<Net8PathQueues> m_queues; ///< Queues of its hosts.
    NetDeviceContainer m_devices; ///< Devices on the bus.
};

} // namespace ns3::net8

#endif /* NET8_SEGMENT_SITE_H */
