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
 * The switches and routers of a network that are computed instead of walked (`run.network =
 * "stages"`), and when frames leave hosts that nobody watches. All else that hosts do stays what it
 * is, and so do captures at hosts and all results.
 */
class Net8Stages
{
  public:
    /// Tells of a point-to-point device what is to be known of its link besides.
    using Describe = std::function<Net8StageLine::Model(const Ptr<PointToPointNetDevice>&)>;

    /**
     * Take over switches and routers that have Net8EthernetNetDevice and PointToPointNetDevice with
     * drop-tail queues, and no queue discipline. Routers are linked to hosts, to switches and to
     * each other. All other nodes of the simulation that have TCP are its hosts: what their TCP
     * sends over IPv4 goes past IP where that is code alone (see Net8StageHost). Call it when all
     * is built, before the simulation.
     *
     * @param switches nodes with a BridgeNetDevice
     * @param routers nodes with a stack
     * @param describe asked of each point-to-point device
     */
    void TakeOver(const NodeContainer& switches,
                  const NodeContainer& routers,
                  const Describe& describe);

    /**
     * @param device a point-to-point device whose link has a constant delay
     * @return what is to be known of it
     */
    static Net8StageLine::Model DescribePlain(const Ptr<PointToPointNetDevice>& device);

    /**
     * @param device a point-to-point device
     * @return the line that computes what it sends; null: packets are walked
     */
    Net8StageLine* FindLine(const Ptr<NetDevice>& device) const;

    /// Let go of all nodes.
    void Clear();

  private:
    /**
     * Take over the hosts, which are all other nodes with TCP.
     *
     * @param clock lets packets arrive
     * @param others numbers of the switches and routers
     */
    void TakeOverHosts(const Ptr<Net8StageClock>& clock, const std::set<uint32_t>& others);

    std::vector<Ptr<Net8StageNode>> m_nodes;            ///< What forwards for each node.
    std::map<uint32_t, Ptr<Net8StageRouter>> m_routers; ///< The routers of those, by node.
    std::vector<Ptr<Net8LineDevice>> m_lines;           ///< Devices whose stack sends over lines.
};

} // namespace ns3::net8

#endif /* NET8_STAGES_H */
