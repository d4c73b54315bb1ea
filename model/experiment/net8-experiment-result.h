// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EXPERIMENT_RESULT_H
#define NET8_EXPERIMENT_RESULT_H

#include "net8-flow-series.h"
#include "net8-link-series.h"
#include "net8-record-table.h"
#include "net8-sampler.h"
#include "net8-session-series.h"

#include "ns3/net8-client.h"
#include "ns3/net8-loss-draws.h"
#include "ns3/net8-server-record.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A handler, as shown by `lsnrctl services`.
 */
struct ServingHandler
{
    std::string instance; ///< Name of its instance.
    std::string name;     ///< Its own name, such as D000.
};

/**
 * @ingroup net8
 * What of a simulation was not simulated, as it repeats; see Net8FastForward.
 */
struct Skipped
{
    uint64_t calls{0};  ///< Calls.
    uint64_t events{0}; ///< Events that they would have taken, but for some cancelled ones.
    Time time;          ///< Time that they take.
    std::string why;    ///< What stood against it at last; empty: nothing did.
};

/**
 * @ingroup net8
 * The results of one simulation.
 */
struct ExperimentResult
{
    Net8RecordTable<CallRecord> calls;       ///< All round trips, in the order in which they ended.
    std::vector<ServerRecord> servers;       ///< The sessions as seen by their servers.
    Net8SessionList sessions;                ///< All sessions, by number.
    std::vector<int32_t> served;             ///< Handler number by session; -1: none.
    std::vector<ServingHandler> handlers;    ///< Handlers of all instances, by number.
    Net8RecordTable<AttemptRecord> attempts; ///< All attempts, by session and number.
    std::vector<FailoverRecord> failovers;   ///< All failovers, by session and number.
    std::vector<RequestRecord> requests;   ///< Requests of pool users, in the order of their ends.
    std::vector<std::string> groups;       ///< Names of the groups, by number.
    std::vector<std::string> statements;   ///< Names of the statements, by number.
    std::vector<std::string> transactions; ///< Names of the transactions, by number.
    std::vector<HostSample> samples;       ///< Samples of server hosts.
    std::vector<std::string> links;        ///< Names of the links sampled, by number.
    std::vector<LinkSample> linkSamples;   ///< Samples of links.
    std::vector<GoodputSample> goodputSamples; ///< Payload of groups through these links.
    std::vector<SessionSample> sessionSamples; ///< Samples of sessions' TCP.
    std::vector<FlowSample> flowSamples;       ///< Samples of background flows.
    std::map<std::string, uint64_t> counters;  ///< Drops and errors by name.
    std::string digest;                        ///< Hash of all calls, sessions and counters.
    uint64_t events{0};                        ///< Events executed.
    Skipped skipped;                           ///< What was skipped, as it repeats.
    uint64_t eventsLeft{0};                    ///< Events pending at the end; see Net8EventCensus.
    std::vector<uint64_t> rankEvents;          ///< Events executed by rank, with a partition.
    std::optional<std::vector<LossDraws>> passed; ///< All that was drawn, if no draw mattered.
    Time end;                                     ///< When the last session ended.
    bool stopped{false};                          ///< The progress callback asked to stop.
};

/**
 * @param result results of a simulation
 * @return hash of its calls, sessions and counters, hexadecimal
 */
std::string GetDigest(const ExperimentResult& result);

} // namespace ns3::net8

#endif /* NET8_EXPERIMENT_RESULT_H */
