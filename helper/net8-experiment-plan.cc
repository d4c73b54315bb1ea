// SPDX-License-Identifier: GPL-2.0-only
#include "net8-experiment-plan.h"

namespace ns3::net8
{

namespace
{

/// Sections that are parts of handlers, and the names of their TypeIds.
const std::map<std::string, std::string> HANDLERS{
    {"server.shared", "ns3::net8::Net8SharedServers"},
    {"server.dispatcher", "ns3::net8::Net8Dispatcher"},
    {"server.pool", "ns3::net8::Net8ServerPool"},
    {"server.broker", "ns3::net8::Net8PooledHandler"},
    {"server.prespawn", "ns3::net8::Net8PrespawnPool"}};

/// All other sections, and where their attributes are.
const std::map<std::string, AttributeMap ExperimentPlan::*> SECTIONS{
    {"path", &ExperimentPlan::path},
    {"client.tcp", &ExperimentPlan::clientTcp},
    {"server.tcp", &ExperimentPlan::serverTcp},
    {"client", &ExperimentPlan::client},
    {"listener", &ExperimentPlan::listener},
    {"server", &ExperimentPlan::server},
    {"host.cpu", &ExperimentPlan::hostCpu},
    {"host.memory", &ExperimentPlan::hostMemory},
    {"query", &ExperimentPlan::query}};

} // namespace

AttributeMap*
ExperimentPlan::FindSection(const std::string& name)
{
    if (const auto found = HANDLERS.find(name); found != HANDLERS.end())
    {
        return &handlers[found->second];
    }
    const auto found = SECTIONS.find(name);
    return found == SECTIONS.end() ? nullptr : &(this->*found->second);
}

const std::vector<AttributeMap>&
ExperimentPlan::GetList(const std::string& name) const
{
    static const std::vector<AttributeMap> NONE;
    const auto found = lists.find(name);
    return found == lists.end() ? NONE : found->second;
}

} // namespace ns3::net8
