// SPDX-License-Identifier: GPL-2.0-only
#include "net8-source-route.h"

#include "net8-name-value.h"

#include <algorithm>
#include <cstddef>

namespace ns3::net8
{

SourceRoute::Hops
SourceRoute::FindHops(const ConnectDescription& description, const ConnectAddress& first)
{
    const bool routed = description.options.sourceRoute.value_or(false);
    Hops hops;
    for (const auto& list : description.addressLists)
    {
        const bool own = list.options.sourceRoute.value_or(false);
        if (own)
        {
            hops.clear();
        }
        const bool all = own || list.isBare;
        for (std::size_t i = 0; (own || routed) && i < list.addresses.size() && (all || i == 0);
             ++i)
        {
            hops.push_back(&list.addresses[i]);
        }
        if (own && !hops.empty() && hops.front() == &first)
        {
            return hops;
        }
    }
    return hops.empty() || hops.front() != &first ? Hops() : hops;
}

std::string
SourceRoute::Print(const Hops& hops)
{
    std::string text = "(SOURCE_ROUTE=yes)";
    for (const auto* hop : hops)
    {
        text += NameValue("ADDRESS",
                          {NameValue("PROTOCOL", hop->protocol),
                           NameValue("HOST", hop->host),
                           NameValue("PORT", std::to_string(hop->port))})
                    .Print();
    }
    return text;
}

std::optional<SourceRoute::NextHop>
SourceRoute::Take(std::string_view connectData)
{
    std::vector<NameValue> nodes;
    if (NameValue::ParseNodes(connectData, nodes).IsError() || nodes.size() != 1)
    {
        return std::nullopt;
    }
    auto& children = nodes.front().children;
    const auto is = [](std::string_view name) {
        return [name](const NameValue& node) { return node.Is(name); };
    };
    const auto taken = std::ranges::find_if(children, is("ADDRESS"));
    if (!nodes.front().Find("SOURCE_ROUTE") || taken == children.end())
    {
        return std::nullopt;
    }
    const auto next = std::find_if(taken + 1, children.end(), is("ADDRESS"));
    NextHop hop;
    if (next == children.end() || ConnectDescriptor::ReadAddress(*next, hop.address).IsError())
    {
        return std::nullopt;
    }
    const bool isLast = std::find_if(next + 1, children.end(), is("ADDRESS")) == children.end();
    children.erase(taken);
    if (isLast)
    {
        std::erase_if(children, is("SOURCE_ROUTE"));
    }
    hop.connectData = nodes.front().Print();
    return hop;
}

} // namespace ns3::net8
