// SPDX-License-Identifier: GPL-2.0-only
#include "bind-error.h"
#include "bind-plan.h"
#include "bind.h"
#include "serve/net8-serve.h"

#include <chrono>
#include <memory>
#include <optional>
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
          bool simulated,
          const std::string& pcapPrefix,
          const std::function<void(const std::string&)>& tell)
{
    return Refusing([&] {
        auto plan = ReadPlan(document);
        plan.fastForward = false; // The clock is not ours, and programs may come in at any time.
        plan.seed = seed;
        plan.run = run;
        plan.pcapPrefix = pcapPrefix;
        return std::make_unique<Net8Serve>(plan, simulated, tell);
    });
}

/**
 * Call something without the interpreter's lock, which the thread that serves may need.
 *
 * @tparam Call function without arguments
 * @param call called once
 * @return what it returns
 */
template <typename Call>
auto
Unlocked(Call call)
{
    const py::gil_scoped_release unlock;
    return Refusing(call);
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
    return Unlocked([&] {
        return serve.Listen({.address = address,
                             .port = port,
                             .site = site,
                             .backendAddress = backendAddress,
                             .backendPort = backendPort,
                             .instance = instance});
    });
}

/**
 * @param report what was served
 * @return the same for Python
 */
py::dict
ToDict(const ServeReport& report)
{
    py::dict told;
    told["connections"] = report.connections;
    told["refused"] = report.refused;
    told["passed_bytes"] = report.bytes;
    told["pieces"] = report.pieces;
    told["late_p50_ns"] = report.p50.count();
    told["late_p99_ns"] = report.p99.count();
    told["late_worst_ns"] = report.worst.count();
    told["calls"] = report.calls;
    told["call_late_p50_ns"] = report.callP50.count();
    told["call_late_p99_ns"] = report.callP99.count();
    told["call_late_worst_ns"] = report.callWorst.count();
    return told;
}

/**
 * See the docstring in BindServe.
 */
py::list
GetEnds(Net8Serve& serve)
{
    py::list ends;
    for (const auto& end : Unlocked([&] { return serve.GetEnds(); }))
    {
        ends.append(py::make_tuple(end.number,
                                   end.port,
                                   end.rtt.count(),
                                   end.window,
                                   end.unacked,
                                   end.waiting,
                                   end.retransmitted,
                                   end.sent,
                                   end.received));
    }
    return ends;
}

/**
 * See the docstring in BindServe.
 */
py::list
GetConnections(Net8Serve& serve)
{
    py::list connections;
    for (const auto& each : Unlocked([&] { return serve.GetConnections(); }))
    {
        connections.append(py::make_tuple(each.number,
                                          each.port,
                                          each.program,
                                          each.frozen,
                                          each.sent,
                                          each.received));
    }
    return connections;
}

/**
 * See the docstring in BindServe.
 */
py::list
GetWay(Net8Serve& serve, uint16_t port)
{
    py::list way;
    for (const auto& link : Unlocked([&] { return serve.GetWay(port); }))
    {
        way.append(py::make_tuple(link.name,
                                  link.up,
                                  link.rate,
                                  link.rateBack,
                                  link.delay.count(),
                                  link.delayBack.count()));
    }
    return way;
}

/**
 * See the docstring in BindServe.
 */
void
AddToxic(Net8Serve& serve,
         uint16_t port,
         const std::string& name,
         bool up,
         double share,
         std::optional<uint64_t> limit,
         int64_t linger,
         uint32_t slice,
         uint32_t spread,
         int64_t interval,
         int64_t delay,
         int64_t jitter,
         std::optional<uint64_t> rate,
         double loss)
{
    PacketTreatment wire{.rate = rate, .loss = loss};
    if (delay > 0 || jitter > 0)
    {
        wire.waits.push_back(
            {.delay = std::chrono::nanoseconds(delay), .jitter = std::chrono::nanoseconds(jitter)});
    }
    Unlocked([&] {
        serve.AddToxic({.port = port,
                        .name = name,
                        .up = up,
                        .share = share,
                        .does = {.limit = limit,
                                 .linger = std::chrono::nanoseconds(linger),
                                 .slice = slice,
                                 .spread = spread,
                                 .interval = std::chrono::nanoseconds(interval)},
                        .wire = wire});
    });
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
             py::arg("simulated"),
             py::arg("pcap_prefix"),
             py::arg("tell"),
             "Build the network of a plan, with its listeners and instances or without; tell is "
             "called with one sentence about what goes wrong.")
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
             "the first, and lead to the real server, or to the plan's listener if its port is 0.")
        .def(
            "check",
            [](Net8Serve& serve) { return serve.Check().count(); },
            "Return how late this machine wakes a program up at worst, ns.")
        .def(
            "close",
            [](Net8Serve& serve, uint16_t port) { Unlocked([&] { serve.Close(port); }); },
            py::arg("port"),
            "Listen no more at a port, and reset its connections.")
        .def(
            "reset",
            [](Net8Serve& serve, uint16_t port, const std::string& toxic) {
                Unlocked([&] { serve.ResetAll(port, toxic); });
            },
            py::arg("port"),
            py::arg("toxic"),
            "Reset the connections of a port to which a toxic happens, of all if it is empty.")
        .def("add_toxic",
             &AddToxic,
             py::arg("port"),
             py::arg("name"),
             py::arg("up"),
             py::arg("share"),
             py::kw_only(),
             py::arg("limit_bytes") = std::nullopt,
             py::arg("linger_ns") = 0,
             py::arg("slice_bytes") = 0,
             py::arg("spread_bytes") = 0,
             py::arg("interval_ns") = 0,
             py::arg("delay_ns") = 0,
             py::arg("jitter_ns") = 0,
             py::arg("rate_bit_s") = std::nullopt,
             py::arg("loss") = 0.0,
             "Let something happen to one direction of a share of the connections of a port.")
        .def(
            "remove_toxic",
            [](Net8Serve& serve, uint16_t port, const std::string& name) {
                Unlocked([&] { serve.RemoveToxic(port, name); });
            },
            py::arg("port"),
            py::arg("name"),
            "Let it happen no more.")
        .def(
            "way",
            &GetWay,
            py::arg("port"),
            "Return the links on the way from a port to its server: name, whether it begins at the "
            "first end, rates there and back, bit/s, delays there and back, ns.")
        .def(
            "change",
            [](Net8Serve& serve,
               const std::string& link,
               bool up,
               uint64_t rate,
               int64_t delay,
               double loss) {
                Unlocked([&] {
                    serve.Change({.link = link,
                                  .up = up,
                                  .rate = rate,
                                  .delay = std::chrono::nanoseconds(delay),
                                  .loss = loss});
                });
            },
            py::arg("link"),
            py::arg("up"),
            py::arg("rate_bit_s"),
            py::arg("delay_ns"),
            py::arg("loss"),
            "Change a direction of a link.")
        .def(
            "cut",
            [](Net8Serve& serve, const std::string& link, bool up) {
                Unlocked([&] { serve.Cut(link, up); });
            },
            py::arg("link"),
            py::arg("up"),
            "Cut a link, or reconnect it; each cut needs a call to undo it.")
        .def(
            "report",
            [](Net8Serve& serve) { return ToDict(Unlocked([&] { return serve.GetReport(); })); },
            "Return what was served up to now.")
        .def("ends",
             &GetEnds,
             "Return both ends of each open connection: number, port that accepted it (0: the "
             "server's end), round-trip time, us, congestion window and flight, segments, bytes "
             "not sent yet, segments retransmitted, bytes acknowledged and received.")
        .def("connections",
             &GetConnections,
             "Return the open connections of programs: number, port that accepted it, address of "
             "the program, whether it is frozen, bytes taken from the program and given to it.")
        .def(
            "freeze",
            [](Net8Serve& serve, uint64_t number, bool frozen) {
                Unlocked([&] { serve.Freeze(number, frozen); });
            },
            py::arg("number"),
            py::arg("frozen"),
            "Pass no bytes of a connection, or go on; TCP goes on at both ends.")
        .def(
            "kill",
            [](Net8Serve& serve, uint64_t number) { Unlocked([&] { serve.Kill(number); }); },
            py::arg("number"),
            "Reset a connection at both ends.")
        .def(
            "open",
            [](Net8Serve& serve) { serve.Open(); },
            "Let other threads call while it runs; the methods above then wait for it.")
        .def(
            "end",
            [](Net8Serve& serve) { serve.End(); },
            "Drop the simulation, which closes its captures.")
        .def(
            "run",
            [](Net8Serve& serve, int stop, int64_t spinNs) {
                const std::chrono::nanoseconds spin(spinNs);
                return ToDict(Unlocked([&] { return serve.Run(stop, spin); }));
            },
            py::arg("stop"),
            py::arg("spin_ns"),
            "Serve until a file can be read, of which this is the descriptor; so long before an "
            "event is due it no longer sleeps. Return counts and how late bytes left.");
}

} // namespace ns3::net8
