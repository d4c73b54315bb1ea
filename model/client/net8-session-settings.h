// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_SETTINGS_H
#define NET8_SESSION_SETTINGS_H

#include "net8-address-walk.h"
#include "net8-attempt-record.h"
#include "net8-call-record.h"
#include "net8-failover-record.h"
#include "net8-result-cache.h"
#include "net8-transaction-settings.h"

#include "ns3/net8-client-script.h"
#include "ns3/net8-client-settings.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-pipe-settings.h"
#include "ns3/net8-resolver-settings.h"
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
 * How a client finds the descriptor of its alias, and what that costs.
 */
enum class NamingMethod : uint8_t
{
    NONE,      ///< At no cost.
    TNSNAMES,  ///< Every entry of tnsnames.ora is read.
    INDEXED,   ///< Binary search among the entries.
    DNS,       ///< One round trip to a name server.
    DIRECTORY, ///< A session of LDAP with a directory server.
};

/**
 * @ingroup net8
 * What becomes of the query for the IPv6 address of a name, which the resolver sends beside that
 * for the IPv4 address.
 */
enum class SecondQuery : uint8_t
{
    ANSWERED,    ///< It is answered like the first.
    SECOND_LOST, ///< Of two queries at a time the second is lost; one after the other is answered.
    UNANSWERED,  ///< It is never answered.
};

/**
 * @ingroup net8
 * How a client binds to a directory server before it searches.
 */
enum class LdapBind : uint8_t
{
    NONE,      ///< Not at all.
    ANONYMOUS, ///< Without name and password.
    SIMPLE     ///< With both, in clear text.
};

/**
 * @ingroup net8
 * Settings of the look-up of an alias.
 */
struct NamingSettings : ResolverSettings
{
    /**
     * @param server a server, counted from 0
     * @return how long it is waited for
     */
    Time GetTimeout(uint32_t server) const;

    NamingMethod method{NamingMethod::NONE}; ///< Method of look-up.
    uint32_t entries{1};                     ///< Number of entries in tnsnames.ora.
    Ptr<RandomVariableStream> entryTime;     ///< Time to read one entry, s.
    Ptr<RandomVariableStream> lookupTime;    ///< Time of the name or directory server, s.
    std::string site;          ///< Site of that server; empty: that of the first server.
    Address server;            ///< Address of that server.
    uint32_t searchDomains{0}; ///< Names tried before the right one.
    SecondQuery secondQuery{SecondQuery::ANSWERED}; ///< Query for the IPv6 address.
    bool proceeds{false};                           ///< Goes on without an answer.
    LdapBind bind{LdapBind::ANONYMOUS};             ///< How it binds to a directory server.
    std::string alias;                              ///< Alias that it looks up there.
};

/**
 * @ingroup net8
 * What sessions ask for, and the times they take between calls.
 */
struct WorkSettings
{
    uint32_t queries{0};                  ///< Number of times each session asks the statement.
    bool pooled{false};                   ///< The session is in a pool: it asks only at its turn.
    Ptr<RandomVariableStream> thinkTime;  ///< Time between two queries, s.
    Ptr<RandomVariableStream> callTime;   ///< Time after each reply of a query, s.
    Ptr<RandomVariableStream> rowTime;    ///< Time per row received, s.
    Ptr<RandomVariableStream> packetTime; ///< Time per packet, s.
    Ptr<RandomVariableStream> byteTime;   ///< Time per byte, s.
    bool readAhead{true};                 ///< Replies are read as they arrive, not between work.
    bool subscribes{false};               ///< It subscribes to changes before its work.
    bool notified{false};                 ///< It does nothing but wait for notifications.
    Ptr<RandomVariableStream> callCpuTime{}; ///< CPU time per call, s; null: no shared CPU.
    Ptr<RandomVariableStream> rowCpuTime{};  ///< CPU time per row received, s; null: likewise.
    uint64_t resultCacheSize{0};             ///< Size limit of cached results, bytes.
    Time resultCacheLag{}; ///< Longest time after a reply for which they are fresh.
};

/**
 * @ingroup net8
 * Additional settings of sessions with a SQL Server.
 */
struct TdsSessionSettings
{
    TdsClientSettings client{};               ///< Settings of the dialogue.
    std::optional<PipeSettings> pipe{};       ///< Named pipe to use; nothing: none.
    Address remote{};                         ///< Address and port of the server.
    std::string text{};                       ///< Text of the statement.
    std::chrono::nanoseconds patience{NEVER}; ///< Time after which a call is cancelled.
};

/**
 * @ingroup net8
 * METHOD of FAILOVER_MODE: when the connection is opened that a session goes on with.
 */
enum class FailoverMethod : uint8_t
{
    BASIC,     ///< When the first one is lost.
    PRECONNECT ///< At the logon, to another address.
};

/**
 * @ingroup net8
 * FAILOVER_MODE of a client.
 */
struct FailoverSettings
{
    /**
     * @return passes over the addresses, the first at once: RETRIES; if only DELAY is given 5; else
     * 1
     */
    uint32_t GetPasses() const;

    /**
     * @return time between two passes: DELAY; if it is not given 1 s
     */
    Time GetDelay() const;

    FailoverType type{};     ///< TYPE: what is restored.
    FailoverMethod method{}; ///< METHOD.
    uint32_t retries{0};     ///< RETRIES; 0: not given.
    Time delay{Seconds(-1)}; ///< DELAY; negative: not given.
};

/**
 * @ingroup net8
 * Settings common to all sessions of one Net8Client; each session only refers to them.
 */
struct SessionSettings
{
    ClientSettings dialogue;                 ///< Settings of the dialogue.
    TlsParameters tls{};                     ///< TLS that is offered.
    bool tlsAlways{false};                   ///< Use TLS even if PROTOCOL is not TCPS.
    TlsCosts tlsCosts{};                     ///< Costs of TLS.
    std::optional<TdsSessionSettings> tds{}; ///< Settings of TDS; nothing: Oracle Net.
    ClientQuery query;                       ///< The statement.
    TransactionSettings transactions;        ///< Transactions run in its place, if any.
    WorkSettings work;                       ///< How often and when the statement is asked.
    std::shared_ptr<ResultCache> results{};  ///< Cached results; null: no cache.
    Ptr<Node> node;                          ///< Host of the sessions.
    Ptr<Net8HostCpu> cpu{};                  ///< Processor of the host; null: not shared.
    TypeId protocol;                         ///< Socket factory.

    bool aliasKnown{true};                     ///< The descriptor could be read.
    ConnectDescriptor descriptor;              ///< Addresses, and the request at each.
    Net8AddressWalk::Limits limits;            ///< Used where the descriptor sets no limits.
    Net8AddressWalk::Resolver resolve;         ///< Looks host names up.
    Net8AddressWalk::Draw draw;                ///< Source of random orders.
    NamingSettings naming;                     ///< Look-up of the alias.
    FailoverSettings failover{};               ///< What follows a lost connection.
    std::shared_ptr<SessionSettings> backup{}; ///< Those of connections that are opened at the
                                               ///< logon; null: there are none.

    std::function<void(uint32_t, const std::string&, const std::string&)>
        stateChanged; ///< Takes session, old and new state.
    std::function<void(uint32_t, const Ptr<Socket>&)> dialling; ///< Takes session and socket.
    std::function<void(const CallRecord&)> callDone;            ///< Called after a round trip.
    std::function<void(const AttemptRecord&)> attemptDone;      ///< Called after an attempt.
    std::function<void(const FailoverRecord&)> failoverDone;    ///< Called after a failover.
    std::function<void(Net8Session&)> rests;       ///< Called when a pooled session is idle.
    std::function<void(Net8Session&)> sessionDone; ///< Called when a session is over.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_SETTINGS_H */
