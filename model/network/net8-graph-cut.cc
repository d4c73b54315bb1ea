// SPDX-License-Identifier: GPL-2.0-only
#include "net8-graph-cut.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

namespace ns3::net8
{

namespace
{

/// How much the load of the most loaded process may exceed that of the most even cut, percent.
constexpr uint64_t SLACK = 10;

/**
 * Add the allowed excess to a load.
 *
 * @param load a load
 * @return the load with the excess
 */
uint64_t
AddSlack(uint64_t load)
{
    return load + load * SLACK / 100;
}

} // namespace

Net8GraphCut::Net8GraphCut(std::vector<uint64_t> loads, std::vector<Link> links)
    : m_loads(std::move(loads)),
      m_links(std::move(links))
{
    const auto joined = FindParts(std::chrono::nanoseconds::max());
    for (uint32_t vertex = 1; vertex < joined.size(); ++vertex)
    {
        if (joined[vertex] == vertex)
        {
            m_links.push_back({.first = 0, .second = vertex, .gap = {}});
        }
    }
}

std::vector<uint32_t>
Net8GraphCut::FindParts(std::chrono::nanoseconds least) const
{
    std::vector<uint32_t> parts(m_loads.size());
    std::iota(parts.begin(), parts.end(), 0U);
    const auto find = [&parts](uint32_t vertex) {
        while (parts[vertex] != vertex)
        {
            parts[vertex] = parts[parts[vertex]];
            vertex = parts[vertex];
        }
        return vertex;
    };
    for (const auto& link : m_links)
    {
        if (link.gap.count() == 0 || link.gap < least)
        {
            const auto [low, high] = std::minmax({find(link.first), find(link.second)});
            parts[high] = low;
        }
    }
    for (uint32_t vertex = 0; vertex < parts.size(); ++vertex)
    {
        parts[vertex] = find(vertex);
    }
    return parts;
}

uint32_t
Net8GraphCut::CountParts() const
{
    const auto parts = FindParts({});
    return static_cast<uint32_t>(std::set(parts.begin(), parts.end()).size());
}

std::vector<std::vector<uint32_t>>
Net8GraphCut::FindNeighbours(const std::vector<uint32_t>& parts) const
{
    std::vector<std::vector<uint32_t>> neighbours(parts.size());
    for (const auto& link : m_links)
    {
        neighbours[parts[link.first]].push_back(parts[link.second]);
        neighbours[parts[link.second]].push_back(parts[link.first]);
    }
    return neighbours;
}

std::optional<Net8GraphCut::Shares>
Net8GraphCut::Deal(const std::vector<uint32_t>& parts, uint32_t processes) const
{
    std::vector<uint64_t> loads(parts.size());
    std::vector<uint32_t> order;
    for (uint32_t vertex = 0; vertex < parts.size(); ++vertex)
    {
        loads[parts[vertex]] += m_loads[vertex];
        if (parts[vertex] == vertex)
        {
            order.push_back(vertex);
        }
    }
    if (order.size() < processes)
    {
        return std::nullopt;
    }
    std::ranges::stable_sort(order, std::greater<>(), [&loads](uint32_t part) {
        return loads[part];
    });
    const auto total = std::accumulate(loads.begin(), loads.end(), uint64_t{0});
    const auto fair = AddSlack(std::max(total / processes, loads[order.front()]));
    const auto neighbours = FindNeighbours(parts);
    std::vector<uint64_t> has(processes);
    std::vector<uint32_t> owners(parts.size(), processes);
    for (uint32_t place = 0; place < order.size(); ++place)
    {
        const auto part = order[place];
        auto best = static_cast<uint32_t>(std::ranges::min_element(has) - has.begin());
        // Give every process a part before considering neighbours.
        for (const auto neighbour : neighbours[part])
        {
            const auto owner = owners[neighbour];
            if (place >= processes && owner < processes && has[owner] + loads[part] <= fair)
            {
                best = owner;
                break;
            }
        }
        owners[part] = place < processes ? place : best;
        has[owners[part]] += loads[part];
    }
    Shares shares{.owners = std::vector<uint32_t>(parts.size()),
                  .most = *std::ranges::max_element(has)};
    std::ranges::transform(parts, shares.owners.begin(), [&owners](uint32_t part) {
        return owners[part];
    });
    return shares;
}

std::optional<std::vector<uint32_t>>
Net8GraphCut::Share(uint32_t processes) const
{
    std::set<std::chrono::nanoseconds> gaps;
    for (const auto& link : m_links)
    {
        gaps.insert(link.gap);
    }
    std::vector<Shares> found;
    for (const auto gap : gaps)
    {
        // Larger delays leave fewer parts.
        auto shares = Deal(FindParts(gap), processes);
        if (!shares)
        {
            break;
        }
        found.push_back(std::move(*shares));
    }
    if (found.empty())
    {
        auto shares = Deal(FindParts({}), processes);
        return shares ? std::optional(std::move(shares->owners)) : std::nullopt;
    }
    const auto least = std::ranges::min_element(found, {}, &Shares::most)->most;
    const auto chosen = std::find_if(found.rbegin(), found.rend(), [least](const Shares& shares) {
        return shares.most <= AddSlack(least);
    });
    return std::move(chosen->owners);
}

} // namespace ns3::net8
