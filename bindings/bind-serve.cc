// SPDX-License-Identifier: GPL-2.0-only
#include "bind-error.h"
#include "bind-plan.h"
#include "bind.h"
#include "serve/net8-serve.h"

#include <memory>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <stdexcept>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * Call what reads a plan.
 *
 * @tparam Call function without arguments
 * @param call called once
 * @return what it returns
 * @throw PlanError for what cannot be done
 */
template <typename Call>
auto
Refusing(Call call)
{
    try
    {
        return call();
    }
    catch (const std::invalid_argument& error)
    {
        throw PlanError(error.what());
    }
}

/**
 * See the docstring in BindServe.
 */
std::unique_ptr<Net8Serve>
MakeServe(const py::dict& document,
          uint32_t seed,
          uint64_t run,
          const std::string& pcapPrefix,
          const std::function<void(const std::string&)>& tell)
{
    return Refusing([&] {
        auto plan = ReadPlan(document);
        plan.seed = seed;
        plan.run = run;
        plan.pcapPrefix = pcapPrefix;
        return std::make_unique<Net8Serve>(plan, tell);
    });
}

/**
 * See the docstring in BindServe.
 */
uint16_t
ListenAt(Net8Serve& serve,
         const std::string& address,
         uint16_t port,
         const std::string& site,
         const std::string& backendAddress,
         uint16_t backendPort,
         const std::string& instance)
{
    return Refusing([&] {
        return serve.Listen({.address = address,
                             .port = port,
                             .site = site,
                             .backendAddress = backendAddress,
                             .backendPort = backendPort,
                             .instance = instance});
    });
}

/**
 * See the docstring in BindServe.
 */
py::dict
Serve(Net8Serve& serve, int stop)
{
    ServeReport report;
    {
        py::gil_scoped_release unlock;
        report = serve.Run(stop);
    }
    py::dict told;
    told["connections"] = report.connections;
    told["refused"] = report.refused;
    told["passed_bytes"] = report.bytes;
    told["pieces"] = report.pieces;
    told["late_p50_ns"] = report.p50.count();
    told["late_p99_ns"] = report.p99.count();
    told["late_worst_ns"] = report.worst.count();
    return told;
}

} // namespace

void
BindServe(py::module_& m)
{
    py::class_<Net8Serve>(m, "Serve", "Passes connections of real programs over a network.")
        .def(py::init(&MakeServe),
             py::arg("document"),
             py::arg("seed"),
             py::arg("run"),
             py::arg("pcap_prefix"),
             py::arg("tell"),
             "Build the network of a plan; tell is called with one sentence about what goes wrong.")
        .def("listen",
             &ListenAt,
             py::arg("address"),
             py::arg("port"),
             py::arg("site"),
             py::arg("backend_address"),
             py::arg("backend_port"),
             py::arg("instance"),
             "Listen at a port of this machine, 0 for any, and return its number; its connections "
             "are those of a client host of a site with the host of an instance, each by default "
             "the first, and lead to the real server.")
        .def(
            "check",
            [](Net8Serve& serve) { return serve.Check().count(); },
            "Return how late this machine wakes a program up at worst, ns.")
        .def("run",
             &Serve,
             py::arg("stop"),
             "Serve until a file can be read, of which this is the descriptor; return counts and "
             "how late bytes left.");
}

} // namespace ns3::net8
