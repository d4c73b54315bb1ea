// SPDX-License-Identifier: GPL-2.0-only
#include "net8-route-graph.h"

#include <functional>
#include <queue>
#include <tuple>

namespace ns3::net8
{

Net8RouteGraph::Net8RouteGraph(uint32_t vertices)
    : m_ends(vertices)
{
}

uint32_t
Net8RouteGraph::AddLink(Vertex first,
                        Vertex second,
                        std::chrono::nanoseconds up,
                        std::chrono::nanoseconds down)
{
    const auto number = static_cast<uint32_t>(m_links.size());
    m_links.push_back({.first = first, .second = second, .up = up, .down = down});
    m_ends.at(first).push_back(number);
    m_ends.at(second).push_back(number);
    return number;
}

void
Net8RouteGraph::SetNext(Vertex at, Vertex target, uint32_t link)
{
    m_set[{at, target}] = link;
    m_setTargets.insert(target);
}

void
Net8RouteGraph::FindRoutes(Vertex target)
{
    if (const auto before = FindBefore(target))
    {
        if (!m_next.contains(*before))
        {
            FindRoutes(*before);
        }
        m_next[target].clear();
        return;
    }
    using Entry = std::tuple<std::chrono::nanoseconds, uint32_t, Vertex>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::vector<Known> known(m_ends.size());
    known.at(target).found = true;
    open.emplace(0, 0, target);
    while (!open.empty())
    {
        const auto [delay, links, at] = open.top();
        open.pop();
        if (delay != known[at].delay || links != known[at].links)
        {
            continue; // A shorter route was found since.
        }
        for (const uint32_t number : m_ends[at])
        {
            // Routes are computed from their end: this link leads from the far end to here.
            const auto& link = m_links[number];
            const bool up = link.second == at;
            const Vertex from = up ? link.first : link.second;
            const auto longer = delay + (up ? link.up : link.down);
            auto& route = known[from];
            const auto before =
                std::tuple(route.delay, route.links, route.next ? route.next->link : 0);
            if (from != target && (!route.found || std::tuple(longer, links + 1, number) < before))
            {
                const bool shorter =
                    !route.found || longer != route.delay || links + 1 != route.links;
                route = {.delay = longer,
                         .links = links + 1,
                         .next = Step{.link = number, .up = up},
                         .found = true};
                if (shorter)
                {
                    open.emplace(longer, links + 1, from);
                }
            }
        }
    }
    auto& next = m_next[target];
    next.clear();
    for (Vertex at = 0; at < known.size(); ++at)
    {
        if (const auto set = m_set.find({at, target}); set != m_set.end())
        {
            next.push_back(Step{.link = set->second, .up = m_links[set->second].first == at});
        }
        else
        {
            next.push_back(known[at].next);
        }
    }
}

std::optional<Net8RouteGraph::Step>
Net8RouteGraph::GetNext(Vertex at, Vertex target) const
{
    const auto& next = m_next.at(target);
    const auto before = next.empty() ? FindBefore(target) : std::nullopt;
    if (!before)
    {
        return next.at(at);
    }
    if (at == target)
    {
        return std::nullopt;
    }
    const uint32_t last = m_ends[target].front();
    return at == *before ? Step{.link = last, .up = m_links[last].second == target}
                         : GetNext(at, *before);
}

std::optional<Net8RouteGraph::Vertex>
Net8RouteGraph::FindBefore(Vertex target) const
{
    if (m_ends.at(target).size() != 1 || m_setTargets.contains(target))
    {
        return std::nullopt;
    }
    const auto& link = m_links[m_ends[target].front()];
    const Vertex before = link.first == target ? link.second : link.first;
    // Of two vertices with one link neither is behind the other.
    const bool inner = m_ends[before].size() > 1 && !m_setTargets.contains(before);
    return before != target && inner ? std::optional(before) : std::nullopt;
}

std::optional<std::vector<Net8RouteGraph::Step>>
Net8RouteGraph::GetRoute(Vertex from, Vertex target) const
{
    std::vector<Step> steps;
    for (Vertex at = from; at != target; at = GetEnd(steps.back()))
    {
        const auto next = GetNext(at, target);
        if (!next || steps.size() > m_ends.size())
        {
            return std::nullopt;
        }
        steps.push_back(*next);
    }
    return steps;
}

Net8RouteGraph::Vertex
Net8RouteGraph::GetEnd(Step step) const
{
    const auto& link = m_links.at(step.link);
    return step.up ? link.second : link.first;
}

std::chrono::nanoseconds
Net8RouteGraph::GetDelay(Step step) const
{
    const auto& link = m_links.at(step.link);
    return step.up ? link.up : link.down;
}

} // namespace ns3::net8
