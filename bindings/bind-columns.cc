// SPDX-License-Identifier: GPL-2.0-only
#include "bind-columns.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <iomanip>
#include <limits>
#include <memory>
#include <pybind11/stl.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @tparam RECORD type of a row
 * @tparam GET callable that takes a row and returns a number
 * @param rows the rows
 * @param get returns the value of the column
 * @return a column of 64-bit integers
 */
template <typename RECORD, typename GET>
py::array_t<int64_t>
Integers(const std::vector<RECORD>& rows, GET get)
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
 * A column of a table.
 *
 * @tparam RECORD type of a row
 */
template <typename RECORD>
struct NamedColumn
{
    const char* name;                          ///< Its name.
    std::function<int64_t(const RECORD&)> get; ///< Returns its value.
};

/**
 * Go through packed rows once for all columns.
 *
 * @param rows the rows
 * @param columns the columns
 * @return columns of 64-bit integers by name
 */
template <typename ROWS>
py::dict
ColumnsOf(const ROWS& rows, const std::vector<NamedColumn<typename ROWS::value_type>>& columns)
{
    py::dict out;
    std::vector<int64_t*> values;
    for (const auto& column : columns)
    {
        py::array_t<int64_t> made(static_cast<py::ssize_t>(rows.size()));
        values.push_back(made.mutable_data());
        out[column.name] = made;
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto row = rows[i];
        for (std::size_t j = 0; j < columns.size(); ++j)
        {
            values[j][i] = columns[j].get(row);
        }
    }
    return out;
}

/**
 * @param calls round trips
 * @return their columns by name
 */
py::dict
CallColumns(const Net8RecordTable<CallRecord>& calls)
{
    // With the place of the member; times have steps of nanoseconds.
    constexpr std::pair<const char*, std::size_t> COLUMNS[]{{"session", 0},
                                                            {"query", 1},
                                                            {"statement", 2},
                                                            {"transaction", 3},
                                                            {"execution", 4},
                                                            {"call", 5},
                                                            {"kind", 17},
                                                            {"start_ns", 6},
                                                            {"first_byte_ns", 7},
                                                            {"end_ns", 8},
                                                            {"work_ns", 9},
                                                            {"request_bytes", 10},
                                                            {"reply_bytes", 11},
                                                            {"request_packets", 12},
                                                            {"reply_packets", 13},
                                                            {"rows", 14},
                                                            {"failed_rows", 15},
                                                            {"error", 16}};
    py::dict columns;
    for (const auto& [name, member] : COLUMNS)
    {
        py::array_t<int64_t> column(static_cast<py::ssize_t>(calls.size()));
        calls.CopyMember(member, column.mutable_data());
        columns[name] = column;
    }
    return columns;
}

/**
 * @param time a time
 * @return "924.6 s"
 */
std::string
PrintSeconds(const Time& time)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << time.GetSeconds() << " s";
    return text.str();
}

/**
 * @param session a session that TCP gave up
 * @return how that ended it
 */
std::string
DescribeGivingUp(const SessionRecord& session)
{
    const auto& limit = session.retransmissionLimit;
    return "TCP gave the connection up after " + PrintSeconds(session.retransmitted) +
           " of retransmission" +
           (limit.IsStrictlyPositive() ? ", its limit being " + PrintSeconds(limit) : "") +
           " (in a call ORA-03113)";
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
    const bool givenUp =
        *session.error == SessionError::RESET && session.retransmitted.IsStrictlyPositive();
    const std::string reported =
        session.reported.empty() ? "" : "; the driver reports " + session.reported;
    return "failed: " +
           (givenUp ? DescribeGivingUp(session)
                    : SessionCounters::Sentence(*session.error) + code) +
           reported;
}

/**
 * @param failovers failovers
 * @return their columns by name
 */
py::dict
FailoverColumns(const std::vector<FailoverRecord>& failovers)
{
    py::dict columns;
    columns["session"] = Integers(failovers, [](const auto& f) { return f.session; });
    columns["failover"] = Integers(failovers, [](const auto& f) { return f.failover; });
    columns["lost_ns"] = Integers(failovers, [](const auto& f) { return f.lost.GetNanoSeconds(); });
    columns["logged_on_ns"] =
        Integers(failovers, [](const auto& f) { return f.loggedOn.GetNanoSeconds(); });
    columns["end_ns"] = Integers(failovers, [](const auto& f) { return f.end.GetNanoSeconds(); });
    columns["attempts"] = Integers(failovers, [](const auto& f) { return f.attempts; });
    columns["preconnected"] = Integers(failovers, [](const auto& f) { return f.preconnected; });
    columns["calls_again"] = Integers(failovers, [](const auto& f) { return f.callsAgain; });
    columns["rows_again"] = Integers(failovers, [](const auto& f) { return f.rowsAgain; });
    columns["cause"] = Integers(failovers, [](const auto& f) { return f.cause; });
    columns["ora_code"] = Integers(failovers, [](const auto& f) { return f.outcome; });
    return columns;
}

/**
 * @param requests requests of pool users
 * @return their columns by name
 */
py::dict
RequestColumns(const std::vector<RequestRecord>& requests)
{
    py::dict columns;
    columns["group"] = Integers(requests, [](const auto& r) { return r.group; });
    columns["user"] = Integers(requests, [](const auto& r) { return r.user; });
    columns["request"] = Integers(requests, [](const auto& r) { return r.request; });
    columns["start_ns"] =
        Integers(requests, [](const auto& r) { return r.start.GetNanoSeconds(); });
    columns["asked_ns"] =
        Integers(requests, [](const auto& r) { return r.asked.GetNanoSeconds(); });
    columns["got_ns"] = Integers(requests, [](const auto& r) { return r.got.GetNanoSeconds(); });
    columns["done_ns"] = Integers(requests, [](const auto& r) { return r.done.GetNanoSeconds(); });
    columns["end_ns"] = Integers(requests, [](const auto& r) { return r.end.GetNanoSeconds(); });
    columns["session"] = Integers(requests, [](const auto& r) { return r.session; });
    columns["transaction"] = Integers(requests, [](const auto& r) { return r.transaction; });
    columns["execution"] = Integers(requests, [](const auto& r) { return r.execution; });
    columns["error"] = Integers(requests, [](const auto& r) { return r.error; });
    return columns;
}

/**
 * @param sessions sessions
 * @return their columns by name
 */
py::dict
SessionColumns(const Net8SessionList& sessions)
{
    auto columns = ColumnsOf(
        sessions,
        {
            {"session", [](const auto& s) { return s.session; }},
            {"group", [](const auto& s) { return s.group; }},
            {"start_ns", [](const auto& s) { return s.start.GetNanoSeconds(); }},
            {"resolved_ns", [](const auto& s) { return s.resolved.GetNanoSeconds(); }},
            {"connected_ns", [](const auto& s) { return s.connected.GetNanoSeconds(); }},
            {"accepted_ns", [](const auto& s) { return s.accepted.GetNanoSeconds(); }},
            {"ready_ns", [](const auto& s) { return s.ready.GetNanoSeconds(); }},
            {"end_ns", [](const auto& s) { return s.end.GetNanoSeconds(); }},
            {"waiting_since_ns", [](const auto& s) { return s.asked.GetNanoSeconds(); }},
            {"retransmitted_ns", [](const auto& s) { return s.retransmitted.GetNanoSeconds(); }},
            {"round_trips", [](const auto& s) { return s.roundTrips; }},
            {"attempts", [](const auto& s) { return s.attempts; }},
            {"ora_code", [](const auto& s) { return s.oraCode; }},
            {"version", [](const auto& s) { return s.version; }},
            {"sdu", [](const auto& s) { return s.sdu; }},
            {"tdu", [](const auto& s) { return s.tdu; }},
            {"bytes_sent", [](const auto& s) { return s.bytesSent; }},
            {"bytes_received", [](const auto& s) { return s.bytesReceived; }},
            {"fetch_calls", [](const auto& s) { return s.fetchCalls; }},
            {"rows", [](const auto& s) { return s.rows; }},
            {"failed_calls", [](const auto& s) { return s.failedCalls; }},
        });
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
 * @return their columns by name; addresses are indices into the list "addresses"
 */
py::dict
AttemptColumns(const Net8RecordTable<AttemptRecord>& attempts)
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
    auto columns = ColumnsOf(
        attempts,
        {
            {"session", [](const auto& a) { return a.session; }},
            {"attempt", [](const auto& a) { return a.attempt; }},
            {"pass", [](const auto& a) { return a.pass; }},
            {"address", [&numbers](const auto& a) { return numbers.at(a.address); }},
            {"ip_version", [](const auto& a) { return a.ipVersion; }},
            {"start_ns", [](const auto& a) { return a.start.GetNanoSeconds(); }},
            {"tcp_connected_ns", [](const auto& a) { return a.tcpConnected.GetNanoSeconds(); }},
            {"accepted_ns", [](const auto& a) { return a.accepted.GetNanoSeconds(); }},
            {"end_ns", [](const auto& a) { return a.end.GetNanoSeconds(); }},
            {"redirects", [](const auto& a) { return a.redirects; }},
            {"ora_code", [](const auto& a) { return a.outcome; }},
        });
    columns["addresses"] = addresses;
    return columns;
}

/**
 * @tparam GET callable that takes a server record, whether only calls of the statement count, and a
 * wait event, and returns a number
 * @param servers sessions as seen by their servers
 * @param get returns the value of the column
 * @return a column of 64-bit integers, with an entry per session, wait event and scope
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
 * @param servers sessions as seen by their servers
 * @return columns by name, with a row per session, scope and wait event
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
    columns["total_ns"] =
        WaitColumn(servers, [&](const auto&... row) { return entry(row...).total.count(); });
    columns["longest_ns"] =
        WaitColumn(servers, [&](const auto&... row) { return entry(row...).longest.count(); });
    return columns;
}

/**
 * @param servers sessions as seen by their servers
 * @return columns by name, with a row per wait and call; empty unless they were kept
 */
py::dict
StepColumns(const std::vector<ServerRecord>& servers)
{
    std::vector<std::pair<uint64_t, ServerStep>> steps;
    for (const auto& server : servers)
    {
        for (const auto& step : server.steps)
        {
            steps.emplace_back(server.session, step);
        }
    }
    const auto number = [](const ServerStep& step) {
        return step.kind == ServerStep::Kind::WAIT
                   ? static_cast<std::size_t>(step.event)
                   : WaitStatistics::SIZE + static_cast<std::size_t>(step.kind) - 1;
    };
    py::dict columns;
    columns["session"] = Integers(steps, [](const auto& s) { return s.first; });
    columns["step"] = Integers(steps, [&](const auto& s) { return number(s.second); });
    columns["end_ns"] = Integers(steps, [](const auto& s) { return s.second.end.count(); });
    columns["time_ns"] = Integers(steps, [](const auto& s) { return s.second.time.count(); });
    columns["count"] = Integers(steps, [](const auto& s) { return s.second.count; });
    return columns;
}

/**
 * @param samples samples of server hosts
 * @return their columns by name; totals count from the start
 */
py::dict
SampleColumns(const std::vector<HostSample>& samples)
{
    py::dict columns;
    columns["time_ns"] = Integers(samples, [](const auto& s) { return s.time.GetNanoSeconds(); });
    columns["host"] = Integers(samples, [](const auto& s) { return s.host; });
    columns["cores"] = Integers(samples, [](const auto& s) { return s.cores; });
    columns["busy_ns"] = Integers(samples, [](const auto& s) { return s.busy.GetNanoSeconds(); });
    columns["run_queue"] = Integers(samples, [](const auto& s) { return s.runQueue; });
    columns["memory_bytes"] = Integers(samples, [](const auto& s) { return s.memoryBytes; });
    columns["sessions"] = Integers(samples, [](const auto& s) { return s.sessions; });
    columns["greetings"] = Integers(samples, [](const auto& s) { return s.greetings; });
    columns["backlog"] = Integers(samples, [](const auto& s) { return s.backlog; });
    columns["accepted"] = Integers(samples, [](const auto& s) { return s.accepted; });
    columns["refused"] = Integers(samples, [](const auto& s) { return s.refused; });
    columns["overflows"] = Integers(samples, [](const auto& s) { return s.overflows; });
    return columns;
}

/**
 * @param samples samples of links
 * @return their columns by name; totals count from the start
 */
py::dict
LinkColumns(const std::vector<LinkSample>& samples)
{
    py::dict columns;
    columns["time_ns"] = Integers(samples, [](const auto& s) { return s.time.GetNanoSeconds(); });
    columns["link"] = Integers(samples, [](const auto& s) { return s.link; });
    columns["up"] = Integers(samples, [](const auto& s) { return s.up; });
    columns["queue_packets"] = Integers(samples, [](const auto& s) { return s.queuePackets; });
    columns["queue_bytes"] = Integers(samples, [](const auto& s) { return s.queueBytes; });
    columns["busy_ns"] = Integers(samples, [](const auto& s) { return s.busy.GetNanoSeconds(); });
    columns["sent_bytes"] = Integers(samples, [](const auto& s) { return s.sentBytes; });
    columns["dropped_packets"] = Integers(samples, [](const auto& s) { return s.droppedPackets; });
    columns["lost_packets"] = Integers(samples, [](const auto& s) { return s.lostPackets; });
    return columns;
}

/**
 * @param samples samples of the payload of groups through links
 * @return their columns by name; totals count from the start
 */
py::dict
GoodputColumns(const std::vector<GoodputSample>& samples)
{
    py::dict columns;
    columns["time_ns"] = Integers(samples, [](const auto& s) { return s.time.GetNanoSeconds(); });
    columns["link"] = Integers(samples, [](const auto& s) { return s.link; });
    columns["up"] = Integers(samples, [](const auto& s) { return s.up; });
    columns["group"] = Integers(samples, [](const auto& s) { return s.group; });
    columns["goodput_bytes"] = Integers(samples, [](const auto& s) { return s.bytes; });
    return columns;
}

/**
 * @param samples samples of the TCP of sessions
 * @return their columns by name
 */
py::dict
ConnectionColumns(const std::vector<SessionSample>& samples)
{
    py::dict columns;
    columns["time_ns"] = Integers(samples, [](const auto& s) { return s.time.GetNanoSeconds(); });
    columns["session"] = Integers(samples, [](const auto& s) { return s.session; });
    columns["server"] = Integers(samples, [](const auto& s) { return s.server; });
    columns["cwnd_bytes"] = Integers(samples, [](const auto& s) { return s.cwndBytes; });
    columns["rtt_ns"] = Integers(samples, [](const auto& s) { return s.rtt.GetNanoSeconds(); });
    columns["in_flight_bytes"] = Integers(samples, [](const auto& s) { return s.inFlightBytes; });
    return columns;
}

/**
 * @param samples samples of background flows
 * @return their columns by name; totals count from the start
 */
py::dict
FlowColumns(const std::vector<FlowSample>& samples)
{
    py::dict columns;
    columns["time_ns"] = Integers(samples, [](const auto& s) { return s.time.GetNanoSeconds(); });
    columns["traffic"] = Integers(samples, [](const auto& s) { return s.traffic; });
    columns["flow"] = Integers(samples, [](const auto& s) { return s.flow; });
    columns["received_bytes"] = Integers(samples, [](const auto& s) { return s.receivedBytes; });
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
 * @param passed all draws of a run in which none mattered, if it was one
 * @return stream, probability of a loss and number of draws of each stream; None: draws mattered
 */
py::object
PassedDraws(const std::optional<std::vector<LossDraws>>& passed)
{
    if (!passed)
    {
        return py::none();
    }
    py::list draws;
    for (const auto& each : *passed)
    {
        draws.append(py::make_tuple(each.stream, each.rate, each.draws));
    }
    return draws;
}

/**
 * @param rows rows to free, as with very many sessions there is no room for them next to their
 * columns
 */
template <typename ROWS>
void
Release(ROWS& rows)
{
    rows = ROWS();
}

} // namespace

py::dict
ToPython(ExperimentResult& result)
{
    py::dict out;
    out["calls"] = CallColumns(result.calls);
    Release(result.calls);
    out["call_kinds"] =
        std::map<int, std::string>{{static_cast<int>(CallKind::EXECUTE), "execute"},
                                   {static_cast<int>(CallKind::FETCH), "fetch"},
                                   {static_cast<int>(CallKind::LOGON), "logon"},
                                   {static_cast<int>(CallKind::LOGOFF), "logoff"},
                                   {static_cast<int>(CallKind::PARSE), "parse"},
                                   {static_cast<int>(CallKind::CLOSE), "close"},
                                   {static_cast<int>(CallKind::COMMIT), "commit"},
                                   {static_cast<int>(CallKind::LOB), "lob"},
                                   {static_cast<int>(CallKind::ROLLBACK), "rollback"},
                                   {static_cast<int>(CallKind::PING), "ping"},
                                   {static_cast<int>(CallKind::PIPELINE), "pipeline"},
                                   {static_cast<int>(CallKind::CALL), "call"},
                                   {static_cast<int>(CallKind::KEPT), "kept"},
                                   {static_cast<int>(CallKind::PREPARE), "prepare"},
                                   {static_cast<int>(CallKind::LOAD), "load"},
                                   {static_cast<int>(CallKind::FINISH), "finish"},
                                   {static_cast<int>(CallKind::SWITCH), "switch"},
                                   {static_cast<int>(CallKind::NOTIFY), "notification"}};
    auto sessions = SessionColumns(result.sessions);
    sessions["handler"] = Integers(result.served, [](const auto& number) { return number; });
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
    out["failovers"] = FailoverColumns(result.failovers);
    Release(result.failovers);
    out["requests"] = RequestColumns(result.requests);
    Release(result.requests);
    out["groups"] = result.groups;
    out["statements"] = result.statements;
    out["transactions"] = result.transactions;
    out["waits"] = WaitColumns(result.servers);
    out["steps"] = StepColumns(result.servers);
    Release(result.servers);
    out["wait_events"] = WaitNames();
    out["samples"] = SampleColumns(result.samples);
    out["links"] = result.links;
    out["link_samples"] = LinkColumns(result.linkSamples);
    out["goodput_samples"] = GoodputColumns(result.goodputSamples);
    out["connection_samples"] = ConnectionColumns(result.sessionSamples);
    out["flow_samples"] = FlowColumns(result.flowSamples);
    out["counters"] = result.counters;
    out["passed"] = PassedDraws(result.passed);
    out["digest"] = result.digest;
    out["events"] = result.events;
    out["events_left"] = result.eventsLeft;
    out["skipped_calls"] = result.skipped.calls;
    out["skipped_events"] = result.skipped.events;
    out["skipped_time_ns"] = result.skipped.time.GetNanoSeconds();
    out["why_not_skipped"] = result.skipped.why;
    out["rank_events"] = result.rankEvents;
    out["end_time_ns"] = result.end.GetNanoSeconds();
    out["stopped"] = result.stopped;
    return out;
}

py::bytes
FormatRows(const std::vector<IntegerColumn>& columns)
{
    constexpr std::size_t LONGEST = std::numeric_limits<int64_t>::digits10 + 3; // sign, separator
    const auto rows = columns.empty() ? py::ssize_t{0} : columns.front().size();
    if (std::ranges::any_of(columns, [rows](const auto& each) { return each.size() != rows; }))
    {
        throw std::invalid_argument("Columns of a table have one length.");
    }
    std::vector<const int64_t*> values;
    for (const auto& column : columns)
    {
        values.push_back(column.data());
    }
    // Memory that is not written takes no room.
    const auto text = std::make_unique_for_overwrite<char[]>(rows * values.size() * LONGEST);
    auto* end = text.get();
    for (py::ssize_t row = 0; row < rows; ++row)
    {
        for (const auto* value : values)
        {
            const auto number = value[row];
            if (0 <= number && number < 10)
            {
                *end++ = static_cast<char>('0' + number); // as most are
            }
            else
            {
                end = std::to_chars(end, end + LONGEST, number).ptr;
            }
            *end++ = ',';
        }
        end[-1] = '\n';
    }
    return py::bytes(text.get(), end - text.get());
}

} // namespace ns3::net8
