// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGES_H
#define NET8_STAGES_H

#include "ns3/net8-stage-node.h"
#include "ns3/node-container.h"
#include "ns3/ptr.h"

#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The switches and routers of a network that are computed instead of walked (`run.network =
 * "stages"`). Hosts stay what they are, and so do captures at hosts and all results.
 */
class Net8Stages
{
  public:
    /**
     * Take over switches and routers of IPv4 that have Net8EthernetNetDevice and
     * PointToPointNetDevice with drop-tail queues, and no queue discipline. Routers are linked to
     * hosts, to switches and to each other. Call it when all is built, before the simulation.
     *
     * @param switches nodes with a BridgeNetDevice
     * @param routers nodes with a stack
     */
    void TakeOver(const NodeContainer& switches, const NodeContainer& routers);

    /// Let go of all nodes.
    void Clear();

  private:
    std::vector<Ptr<Net8StageNode>> m_nodes; ///< What forwards for each node.
};

} // namespace ns3::net8

#endif /* NET8_STAGES_H */
