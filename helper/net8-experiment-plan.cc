// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment-plan.h"

namespace ns3::net8
{

const AttributeMap&
ExperimentPlan::GetSection(const std::string& name) const
{
    static const AttributeMap NONE;
    const auto found = sections.find(name);
    return found == sections.end() ? NONE : found->second;
}

const std::vector<AttributeMap>&
ExperimentPlan::GetList(const std::string& name) const
{
    static const std::vector<AttributeMap> NONE;
    const auto found = lists.find(name);
    return found == lists.end() ? NONE : found->second;
}

} // namespace ns3::net8
