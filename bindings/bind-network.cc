// SPDX-License-Identifier: GPL-2.0-only
#include "bind-error.h"
#include "bind.h"

#include "ns3/net8-network-plan.h"

#include <optional>
#include <pybind11/stl.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Numbers of the links of a route, and whether each is used in the direction up.
using Route = std::vector<std::pair<uint32_t, bool>>;

/**
 * @param lists tables of sites, routers, links and routes
 * @param pairs pairs of names of sites
 * @return the route from the first to the second site of each pair; nothing if there is none
 */
std::vector<std::optional<Route>>
FindRoutes(const std::map<std::string, std::vector<AttributeMap>>& lists,
           const std::vector<std::pair<std::string, std::string>>& pairs)
{
    try
    {
        const Net8NetworkPlan plan(Net8NetworkPlan::Lists{lists});
        std::vector<std::optional<Route>> routes;
        for (const auto& [from, to] : pairs)
        {
            auto& route = routes.emplace_back();
            if (const auto steps =
                    plan.GetRoutes().GetRoute(plan.FindSite(from), plan.FindSite(to)))
            {
                route.emplace();
                for (const auto& step : *steps)
                {
                    route->emplace_back(step.link, step.up);
                }
            }
        }
        return routes;
    }
    catch (const std::invalid_argument& error)
    {
        throw PlanError(error.what());
    }
}

} // namespace

void
BindNetwork(py::module_& m)
{
    m.def("network_routes",
          &FindRoutes,
          py::arg("lists"),
          py::arg("pairs"),
          "Return the links of the route between two sites, for each pair of names: their numbers "
          "and whether they are taken up; None where there is no route.");
}

} // namespace ns3::net8
