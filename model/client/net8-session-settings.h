// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_SETTINGS_H
#define NET8_SESSION_SETTINGS_H

#include "net8-address-walk.h"
#include "net8-attempt-record.h"
#include "net8-call-record.h"
#include "net8-result-cache.h"
#include "net8-transaction-settings.h"

#include "ns3/net8-client-script.h"
#include "ns3/net8-client-settings.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-pipe-settings.h"
#include "ns3/net8-tds-client-settings.h"
#include "ns3/net8-tls-handshake.h"
#include "ns3/net8-tns-connection.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ns3::net8
{

class Net8Session;

/**
 * @ingroup net8
 * How a client finds the descriptor of its alias, and what that costs it.
 */
enum class NamingMethod : uint8_t
{
    NONE,      ///< It costs nothing.
    TNSNAMES,  ///< Every entry of tnsnames.ora is read.
    INDEXED,   ///< Binary search among the entries.
    DNS,       ///< One round trip to a name server.
    DIRECTORY, ///< Three round trips to a directory server: connect, bind, search.
};

/**
 * @ingroup net8
 * How sessions find the descriptor of their alias.
 */
struct NamingSettings
{
    NamingMethod method{NamingMethod::NONE}; ///< How the alias is found.
    uint32_t entries{1};                     ///< Entries of tnsnames.ora among which it is.
    Ptr<RandomVariableStream> entryTime;     ///< To read one of them, s.
    Ptr<RandomVariableStream> lookupTime;    ///< Of a name or directory server, s.
    std::string site;                        ///< Its site; empty: with the first server.
    Address server;                          ///< Where it is.
};

/**
 * @ingroup net8
 * What sessions ask for, and how long they take between calls.
 */
struct WorkSettings
{
    uint32_t queries{0};                     ///< How often each session asks the statement.
    bool pooled{false};                      ///< It asks when it is told to, and rests else.
    Ptr<RandomVariableStream> thinkTime;     ///< Between two queries, s.
    Ptr<RandomVariableStream> callTime;      ///< After each reply of a query, s.
    Ptr<RandomVariableStream> rowTime;       ///< For each row received, s.
    Ptr<RandomVariableStream> packetTime;    ///< For each packet, s.
    Ptr<RandomVariableStream> byteTime;      ///< For each byte, s.
    bool readAhead{true};                    ///< Replies are read as they come, not between work.
    Ptr<RandomVariableStream> callCpuTime{}; ///< CPU of each call, s; null: nobody shares one.
    Ptr<RandomVariableStream> rowCpuTime{};  ///< CPU of each row received, s; likewise.
    uint64_t resultCacheSize{0};             ///< Most bytes of results that are kept.
    Time resultCacheLag{};                   ///< Longest time behind a reply that they are fresh.
};

/**
 * @ingroup net8
 * What sessions with a SQL Server have beside the rest.
 */
struct TdsSessionSettings
{
    TdsClientSettings client{};               ///< How they talk.
    std::optional<PipeSettings> pipe{};       ///< They go through a named pipe; nothing: not.
    Address remote{};                         ///< Address and port of the server.
    std::string text{};                       ///< What they ask.
    std::chrono::nanoseconds patience{NEVER}; ///< Time after which a call is cancelled.
};

/**
 * @ingroup net8
 * What all sessions of one Net8Client have in common; each session only refers to it.
 */
struct SessionSettings
{
    ClientSettings dialogue;                 ///< How they talk.
    TlsParameters tls{};                     ///< What they offer of TLS.
    bool tlsAlways{false};                   ///< They speak it even where PROTOCOL is not TCPS.
    TlsCosts tlsCosts{};                     ///< What that takes.
    std::optional<TdsSessionSettings> tds{}; ///< They speak TDS; nothing: Oracle Net.
    ClientQuery query;                       ///< The statement.
    TransactionSettings transactions;        ///< What they run in its place, if there is anything.
    WorkSettings work;                       ///< How often they ask it.
    std::shared_ptr<ResultCache> results{};  ///< Results that they keep; null: none.
    Ptr<Node> node;                          ///< Host of the sessions.
    Ptr<Net8HostCpu> cpu{};                  ///< Its processor; null: each session has its own.
    TypeId protocol;                         ///< Socket factory.

    bool aliasKnown{true};             ///< The descriptor could be read.
    ConnectDescriptor descriptor;      ///< Addresses and what is wanted there.
    Net8AddressWalk::Limits limits;    ///< Where the descriptor says nothing.
    Net8AddressWalk::Resolver resolve; ///< Looks host names up.
    Net8AddressWalk::Draw draw;        ///< Source of random orders.
    NamingSettings naming;             ///< How the alias is found.

    std::function<void(const std::string&, const std::string&)>
        stateChanged;                                           ///< Old and new state.
    std::function<void(uint32_t, const Address&)> connecting;   ///< Session and its own address.
    std::function<void(uint32_t, const Ptr<Socket>&)> dialling; ///< Session and its socket.
    std::function<void(const CallRecord&)> callDone;            ///< A round trip is done.
    std::function<void(const AttemptRecord&)> attemptDone;      ///< An attempt is over.
    std::function<void(Net8Session&)> rests;                    ///< One of a pool has no work.
    std::function<void(Net8Session&)> sessionDone;              ///< A session is over.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_SETTINGS_H */
