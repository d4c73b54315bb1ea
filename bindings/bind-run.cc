// SPDX-License-Identifier: GPL-2.0-only
#include "bind.h"

#include "ns3/net8-column-repetition.h"
#include "ns3/net8-column.h"
#include "ns3/net8-cross-traffic.h"
#include "ns3/net8-dispatcher.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-fault.h"
#include "ns3/net8-pooled-handler.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <optional>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <stdexcept>
#include <tuple>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// Raised in Python as net8._core.PlanError.
class PlanError : public std::invalid_argument
{
  public:
    using std::invalid_argument::invalid_argument;
};

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
 * @tparam RECORD type of a row
 * @tparam GET callable that takes a row and gives a number
 * @param rows the rows
 * @param get the column
 * @return one column of 64-bit integers
 */
template <typename RECORD, typename GET>
py::array_t<int64_t>
Column(const std::vector<RECORD>& rows, GET get)
{
    py::array_t<int64_t> column(static_cast<py::ssize_t>(rows.size()));
    auto values = column.mutable_unchecked<1>();
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        values(static_cast<py::ssize_t>(i)) = static_cast<int64_t>(get(rows[i]));
    }
    return column;
}

/**
 * @param calls round trips
 * @return their columns by name
 */
py::dict
CallColumns(const std::vector<CallRecord>& calls)
{
    py::dict columns;
    columns["session"] = Column(calls, [](const auto& c) { return c.session; });
    columns["query"] = Column(calls, [](const auto& c) { return c.query; });
    columns["call"] = Column(calls, [](const auto& c) { return c.call; });
    columns["kind"] = Column(calls, [](const auto& c) { return static_cast<int>(c.kind); });
    columns["start_ns"] = Column(calls, [](const auto& c) { return c.start.GetNanoSeconds(); });
    columns["first_byte_ns"] =
        Column(calls, [](const auto& c) { return c.firstByte.GetNanoSeconds(); });
    columns["end_ns"] = Column(calls, [](const auto& c) { return c.end.GetNanoSeconds(); });
    columns["work_ns"] = Column(calls, [](const auto& c) { return c.work.GetNanoSeconds(); });
    columns["request_bytes"] = Column(calls, [](const auto& c) { return c.requestBytes; });
    columns["reply_bytes"] = Column(calls, [](const auto& c) { return c.replyBytes; });
    columns["request_packets"] = Column(calls, [](const auto& c) { return c.requestPackets; });
    columns["reply_packets"] = Column(calls, [](const auto& c) { return c.replyPackets; });
    columns["rows"] = Column(calls, [](const auto& c) { return c.rows; });
    columns["error"] = Column(calls, [](const auto& c) { return c.error; });
    return columns;
}

/**
 * @param session a session
 * @return how it ended
 */
std::string
DescribeOutcome(const SessionRecord& session)
{
    if (session.closed)
    {
        return "closed";
    }
    if (!session.error)
    {
        return "failed: cut off by the end of the simulation";
    }
    const std::string code = *session.error == SessionError::REFUSED
                                 ? " (ORA-" + std::to_string(session.oraCode) + ")"
                                 : "";
    return "failed: " + SessionCounters::Sentence(*session.error) + code;
}

/**
 * @param sessions sessions
 * @return their columns by name
 */
py::dict
SessionColumns(const std::vector<SessionRecord>& sessions)
{
    py::dict columns;
    columns["session"] = Column(sessions, [](const auto& s) { return s.session; });
    columns["group"] = Column(sessions, [](const auto& s) { return s.group; });
    columns["start_ns"] = Column(sessions, [](const auto& s) { return s.start.GetNanoSeconds(); });
    columns["resolved_ns"] =
        Column(sessions, [](const auto& s) { return s.resolved.GetNanoSeconds(); });
    columns["connected_ns"] =
        Column(sessions, [](const auto& s) { return s.connected.GetNanoSeconds(); });
    columns["accepted_ns"] =
        Column(sessions, [](const auto& s) { return s.accepted.GetNanoSeconds(); });
    columns["ready_ns"] = Column(sessions, [](const auto& s) { return s.ready.GetNanoSeconds(); });
    columns["end_ns"] = Column(sessions, [](const auto& s) { return s.end.GetNanoSeconds(); });
    columns["round_trips"] = Column(sessions, [](const auto& s) { return s.roundTrips; });
    columns["attempts"] = Column(sessions, [](const auto& s) { return s.attempts; });
    columns["ora_code"] = Column(sessions, [](const auto& s) { return s.oraCode; });
    columns["version"] = Column(sessions, [](const auto& s) { return s.version; });
    columns["sdu"] = Column(sessions, [](const auto& s) { return s.sdu; });
    columns["tdu"] = Column(sessions, [](const auto& s) { return s.tdu; });
    columns["bytes_sent"] = Column(sessions, [](const auto& s) { return s.bytesSent; });
    columns["bytes_received"] = Column(sessions, [](const auto& s) { return s.bytesReceived; });
    columns["fetch_calls"] = Column(sessions, [](const auto& s) { return s.fetchCalls; });
    columns["rows"] = Column(sessions, [](const auto& s) { return s.rows; });
    columns["failed_calls"] = Column(sessions, [](const auto& s) { return s.failedCalls; });
    py::list outcome;
    for (const auto& s : sessions)
    {
        outcome.append(DescribeOutcome(s));
    }
    columns["outcome"] = outcome;
    return columns;
}

/**
 * @param attempts attempts
 * @return their columns by name; addresses are numbers in the list "addresses"
 */
py::dict
AttemptColumns(const std::vector<AttemptRecord>& attempts)
{
    std::map<std::string, int64_t> numbers;
    py::list addresses;
    for (const auto& attempt : attempts)
    {
        if (numbers.try_emplace(attempt.address, numbers.size()).second)
        {
            addresses.append(attempt.address);
        }
    }
    py::dict columns;
    columns["session"] = Column(attempts, [](const auto& a) { return a.session; });
    columns["attempt"] = Column(attempts, [](const auto& a) { return a.attempt; });
    columns["pass"] = Column(attempts, [](const auto& a) { return a.pass; });
    columns["address"] =
        Column(attempts, [&numbers](const auto& a) { return numbers.at(a.address); });
    columns["ip_version"] = Column(attempts, [](const auto& a) { return a.ipVersion; });
    columns["start_ns"] = Column(attempts, [](const auto& a) { return a.start.GetNanoSeconds(); });
    columns["tcp_connected_ns"] =
        Column(attempts, [](const auto& a) { return a.tcpConnected.GetNanoSeconds(); });
    columns["accepted_ns"] =
        Column(attempts, [](const auto& a) { return a.accepted.GetNanoSeconds(); });
    columns["end_ns"] = Column(attempts, [](const auto& a) { return a.end.GetNanoSeconds(); });
    columns["redirects"] = Column(attempts, [](const auto& a) { return a.redirects; });
    columns["ora_code"] = Column(attempts, [](const auto& a) { return a.outcome; });
    columns["addresses"] = addresses;
    return columns;
}

/**
 * @tparam GET callable that takes a server record, whether only calls of the statement count, and a
 * wait event, and gives a number
 * @param servers sessions as their servers see them
 * @param get the column
 * @return one column of 64-bit integers, an entry for each session, wait event and scope
 */
template <typename GET>
py::array_t<int64_t>
WaitColumn(const std::vector<ServerRecord>& servers, GET get)
{
    py::array_t<int64_t> column(
        static_cast<py::ssize_t>(servers.size() * WaitStatistics::SIZE * 2));
    auto values = column.mutable_unchecked<1>();
    py::ssize_t row = 0;
    for (const auto& server : servers)
    {
        for (std::size_t i = 0; i < WaitStatistics::SIZE; ++i)
        {
            const auto event = static_cast<WaitEvent>(i);
            values(row++) = static_cast<int64_t>(get(server, false, event));
            values(row++) = static_cast<int64_t>(get(server, true, event));
        }
    }
    return column;
}

/**
 * @param servers sessions as their servers see them
 * @return columns by name, a row for each session, scope and wait event
 */
py::dict
WaitColumns(const std::vector<ServerRecord>& servers)
{
    const auto entry = [](const auto& server, bool statement, WaitEvent event) {
        return (statement ? server.statement : server.all).Get(event);
    };
    py::dict columns;
    columns["session"] = WaitColumn(servers, [](const auto& s, bool, auto) { return s.session; });
    columns["statement"] =
        WaitColumn(servers, [](const auto&, bool statement, auto) { return statement; });
    columns["event"] =
        WaitColumn(servers, [](const auto&, bool, auto e) { return static_cast<int>(e); });
    columns["waits"] = WaitColumn(servers, [&](const auto&... row) { return entry(row...).count; });
    columns["total_ns"] = WaitColumn(servers, [&](const auto&... row) {
        return entry(row...).total.GetNanoSeconds();
    });
    columns["longest_ns"] = WaitColumn(servers, [&](const auto&... row) {
        return entry(row...).longest.GetNanoSeconds();
    });
    return columns;
}

/**
 * @param samples looks at server hosts
 * @return their columns by name; totals count from the start
 */
py::dict
SampleColumns(const std::vector<HostSample>& samples)
{
    py::dict columns;
    columns["time_ns"] = Column(samples, [](const auto& s) { return s.time.GetNanoSeconds(); });
    columns["host"] = Column(samples, [](const auto& s) { return s.host; });
    columns["cores"] = Column(samples, [](const auto& s) { return s.cores; });
    columns["busy_ns"] = Column(samples, [](const auto& s) { return s.busy.GetNanoSeconds(); });
    columns["run_queue"] = Column(samples, [](const auto& s) { return s.runQueue; });
    columns["memory_bytes"] = Column(samples, [](const auto& s) { return s.memoryBytes; });
    columns["sessions"] = Column(samples, [](const auto& s) { return s.sessions; });
    columns["greetings"] = Column(samples, [](const auto& s) { return s.greetings; });
    columns["backlog"] = Column(samples, [](const auto& s) { return s.backlog; });
    columns["accepted"] = Column(samples, [](const auto& s) { return s.accepted; });
    columns["refused"] = Column(samples, [](const auto& s) { return s.refused; });
    columns["overflows"] = Column(samples, [](const auto& s) { return s.overflows; });
    return columns;
}

/**
 * @return names of the wait events by number
 */
std::map<int, std::string>
WaitNames()
{
    std::map<int, std::string> names;
    for (std::size_t i = 0; i < WaitStatistics::SIZE; ++i)
    {
        names[static_cast<int>(i)] = WaitStatistics::Name(static_cast<WaitEvent>(i));
    }
    return names;
}

/**
 * @tparam RECORD type of a row
 * @param rows rows that are no longer needed; with very many sessions there is no room for them
 * beside their columns
 */
template <typename RECORD>
void
Release(std::vector<RECORD>& rows)
{
    std::vector<RECORD>().swap(rows);
}

/**
 * @param result what a simulation gave; its rows are released
 * @return the same for Python
 */
py::dict
ToPython(ExperimentResult& result)
{
    py::dict out;
    out["calls"] = CallColumns(result.calls);
    Release(result.calls);
    out["call_kinds"] = std::map<int, std::string>{{static_cast<int>(CallKind::EXECUTE), "execute"},
                                                   {static_cast<int>(CallKind::FETCH), "fetch"},
                                                   {static_cast<int>(CallKind::LOGON), "logon"},
                                                   {static_cast<int>(CallKind::LOGOFF), "logoff"},
                                                   {static_cast<int>(CallKind::PARSE), "parse"},
                                                   {static_cast<int>(CallKind::CLOSE), "close"},
                                                   {static_cast<int>(CallKind::COMMIT), "commit"},
                                                   {static_cast<int>(CallKind::LOB), "lob"}};
    auto sessions = SessionColumns(result.sessions);
    sessions["handler"] = Column(result.served, [](const auto& number) { return number; });
    out["sessions"] = sessions;
    Release(result.sessions);
    std::vector<std::pair<std::string, std::string>> handlers;
    for (const auto& [instance, name] : result.handlers)
    {
        handlers.emplace_back(instance, name);
    }
    out["handlers"] = handlers;
    out["attempts"] = AttemptColumns(result.attempts);
    Release(result.attempts);
    out["groups"] = result.groups;
    out["waits"] = WaitColumns(result.servers);
    Release(result.servers);
    out["wait_events"] = WaitNames();
    out["samples"] = SampleColumns(result.samples);
    out["counters"] = result.counters;
    out["digest"] = result.digest;
    out["events"] = result.events;
    out["events_left"] = result.eventsLeft;
    out["rank_events"] = result.rankEvents;
    out["end_time_ns"] = result.end.GetNanoSeconds();
    out["stopped"] = result.stopped;
    return out;
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

/**
 * @param driver name of a driver
 * @param release its release, or empty
 * @param server release of its server, or empty: its own
 * @param samePlatform whether both run on the same platform
 * @return its defaults by attribute, in ns-3's notation
 */
AttributeMap
DriverDefaults(const std::string& driver,
               const std::string& release,
               const std::string& server,
               bool samePlatform)
{
    DriverProfile profile;
    if (const auto error = DriverProfile::Read(driver, release, profile); error.IsError())
    {
        throw PlanError(error.GetSentence());
    }
    if (const auto side = ReleaseProfile::Find(server))
    {
        profile.SetServer(side->version, samePlatform);
    }
    const auto byDefault = ResolveTduRule(TduChoice::DEFAULT, profile.version);
    const bool ignore = profile.ignoresTdu || byDefault == TduRule::IGNORE;
    AttributeMap defaults{{"Release", profile.release},
                          {"Version", std::to_string(profile.version)},
                          {"Sdu", std::to_string(profile.sdu)},
                          {"TduRule", ignore ? "ignore" : "min"},
                          {"NoDelay", UsesNoDelay(profile.version) ? "true" : "false"},
                          {"ColumnIndicator", std::to_string(profile.reply.columnIndicator)},
                          {"RowHeader", std::to_string(profile.reply.rowHeader)},
                          {"EndOverhead", std::to_string(profile.reply.noDataFound)}};
    // A number that would stop the driver's habit when a plan gave it is no default: JDBC's array
    // size that grows, the prefetch of OCI that follows the array size, a TDU that follows the SDU.
    if (!profile.tduFollowsSdu)
    {
        defaults["Tdu"] = std::to_string(profile.tdu);
    }
    if (profile.habit != FetchHabit::GROWING)
    {
        defaults["ArraySize"] = std::to_string(profile.arraySize);
        if (profile.prefetchRows != 0)
        {
            defaults["PrefetchRows"] = std::to_string(profile.prefetchRows);
        }
    }
    return defaults;
}

/**
 * @param release an Oracle release
 * @return its defaults by attribute, in ns-3's notation
 */
AttributeMap
ServerDefaults(const std::string& release)
{
    ReleaseProfile profile;
    if (const auto error = ReleaseProfile::Read(release, profile); error.IsError())
    {
        throw PlanError(error.GetSentence());
    }
    const bool min = ResolveTduRule(TduChoice::DEFAULT, profile.version) == TduRule::MIN;
    return {{"Version", std::to_string(profile.version)},
            {"Sdu", std::to_string(profile.sdu)},
            {"Tdu", std::to_string(profile.tdu)},
            {"TduRule", min ? "min" : "ignore"},
            {"NoDelay", UsesNoDelay(profile.version) ? "true" : "false"},
            {"Resend", profile.resend ? "true" : "false"},
            {"NsProbes", profile.version < VERSION_LONG_SIZES ? "true" : "false"}};
}

/**
 * @param version a TNS version
 * @param sdu SDU of that end, bytes
 * @param tdu TDU of that end, bytes
 * @param peer the server's side
 * @return what is agreed
 */
py::dict
NegotiateSizes(uint16_t version, uint32_t sdu, uint32_t tdu, const ServerLimits& peer)
{
    ConnectPacket connect(version);
    connect.SetSdu(sdu);
    connect.SetTdu(tdu);
    const auto agreement = Negotiate(connect, peer);
    py::dict out;
    out["version"] = agreement.version;
    out["sdu"] = agreement.sdu;
    out["tdu"] = agreement.tdu;
    return out;
}

/**
 * @param section a section of the plan
 * @return class that it stands for
 */
TypeId
GetSectionClass(const std::string& section)
{
    static const std::map<std::string, TypeId> CLASSES{
        {"path", Net8Path::GetTypeId()},
        {"cross_traffic", Net8CrossTraffic::GetTypeId()},
        {"client.tcp", Net8TcpProfile::GetTypeId()},
        {"server.tcp", Net8TcpProfile::GetTypeId()},
        {"client", Net8Client::GetTypeId()},
        {"listener", Net8Listener::GetTypeId()},
        {"server", Net8Instance::GetTypeId()},
        {"server.shared", Net8SharedServers::GetTypeId()},
        {"server.dispatcher", Net8Dispatcher::GetTypeId()},
        {"server.pool", Net8ServerPool::GetTypeId()},
        {"server.broker", Net8PooledHandler::GetTypeId()},
        {"server.prespawn", Net8PrespawnPool::GetTypeId()},
        {"end_point", Net8EndPoint::GetTypeId()},
        {"fault", Net8Fault::GetTypeId()},
        {"host.cpu", Net8HostCpu::GetTypeId()},
        {"host.memory", Net8HostMemory::GetTypeId()},
        {"query", Net8ResultSet::GetTypeId()}};
    const auto found = CLASSES.find(section);
    if (found == CLASSES.end())
    {
        throw PlanError("There is no section '" + section + "' in a plan.");
    }
    return found->second;
}

/**
 * @param section a section of the plan
 * @return its attributes: help and default by name
 */
py::dict
Attributes(const std::string& section)
{
    std::vector<TypeId> types{GetSectionClass(section)};
    if (section == "client")
    {
        types.push_back(Net8Arrivals::GetTypeId());
    }
    else if (section == "server")
    {
        types.clear();
        for (const auto& part : CreateObject<Net8Instance>()->GetParts())
        {
            types.push_back(part->GetInstanceTypeId());
        }
    }
    py::dict out;
    for (const auto& type : types)
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto info = type.GetAttribute(i);
            py::dict entry;
            entry["help"] = info.help;
            entry["default"] = info.initialValue->SerializeToString(info.checker);
            out[py::str(info.name)] = entry;
        }
    }
    return out;
}

/**
 * @param attributes attributes of a listener
 * @return attribute that is wrong and what is wrong with it; both empty where nothing is
 */
std::pair<std::string, std::string>
CheckListener(const AttributeMap& attributes)
{
    auto listener = CreateObject<Net8Listener>();
    SetAttributes(listener, attributes);
    const auto error = listener->Configure();
    listener->Dispose();
    return {error.file, error.message};
}

/**
 * @param profile name of a TCP profile
 * @return all its values in ns-3's notation
 */
std::map<std::string, std::string>
TcpProfile(const std::string& profile)
{
    static const std::map<std::string, Net8TcpProfile::Profile> PROFILES{
        {"linux", Net8TcpProfile::Profile::LINUX},
        {"solaris-2.5", Net8TcpProfile::Profile::SOLARIS_2_5},
        {"windows-nt4", Net8TcpProfile::Profile::WINDOWS_NT4},
        {"ns3", Net8TcpProfile::Profile::NS3}};
    const auto found = PROFILES.find(profile);
    if (found == PROFILES.end())
    {
        throw PlanError("There is no TCP profile '" + profile + "'.");
    }
    return Net8TcpProfile::Describe(found->second);
}

/**
 * @param columns a list of columns
 * @param repeated how many of them repeat the row before and are left out
 * @return bytes of the columns of the first row of a reply, and of those of each further one
 */
std::pair<uint64_t, uint64_t>
ColumnBytes(const std::string& columns, uint32_t repeated)
{
    if (const auto list = Column::ParseList(columns); !list.error.empty())
    {
        throw PlanError("In the list of columns " + list.error + ".");
    }
    auto rows = CreateObject<Net8ResultSet>();
    SetAttributes(rows, {{"Columns", columns}, {"RepeatedColumns", std::to_string(repeated)}});
    const auto bytes = rows->GetColumnBytes();
    return {bytes.first, bytes.further};
}

/**
 * @param columns a list of columns
 * @param repetition shares of repetition, as an attribute has them
 * @param thin whether a thin driver is the client
 * @return mean bytes of a whole row, of one without what it repeats, of the bit vector in front of
 * it, and what the row header has more for that of the first row
 */
std::tuple<uint64_t, double, uint32_t, uint32_t>
RepetitionBytes(const std::string& columns, const std::string& repetition, bool thin)
{
    const auto list = Column::ParseList(columns);
    auto shares = ColumnRepetition::ParseShares(repetition);
    if (list.bytes.empty() || !shares || shares->empty())
    {
        throw PlanError("There are no columns, or no shares of repetition.");
    }
    shares->resize(list.bytes.size(), shares->back());
    const auto mean = ColumnRepetition::GetMean(list.bytes, *shares, thin);
    return {mean.whole, mean.values, mean.vector, mean.header};
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
    m.def(
        "driver_defaults",
        &DriverDefaults,
        py::arg("driver"),
        py::arg("release") = "",
        py::arg("server") = "",
        py::arg("same_platform") = true,
        "Give what a driver does unless a plan says otherwise; sizes in bytes, with that server.");
    m.def("server_defaults",
          &ServerDefaults,
          py::arg("release"),
          "Give what a release does unless a plan says otherwise; sizes in bytes.");
    m.def(
        "negotiate",
        [](uint16_t clientVersion,
           uint32_t clientSdu,
           uint32_t clientTdu,
           uint16_t serverVersion,
           uint32_t serverSdu,
           uint32_t serverTdu) {
            return NegotiateSizes(clientVersion,
                                  clientSdu,
                                  clientTdu,
                                  {serverVersion, serverSdu, serverTdu});
        },
        py::arg("client_version"),
        py::arg("client_sdu"),
        py::arg("client_tdu"),
        py::arg("server_version"),
        py::arg("server_sdu"),
        py::arg("server_tdu"),
        "Give version, SDU and TDU (bytes) that two ends agree on.");
    m.def("check_listener",
          &CheckListener,
          py::arg("attributes"),
          "Give the parameter of a listener that is wrong and what is wrong with it, or nothing.");
    m.def("tcp_profile",
          &TcpProfile,
          py::arg("profile"),
          "Give all values of a TCP profile in ns-3's notation.");
    m.def("column_bytes",
          &ColumnBytes,
          py::arg("columns"),
          py::arg("repeated") = 0,
          "Give the bytes of the columns of the first row of a reply and of each further one; of "
          "the latter the last repeated columns are left out.");
    m.def(
        "defined_length",
        [](const std::string& columns) { return Column::ParseList(columns).defined; },
        py::arg("columns"),
        "Give the bytes of a row as its columns are defined; of no list 0.");
    m.def("repetition_bytes",
          &RepetitionBytes,
          py::arg("columns"),
          py::arg("repetition"),
          py::arg("thin"),
          "Give the mean bytes of a whole row, of the values of a row without what it repeats, of "
          "the bit vector in front of it, and what the row header has more for the first row.");
    m.def("attributes",
          &Attributes,
          py::arg("section"),
          "Give help and default of each attribute of a plan section's class.");
}

} // namespace ns3::net8
