// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network-router.h"

#include "ns3/string.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NetworkRouter);

TypeId
Net8NetworkRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8NetworkRouter")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8NetworkRouter>()
                            .AddAttribute("Name",
                                          "Name of the router.",
                                          StringValue(""),
                                          MakeStringAccessor(&Net8NetworkRouter::m_name),
                                          MakeStringChecker());
    return tid;
}

Net8NetworkRouter::Net8NetworkRouter() = default;
Net8NetworkRouter::~Net8NetworkRouter() = default;

const std::string&
Net8NetworkRouter::GetName() const
{
    return m_name;
}

} // namespace ns3::net8
