// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-route.h"

#include "ns3/string.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NetworkRoute);

TypeId
Net8NetworkRoute::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8NetworkRoute")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8NetworkRoute>()
                            .AddAttribute("At",
                                          "Site or router where the route holds.",
                                          StringValue(""),
                                          MakeStringAccessor(&Net8NetworkRoute::m_at),
                                          MakeStringChecker())
                            .AddAttribute("Target",
                                          "Site where it leads.",
                                          StringValue(""),
                                          MakeStringAccessor(&Net8NetworkRoute::m_target),
                                          MakeStringChecker())
                            .AddAttribute("Link",
                                          "Link that is taken.",
                                          StringValue(""),
                                          MakeStringAccessor(&Net8NetworkRoute::m_link),
                                          MakeStringChecker());
    return tid;
}

Net8NetworkRoute::Net8NetworkRoute() = default;
Net8NetworkRoute::~Net8NetworkRoute() = default;

const std::string&
Net8NetworkRoute::GetAt() const
{
    return m_at;
}

const std::string&
Net8NetworkRoute::GetTarget() const
{
    return m_target;
}

const std::string&
Net8NetworkRoute::GetLink() const
{
    return m_link;
}

} // namespace ns3::net8
