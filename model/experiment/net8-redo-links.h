// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REDO_LINKS_H
#define NET8_REDO_LINKS_H

#include "ns3/net8-log-writer.h"
#include "ns3/net8-redo-transport.h"
#include "ns3/net8-topology.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8Cluster;
struct ExperimentPlan;

/**
 * @ingroup net8
 * The redo transport of an experiment: a log writer for each instance that ships redo, a
 * Net8RedoTransport on its host for each destination of the plan, and a standby at its site.
 */
class Net8RedoLinks
{
  public:
    /**
     * Build what the plan lists; nothing without a list.
     *
     * @param plan the plan
     * @param cluster the instances, with their hosts
     * @param network the network, built
     * @throw std::invalid_argument with one sentence for an instance or a site that does not exist
     */
    void Build(const ExperimentPlan& plan,
               const Net8Cluster& cluster,
               const Ptr<Net8Topology>& network);

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     */
    void AssignStreams(int64_t stream);

    /**
     * @param out the counters are added here
     */
    void AddCounters(std::map<std::string, uint64_t>& out) const;

  private:
    std::map<std::string, Ptr<Net8LogWriter>> m_logs; ///< Log writers by name of their instance.
    std::vector<Ptr<Net8RedoTransport>> m_transports; ///< Destinations, as in the plan.
};

} // namespace ns3::net8

#endif /* NET8_REDO_LINKS_H */
