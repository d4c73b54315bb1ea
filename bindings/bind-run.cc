// SPDX-License-Identifier: GPL-2.0-only
#include "bind-columns.h"
#include "bind-error.h"
#include "bind-plan.h"
#include "bind.h"

#include "ns3/net8-branches.h"
#include "ns3/net8-dry-run.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-mpi.h"

#include <memory>
#include <optional>
#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// A run is under way in this process, which has only one ns-3 simulator.
bool g_running = false;

/// Called with simulation time (s), events and the share that is done; returns false to stop the
/// run.
using PyProgress = std::function<bool(double, uint64_t, double)>;

/**
 * Run a plan without the interpreter's lock, and allow Ctrl-C.
 *
 * @param plan the plan
 * @param progress called with the progress; may be empty
 * @param leave returns whether the process ends soon and what was simulated need not be taken down,
 * asked after the run; may be empty
 * @return the results
 */
ExperimentResult
Simulate(const ExperimentPlan& plan,
         const std::optional<PyProgress>& progress,
         const std::function<bool()>& leave)
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
        bool ranks = false;
        py::gil_scoped_release unlock;
        {
            auto experiment = std::make_unique<Net8Experiment>(plan, tell);
            ranks = experiment->IsCutForRanks();
            result = experiment->Run();
            if (leave && leave())
            {
                // A copy of a process shares its memory, of which this would write every page.
                static_cast<void>(experiment.release());
            }
        }
        // Each rank closes the captures of its hosts when its experiment is destroyed.
        if (ranks && !interrupted)
        {
            Net8Mpi::Meet();
        }
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
Run(const py::dict& document,
    uint32_t seed,
    uint64_t run,
    const std::string& pcapPrefix,
    bool serverSteps,
    const std::optional<PyProgress>& progress,
    const std::vector<Net8Branches::Lists>& branches,
    const std::function<uint32_t()>& choose,
    const std::function<bool()>& leave)
{
    if (g_running)
    {
        throw std::runtime_error(
            "A simulation is under way in this process; ns-3 runs one at a time.");
    }
    g_running = true;
    try
    {
        auto plan = ReadPlan(document);
        plan.seed = seed;
        plan.run = run;
        plan.pcapPrefix = pcapPrefix;
        plan.serverSteps = serverSteps;
        plan.branches = branches;
        plan.choose = choose;
        auto result = Simulate(plan, progress, leave);
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

/// Stream, probability of a loss, draws.
using DrawsTuple = std::tuple<int64_t, double, uint64_t>;

/**
 * See the docstring in BindRun.
 */
bool
IsSame(uint32_t seed, uint64_t run, const std::vector<DrawsTuple>& passed)
{
    std::vector<LossDraws> draws;
    for (const auto& [stream, rate, count] : passed)
    {
        draws.push_back({.stream = stream, .rate = rate, .draws = count});
    }
    return LosesNoneEither(seed, run, draws);
}

/// Statement, whether it is executed again, kind, TTC bytes of request and reply, rows.
using CallTuple = std::tuple<uint32_t, bool, int, uint32_t, uint32_t, uint32_t>;

/**
 * @tparam Make function that returns calls
 * @param make called once
 * @return the calls
 * @throw PlanError if the plan cannot be run
 */
template <typename Make>
std::vector<CallTuple>
AsTuples(Make make)
{
    try
    {
        std::vector<CallTuple> calls;
        for (const auto& call : make())
        {
            calls.emplace_back(call.statement,
                               call.again,
                               static_cast<int>(call.kind),
                               call.request,
                               call.reply,
                               call.rows);
        }
        return calls;
    }
    catch (const std::invalid_argument& error)
    {
        throw PlanError(error.what());
    }
}

/**
 * See the docstring in BindRun.
 */
std::vector<CallTuple>
ListCalls(const py::dict& document, uint32_t group)
{
    return AsTuples([&] { return DryRun(ReadPlan(document), group); });
}

/**
 * See the docstring in BindRun.
 */
std::vector<CallTuple>
ListPipeline(const py::dict& document, const std::vector<uint32_t>& statements, uint32_t group)
{
    return AsTuples([&] { return DryPipeline(ReadPlan(document), group, statements); });
}

} // namespace

void
BindRun(py::module_& m)
{
    py::register_exception<PlanError>(m, "PlanError", PyExc_ValueError);
    m.attr("ns3_version") = NET8_NS3_VERSION;
    m.def("statement_calls",
          &ListCalls,
          py::arg("document"),
          py::arg("group") = 0,
          "Return the calls of each statement of a plan without a run, first all once, then all "
          "again: number of the statement, whether it is again, kind of the call, TTC bytes of "
          "request and reply, rows.");
    m.def("pipeline_calls",
          &ListPipeline,
          py::arg("document"),
          py::arg("statements"),
          py::arg("group") = 0,
          "Return the calls of statements of a plan in a pipeline, likewise: once, then again; "
          "none where driver and server have none.");
    m.def("csv_rows",
          &FormatRows,
          py::arg("columns"),
          "Return rows of integers as lines of CSV, whose columns are given.");
    m.def("is_same",
          &IsSame,
          py::arg("seed"),
          py::arg("run"),
          py::arg("passed"),
          "Return whether the run with another number is the run that has drawn this and lost no "
          "packet: stream, probability of a loss and number of draws of each stream.");
    m.def("run",
          &Run,
          py::arg("document"),
          py::arg("seed") = 1,
          py::arg("run") = 1,
          py::arg("pcap_prefix") = "",
          py::arg("server_steps") = false,
          py::arg("progress") = py::none(),
          py::arg("branches") = py::list(),
          py::arg("choose") = py::none(),
          py::arg("leave") = py::none(),
          "Run one simulation: a plan goes in, its attributes in ns-3's notation, columns of "
          "integers come out. With branches it is several that are one until the first of what "
          "each has in addition, attributes by list (fault, link_change, limit_change): then "
          "choose is called, which returns the number of the one that goes on in this process. "
          "leave is asked after the run: if it returns true, what was simulated stays until the "
          "process ends, which it must do before another run.");
}

} // namespace ns3::net8
