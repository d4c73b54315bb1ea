// SPDX-License-Identifier: GPL-2.0-only
#include "bind-plan.h"

#include "bind-error.h"

#include <pybind11/stl.h>
#include <tuple>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Name, host, additional delay (ns) and attributes of an instance.
using InstanceTuple = std::tuple<std::string, std::string, int64_t, AttributeMap>;

/// Name, attributes and arrival times (ns) of a group of clients.
using GroupTuple = std::tuple<std::string, AttributeMap, std::vector<int64_t>>;

/**
 * @tparam T type of a part
 * @param document a document
 * @param name name of one of its parts
 * @return the part
 */
template <typename T>
T
Get(const py::dict& document, const char* name)
{
    return document[name].cast<T>();
}

/**
 * @tparam T contents of a section or list
 * @param document a document
 * @param name name of one of its parts
 * @return the sections or lists of that part
 */
template <typename T>
PlanTables<T>
ReadTables(const py::dict& document, const char* name)
{
    return PlanTables<T>(Get<std::map<std::string, T>>(document, name));
}

/**
 * @param groups groups in Python's form
 * @param plan receives them
 */
void
ReadGroups(const std::vector<GroupTuple>& groups, ExperimentPlan& plan)
{
    for (const auto& [name, attributes, times] : groups)
    {
        ClientGroup group{.name = name, .attributes = attributes, .arrivals = {}};
        for (const int64_t time : times)
        {
            group.arrivals.push_back(NanoSeconds(time));
        }
        plan.groups.push_back(std::move(group));
    }
}

/**
 * @param instances instances in Python's form
 * @param plan receives them
 */
void
ReadInstances(const std::vector<InstanceTuple>& instances, ExperimentPlan& plan)
{
    for (const auto& [name, host, delay, attributes] : instances)
    {
        plan.instances.push_back(
            {.name = name, .host = host, .delay = NanoSeconds(delay), .attributes = attributes});
    }
}

} // namespace

ExperimentPlan
ReadPlan(const py::dict& document)
{
    ExperimentPlan plan;
    plan.sections = ReadTables<AttributeMap>(document, "sections");
    plan.lists = ReadTables<std::vector<AttributeMap>>(document, "lists");
    ReadGroups(Get<std::vector<GroupTuple>>(document, "groups"), plan);
    ReadInstances(Get<std::vector<InstanceTuple>>(document, "instances"), plan);
    plan.rowLengths = Get<decltype(plan.rowLengths)>(document, "row_lengths");
    plan.hosts = Get<decltype(plan.hosts)>(document, "hosts");
    plan.networkLibrary = Get<std::string>(document, "network_library");
    plan.networkSettings = Get<decltype(plan.networkSettings)>(document, "network_settings");
    plan.fastForward = Get<bool>(document, "fast_forward");
    return plan;
}

} // namespace ns3::net8
