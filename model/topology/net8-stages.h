// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGES_H
#define NET8_STAGES_H

#include "ns3/net8-line-device.h"
#include "ns3/net8-stage-line.h"
#include "ns3/net8-stage-node.h"
#include "ns3/net8-stage-router.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The switches and routers of a network whose hops are computed instead of simulated by events
 * (`run.network = "stages"`), and the computed departures of hosts that are not being watched.
 * Everything else on the hosts is unchanged, and so are captures at hosts and all results.
 */
class Net8Stages
{
  public:
    /// Returns the settings of a point-to-point device's link that the device does not have.
    using Describe = std::function<Net8StageLine::Model(const Ptr<PointToPointNetDevice>&)>;

    /**
     * Take over switches and routers that have Net8EthernetNetDevice and PointToPointNetDevice with
     * drop-tail queues, and no queue discipline. Routers are linked to hosts, to switches and to
     * each other. All other nodes of the simulation that have TCP are its hosts: what their TCP
     * sends over IPv4 bypasses IP where that is only code (see Net8StageHost). Must be called when
     * everything is built, before the simulation.
     *
     * @param switches nodes with a BridgeNetDevice
     * @param routers nodes with a stack
     * @param describe called for each point-to-point device
     */
    void TakeOver(const NodeContainer& switches,
                  const NodeContainer& routers,
                  const Describe& describe);

    /**
     * @param device a point-to-point device
     * @return the line that computes what it sends; null: simulated by events
     */
    Net8StageLine* FindLine(const Ptr<NetDevice>& device) const;

    /// Release all nodes.
    void Clear();

  private:
    /**
     * Take over the hosts, which are all other nodes with TCP.
     *
     * @param clock schedules arrivals of packets
     * @param others numbers of the switches and routers
     */
    void TakeOverHosts(const Ptr<Net8StageClock>& clock, const std::set<uint32_t>& others);

    std::vector<Ptr<Net8StageNode>> m_nodes;            ///< Computed switches and routers.
    std::map<uint32_t, Ptr<Net8StageRouter>> m_routers; ///< The routers among them, by node.
    std::vector<Ptr<Net8LineDevice>> m_lines; ///< Devices whose stack sends over computed lines.
};

} // namespace ns3::net8

#endif /* NET8_STAGES_H */
