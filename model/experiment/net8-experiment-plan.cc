// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment-plan.h"

namespace ns3::net8
{

const AttributeMap&
ExperimentPlan::GetSection(const std::string& name) const
{
    return sections.Read(name);
}

bool
ExperimentPlan::UsesTds() const
{
    return sections.contains("tds");
}

const std::vector<AttributeMap>&
ExperimentPlan::GetList(const std::string& name) const
{
    return lists.Read(name);
}

void
ExperimentPlan::CheckAllRead() const
{
    sections.CheckAllRead("section");
    lists.CheckAllRead("list");
}

} // namespace ns3::net8
