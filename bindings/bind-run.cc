// SPDX-License-Identifier: GPL-2.0-only
#include "bind-columns.h"
#include "bind-error.h"
#include "bind.h"

#include "ns3/net8-experiment.h"

#include <optional>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <stdexcept>
#include <tuple>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// A run is under way in this process: ns-3's simulator is one object.
bool g_running = false;

/// Called with simulated seconds, events and part that is done; false stops the run.
using PyProgress = std::function<bool(double, uint64_t, double)>;

/// Name, host, further delay (ns) and attributes of an instance.
using InstanceTuple = std::tuple<std::string, std::string, int64_t, AttributeMap>;

/// Name, attributes and times of arrival (ns) of a group of clients.
using GroupTuple = std::tuple<std::string, AttributeMap, std::vector<int64_t>>;

/**
 * @param tuple a group as Python has it
 * @return the group
 */
ClientGroup
MakeGroup(const GroupTuple& tuple)
{
    const auto& [name, attributes, times] = tuple;
    ClientGroup group{.name = name, .attributes = attributes, .arrivals = {}};
    for (const int64_t time : times)
    {
        group.arrivals.push_back(NanoSeconds(time));
    }
    return group;
}

/**
 * @param sections attributes by section of the plan
 * @return the plan, without what is not in a section
 */
ExperimentPlan
MakePlan(std::map<std::string, AttributeMap> sections)
{
    ExperimentPlan plan;
    const auto part = [&plan](const std::string& name) {
        return &plan.handlers["ns3::net8::Net8" + name];
    };
    const std::map<std::string, AttributeMap*> known{{"path", &plan.path},
                                                     {"client.tcp", &plan.clientTcp},
                                                     {"server.tcp", &plan.serverTcp},
                                                     {"client", &plan.client},
                                                     {"listener", &plan.listener},
                                                     {"server", &plan.server},
                                                     {"server.shared", part("SharedServers")},
                                                     {"server.dispatcher", part("Dispatcher")},
                                                     {"server.pool", part("ServerPool")},
                                                     {"server.broker", part("PooledHandler")},
                                                     {"server.prespawn", part("PrespawnPool")},
                                                     {"host.cpu", &plan.hostCpu},
                                                     {"host.memory", &plan.hostMemory},
                                                     {"query", &plan.query}};
    for (auto& [name, attributes] : sections)
    {
        const auto found = known.find(name);
        if (found == known.end())
        {
            throw PlanError("There is no section '" + name + "' in a plan.");
        }
        *found->second = std::move(attributes);
    }
    return plan;
}

/**
 * Run a plan without the interpreter's lock, and let Ctrl-C through.
 *
 * @param plan what to simulate
 * @param progress whom to tell, or nothing
 * @return what came of it
 */
ExperimentResult
Simulate(const ExperimentPlan& plan, const std::optional<PyProgress>& progress)
{
    std::exception_ptr interrupted;
    const auto tell = [&](const ProgressReport& report) {
        py::gil_scoped_acquire lock;
        try
        {
            if (PyErr_CheckSignals() != 0)
            {
                throw py::error_already_set();
            }
            return !progress || (*progress)(report.now.GetSeconds(), report.events, report.share);
        }
        catch (...)
        {
            interrupted = std::current_exception();
            return false;
        }
    };
    ExperimentResult result;
    {
        py::gil_scoped_release unlock;
        Net8Experiment experiment(plan, tell);
        result = experiment.Run();
    }
    if (interrupted)
    {
        std::rethrow_exception(interrupted);
    }
    return result;
}

/**
 * See the docstring in BindRun.
 */
py::dict
Run(const std::map<std::string, AttributeMap>& sections,
    const std::vector<AttributeMap>& crossTraffic,
    const std::vector<uint32_t>& rowLengths,
    uint32_t seed,
    uint64_t run,
    int64_t stopTimeNs,
    const std::string& pcapPrefix,
    const std::optional<PyProgress>& progress,
    const std::vector<GroupTuple>& groups,
    const std::map<std::string, std::vector<std::string>>& hosts,
    int64_t sampleIntervalNs,
    const std::vector<InstanceTuple>& instances,
    const std::vector<AttributeMap>& endPoints,
    const std::vector<AttributeMap>& faults,
    const std::vector<std::string>& partition,
    const std::string& mpi)
{
    if (g_running)
    {
        throw std::runtime_error(
            "A simulation is under way in this process; ns-3 runs one at a time.");
    }
    g_running = true;
    try
    {
        auto plan = MakePlan(sections);
        plan.crossTraffic = crossTraffic;
        plan.rowLengths = rowLengths;
        plan.hosts = hosts;
        for (const auto& [name, host, delay, attributes] : instances)
        {
            plan.instances.push_back({.name = name,
                                      .host = host,
                                      .delay = NanoSeconds(delay),
                                      .attributes = attributes});
        }
        plan.endPoints = endPoints;
        plan.faults = faults;
        for (const auto& group : groups)
        {
            plan.groups.push_back(MakeGroup(group));
        }
        plan.seed = seed;
        plan.run = run;
        plan.stopTime = NanoSeconds(stopTimeNs);
        plan.sampleInterval = NanoSeconds(sampleIntervalNs);
        plan.pcapPrefix = pcapPrefix;
        plan.partition = partition;
        plan.mpi = mpi;
        auto result = Simulate(plan, progress);
        g_running = false;
        return ToPython(result);
    }
    catch (const std::invalid_argument& error)
    {
        g_running = false;
        throw PlanError(error.what());
    }
    catch (...)
    {
        g_running = false;
        throw;
    }
}

} // namespace

void
BindRun(py::module_& m)
{
    py::register_exception<PlanError>(m, "PlanError", PyExc_ValueError);
    m.attr("ns3_version") = NET8_NS3_VERSION;
    m.def("run",
          &Run,
          py::arg("sections"),
          py::arg("cross_traffic") = std::vector<AttributeMap>(),
          py::arg("row_lengths") = std::vector<uint32_t>(),
          py::arg("seed") = 1,
          py::arg("run") = 1,
          py::arg("stop_time_ns") = Hours(24).GetNanoSeconds(),
          py::arg("pcap_prefix") = "",
          py::arg("progress") = py::none(),
          py::arg("groups") = std::vector<GroupTuple>(),
          py::arg("hosts") = std::map<std::string, std::vector<std::string>>(),
          py::arg("sample_interval_ns") = 0,
          py::arg("instances") = std::vector<InstanceTuple>(),
          py::arg("end_points") = std::vector<AttributeMap>(),
          py::arg("faults") = std::vector<AttributeMap>(),
          py::arg("partition") = std::vector<std::string>(),
          py::arg("mpi") = "distributed",
          "Run one simulation: attributes by section in ns-3's notation go in, columns of integers "
          "come out.");
}

} // namespace ns3::net8
