// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERIES_H
#define NET8_SERIES_H

#include "net8-link-series.h"
#include "net8-session-series.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8ClientGroups;
class Net8Cluster;
class Net8Sampler;
class Net8Topology;
struct ExperimentPlan;
struct ExperimentResult;

/**
 * @ingroup net8
 * The series of links and sessions that a plan asks for, taken whenever server hosts are looked at.
 */
class Net8Series
{
  public:
    /// What there is to be looked at, built.
    struct Scene
    {
        const Net8Topology& network;      ///< Links.
        const Net8ClientGroups& groups;   ///< Clients.
        const Net8Cluster& cluster;       ///< Server hosts.
        const ExperimentResult& sessions; ///< Sessions and names of groups.
    };

    Net8Series() = default;
    Net8Series(const Net8Series&) = delete;
    Net8Series& operator=(const Net8Series&) = delete;

    /**
     * @param plan what is to be looked at
     * @param scene what there is
     * @param sampler who says when
     * @throw std::invalid_argument with one sentence when it cannot be looked at
     */
    void Begin(const ExperimentPlan& plan, const Scene& scene, Net8Sampler& sampler);

    /**
     * @param result where the samples go
     */
    void Collect(ExperimentResult& result) const;

  private:
    /**
     * @param scene what there is
     * @param sampler who says when
     */
    void BeginLinks(const Scene& scene, Net8Sampler& sampler);

    /**
     * @param each how many of each group
     * @param scene what there is
     * @param sampler who says when
     */
    void BeginSessions(uint32_t each, const Scene& scene, Net8Sampler& sampler);

    std::vector<std::string> m_names; ///< Names of the links.
    Net8LinkSeries m_links;           ///< Looks at links.
    Net8SessionSeries m_sessions;     ///< Looks at sessions.
};

} // namespace ns3::net8

#endif /* NET8_SERIES_H */
