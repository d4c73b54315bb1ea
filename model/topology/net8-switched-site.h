// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SWITCHED_SITE_H
#define NET8_SWITCHED_SITE_H

#include "net8-path-queues.h"
#include "net8-site.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A site around a switch, with a full-duplex cable to each node.
 */
class Net8SwitchedSite : public Net8Site
{
  public:
    /**
     * @param link settings of its cables
     * @param queues queues of its ports and hosts, which count drops
     * @param rank rank of a partition that simulates the switch
     */
    Net8SwitchedSite(const EthernetLink& link, Ptr<Net8PathQueues> queues, uint32_t rank);

    Ptr<NetDevice> Attach(const Ptr<Node>& node,
                          PathDirection direction,
                          const std::string& queue) override;

    /**
     * @return the switch
     */
    Ptr<Node> GetSwitch() const;

  private:
    EthernetLink m_link;          ///< Settings of its cables.
    Ptr<Net8PathQueues> m_queues; ///< Queues of its ports and hosts.
    Ptr<Node> m_switch;           ///< The switch.
    Ptr<NetDevice> m_bridge;      ///< Its bridge device.
};

} // namespace ns3::net8

#endif /* NET8_SWITCHED_SITE_H */
