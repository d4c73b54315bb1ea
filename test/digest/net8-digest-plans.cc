// SPDX-License-Identifier: GPL-2.0-only
#include "net8-digest-plans.h"

#include "ns3/nstime.h"

#include <map>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

using Fields = std::vector<std::string>;

/**
 * @param line a line
 * @return its fields; a backslash stands before a tab, an end of line or itself
 */
Fields
Split(const std::string& line)
{
    Fields fields(1);
    for (std::size_t i = 0; i < line.size(); ++i)
    {
        if (line[i] == '\t')
        {
            fields.emplace_back();
        }
        else if (line[i] == '\\' && i + 1 < line.size())
        {
            ++i;
            fields.back() += line[i] == 't' ? '\t' : line[i] == 'n' ? '\n' : line[i];
        }
        else
        {
            fields.back() += line[i];
        }
    }
    return fields;
}

/**
 * @param plan a plan
 * @param fields a line that begins something with attributes
 * @return the attributes, none yet
 */
AttributeMap&
Begin(ExperimentPlan& plan, const Fields& fields)
{
    const auto& kind = fields.at(0);
    if (kind == "section")
    {
        return plan.sections[fields.at(1)];
    }
    if (kind == "list")
    {
        return plan.lists[fields.at(1)].emplace_back();
    }
    if (kind == "instance")
    {
        plan.instances.push_back({.name = fields.at(1),
                                  .host = fields.at(2),
                                  .delay = NanoSeconds(std::stoll(fields.at(3))),
                                  .attributes = {}});
        return plan.instances.back().attributes;
    }
    if (kind != "group")
    {
        throw std::invalid_argument("There is no '" + kind + "' in a plan.");
    }
    plan.groups.push_back({.name = fields.at(1), .attributes = {}, .arrivals = {}});
    for (std::size_t i = 2; i < fields.size(); ++i)
    {
        plan.groups.back().arrivals.push_back(NanoSeconds(std::stoll(fields[i])));
    }
    return plan.groups.back().attributes;
}

} // namespace

std::vector<std::pair<std::string, ExperimentPlan>>
ReadPlans(std::istream& input)
{
    std::vector<std::pair<std::string, ExperimentPlan>> plans;
    AttributeMap* open = nullptr;
    for (std::string line; std::getline(input, line);)
    {
        const auto fields = Split(line);
        const auto& kind = fields.at(0);
        if (kind == "plan")
        {
            plans.emplace_back(fields.at(1), ExperimentPlan());
            plans.back().second.seed = std::stoul(fields.at(2));
            open = nullptr;
            continue;
        }
        if (plans.empty() || (kind == "attribute" && open == nullptr))
        {
            throw std::invalid_argument("A line stands before what it belongs to: " + line);
        }
        auto& plan = plans.back().second;
        if (kind == "attribute")
        {
            (*open)[fields.at(1)] = fields.at(2);
        }
        else if (kind == "row")
        {
            plan.rowLengths.push_back(std::stoul(fields.at(1)));
        }
        else if (kind == "host")
        {
            plan.hosts[fields.at(1)] = Fields(fields.begin() + 2, fields.end());
        }
        else
        {
            open = &Begin(plan, fields);
        }
    }
    return plans;
}

} // namespace ns3::net8
