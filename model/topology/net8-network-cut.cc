// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-cut.h"

#include "net8-network-plan.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-graph-cut.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/// Cost of a packet at the site where it is sent or received, in router hops: host and switch.
constexpr uint64_t END = 3;
/// Longest delay of a cut link, in delays of the way to a server: an experiment ends four of these
/// after its last session, and the message that a rank is done takes two delays of the longest cut
/// link.
constexpr int64_t SHARE = 2;

/**
 * @param plan the network
 * @param flow packets between two sites
 * @param loads loads of vertices, to which those of the flow are added
 * @return the longer delay of both directions
 */
Time
AddFlow(const Net8NetworkPlan& plan, const ExpectedWork::Flow& flow, std::vector<uint64_t>& loads)
{
    const auto near = plan.FindSite(flow.near);
    const auto far = plan.FindSite(flow.far);
    loads[near] += END * flow.packets;
    loads[far] += END * flow.packets;
    for (const auto& [from, to] : {std::pair(near, far), std::pair(far, near)})
    {
        loads[from] += flow.packets / 2;
        for (const auto& step : plan.GetRoute(from, to))
        {
            loads[plan.GetRoutes().GetEnd(step)] += flow.packets / 2;
        }
    }
    return std::max(plan.GetDelay(near, far), plan.GetDelay(far, near));
}

} // namespace

std::vector<uint32_t>
CutNetwork(const Net8NetworkPlan& plan, const ExpectedWork& work, uint32_t ranks)
{
    std::vector<uint64_t> loads(plan.GetNVertices());
    Time longest;
    for (const auto& flow : work.flows)
    {
        longest = std::max(longest, AddFlow(plan, flow, loads));
    }
    std::vector<Net8GraphCut::Link> links;
    for (uint32_t number = 0; number < plan.GetLinks().size(); ++number)
    {
        links.push_back({.first = plan.GetEnd(number, false),
                         .second = plan.GetEnd(number, true),
                         .gap = ToChrono(plan.GetGap(number, longest * SHARE))});
    }
    for (const auto& together : work.one)
    {
        for (const auto& site : together)
        {
            links.push_back(
                {.first = plan.FindSite(together.front()), .second = plan.FindSite(site)});
        }
    }
    const Net8GraphCut cut(std::move(loads), std::move(links));
    auto found = cut.Share(ranks);
    if (!found)
    {
        throw std::invalid_argument(
            "The network falls into " + std::to_string(cut.CountParts()) +
            (cut.CountParts() == 1 ? " part" : " parts") +
            " that ranks can simulate, and there are " + std::to_string(ranks) +
            " ranks; it is cut at links that have a delay both ways, which does not vary and is "
            "not "
            "longer than two of the longest way to a server, no firewall, and an MTU of at most "
            "1500 bytes.");
    }
    return *found;
}

} // namespace ns3::net8
