// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERIES_H
#define NET8_SERIES_H

#include "net8-flow-series.h"
#include "net8-link-series.h"
#include "net8-session-series.h"

#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8ClientGroups;
class Net8Cluster;
class Net8RunSettings;
class Net8Sampler;
class Net8Topology;
struct ExperimentResult;

/**
 * @ingroup net8
 * The series of links, flows and sessions requested by a plan, sampled together with the server
 * hosts.
 */
class Net8Series
{
  public:
    /// What can be sampled, built.
    struct Scene
    {
        const Net8Topology& network;                       ///< Links.
        const Net8ClientGroups& groups;                    ///< Clients.
        const Net8Cluster& cluster;                        ///< Server hosts.
        const std::vector<Ptr<Net8CrossTraffic>>& traffic; ///< Background traffic.
        const ExperimentResult& sessions;                  ///< Sessions and names of groups.
    };

    Net8Series() = default;
    Net8Series(const Net8Series&) = delete;
    Net8Series& operator=(const Net8Series&) = delete;

    /**
     * Start the series.
     *
     * @param settings says what is sampled
     * @param scene what can be sampled
     * @param sampler calls for each sample
     * @throw std::invalid_argument with one sentence if it cannot be sampled
     */
    void Begin(const Net8RunSettings& settings, const Scene& scene, Net8Sampler& sampler);

    /**
     * @param result receives the samples
     */
    void Collect(ExperimentResult& result) const;

  private:
    /**
     * @param scene what can be sampled
     * @param sampler calls for each sample
     */
    void BeginLinks(const Scene& scene, Net8Sampler& sampler);

    /**
     * @param each number of sessions of each group
     * @param scene what can be sampled
     * @param sampler calls for each sample
     */
    void BeginSessions(uint32_t each, const Scene& scene, Net8Sampler& sampler);

    std::vector<std::string> m_names; ///< Names of the links.
    Net8LinkSeries m_links;           ///< Samples links.
    Net8SessionSeries m_sessions;     ///< Samples sessions.
    Net8FlowSeries m_flows;           ///< Samples background flows.
};

} // namespace ns3::net8

#endif /* NET8_SERIES_H */
