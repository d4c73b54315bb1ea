// SPDX-License-Identifier: GPL-2.0-only
#include "net8-series.h"

#include "net8-client-groups.h"
#include "net8-cluster.h"
#include "net8-experiment-result.h"
#include "net8-run-settings.h"
#include "net8-sampler.h"

#include "ns3/net8-topology.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

void
Net8Series::Begin(const Net8RunSettings& settings, const Scene& scene, Net8Sampler& sampler)
{
    const bool links = settings.IsSampled("links");
    const bool flows = settings.IsSampled("flows");
    const bool sessions = settings.IsSampled("sessions");
    if ((links || flows || sessions) && !settings.GetPartition().empty())
    {
        throw std::invalid_argument(
            "Series of links, flows and sessions are of one process, not of ranks.");
    }
    if (links)
    {
        BeginLinks(scene, sampler);
    }
    if (sessions)
    {
        BeginSessions(settings.GetSeriesSessions(), scene, sampler);
    }
    if (flows)
    {
        for (const auto& traffic : scene.traffic)
        {
            m_flows.Add(traffic);
        }
        sampler.AddLook([this] { m_flows.Look(); });
    }
}

void
Net8Series::BeginLinks(const Scene& scene, Net8Sampler& sampler)
{
    const auto& groups = scene.sessions.groups;
    for (const auto& host : scene.groups.GetHosts(scene.network))
    {
        const auto group = std::ranges::find(groups, host.group) - groups.begin();
        m_links.AddHost(host.node, static_cast<uint32_t>(group));
    }
    for (const auto& link : scene.network.GetLinks())
    {
        m_links.Add(link, scene.network);
        m_names.push_back(link.name);
    }
    if (m_names.empty())
    {
        throw std::invalid_argument("There is no link between routers whose series can be taken.");
    }
    sampler.AddLook([this] { m_links.Look(); });
}

void
Net8Series::BeginSessions(uint32_t each, const Scene& scene, Net8Sampler& sampler)
{
    m_sessions.Choose(scene.sessions.sessions, each);
    for (const auto& host : scene.cluster.GetHosts())
    {
        m_sessions.AddServer(host.node);
    }
    for (const auto& client : scene.groups.GetClients())
    {
        m_sessions.Listen(client);
    }
    sampler.AddLook([this] { m_sessions.Look(); });
}

void
Net8Series::Collect(ExperimentResult& result) const
{
    result.links = m_names;
    result.linkSamples = m_links.GetSamples();
    result.goodputSamples = m_links.GetGoodput();
    result.sessionSamples = m_sessions.GetSamples();
    result.flowSamples = m_flows.GetSamples();
}

} // namespace ns3::net8
