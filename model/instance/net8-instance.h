// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_INSTANCE_H
#define NET8_INSTANCE_H

#include "net8-registrar.h"
#include "net8-server-release.h"
#include "net8-server-timeouts.h"
#include "net8-server-work.h"
#include "net8-session-table.h"
#include "net8-statement.h"
#include "net8-waiting-servers.h"

#include "ns3/net8-handler-set.h"
#include "ns3/net8-native-security.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A database instance: its handlers, its limits, its sessions.
 *
 * What else is set of it, its parts hold, each with attributes of its own: GetParts.
 *
 * The listener hands sessions over. What the sessions take is taken from the host: from the
 * Net8HostCpu and the Net8HostMemory that are aggregated to its node, if there are.
 */
class Net8Instance : public Object
{
  public:
    /**
     * A session that the listener hands over.
     */
    struct Arrival
    {
        uint64_t session{0};            ///< Its number, in order of arrival at the listener.
        Address from;                   ///< Address and port of the client.
        Ptr<Net8Connection> connection; ///< The connection.
        ConnectPacket connect;          ///< The CONNECT.
        HandlerRequest request;         ///< What it asks for.
        uint32_t handler{0};            ///< Number of the handler.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Instance();
    ~Net8Instance() override;

    /**
     * @return this instance and its parts: release, work, timeouts, registrar
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * @return its release, sizes and platform
     */
    Ptr<Net8ServerRelease> GetRelease() const;

    /**
     * @return what sessions take
     */
    Ptr<Net8ServerWork> GetWork() const;

    /**
     * @return how listeners know of it
     */
    Ptr<Net8Registrar> GetRegistrar() const;

    /**
     * Fix the streams of all that is drawn; of times of handlers once they are made (MakeHandlers).
     *
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param resultSet the rows that every session's statement returns
     */
    void SetResultSet(Ptr<Net8ResultSet> resultSet);

    /**
     * @param statements further statements, which clients number from 1 on
     */
    void SetStatements(std::vector<Ptr<Net8Statement>> statements);

    /**
     * @param factory attributes of a part of the handlers; see Net8HandlerSet
     */
    void SetFactory(const ObjectFactory& factory);

    /**
     * Know one more kind of handlers. Call it before the listener starts.
     *
     * @param kind its word in Handlers, and what that stands for
     */
    void AddHandlerKind(const HandlerWord& kind);

    /**
     * Make the handlers from the attributes. Open does it if nobody has.
     *
     * @return what is wrong with the attributes, in one sentence; empty: nothing
     */
    std::string MakeHandlers();

    /**
     * @return the handlers, with the pools behind them
     */
    const Net8HandlerSet& GetHandlers() const;

    /**
     * Be ready for sessions.
     *
     * @param node the host
     */
    void Open(Ptr<Node> node);

    /**
     * @param arrival a session
     * @return true if it is taken; false if no process or no memory is left (ORA-12518), and the
     * connection is still the caller's
     */
    bool TakeOver(Arrival arrival);

    /**
     * Start a server for a session whose client comes to a port of that server.
     *
     * @param wanted the session: its number, what it asks for, its handler
     * @param protocol the socket factory
     * @param opened called when the process listens, with its port; 0: it has none, or is gone
     * @return true if there is a process; false as TakeOver
     */
    bool StartServer(const Arrival& wanted,
                     TypeId protocol,
                     std::function<void(uint16_t port)> opened);

    /**
     * The instance goes down: its processes are gone, and so are all sessions. Who calls it twice
     * calls Startup twice.
     *
     * @param silent listeners are not told, and notice at the end of the interval; else at once
     */
    void Shutdown(bool silent);

    /**
     * The instance is up again, with the servers that its pools have at the start; listeners learn
     * of it at the end of the interval.
     */
    void Startup();

    /**
     * Stand still or go on: sessions that hang answer nothing, and listeners hear no news.
     *
     * @param hangs whether the instance hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return false from Shutdown to Startup
     */
    bool IsUp() const;

    /**
     * @return name of the instance, its SID
     */
    const std::string& GetName() const;

    /**
     * @return site of its host in the network; empty: the only one
     */
    const std::string& GetSite() const;

    /**
     * @return sessions taken over so far
     */
    uint64_t GetStarted() const;

    /**
     * @return what the instance tells a listener of itself
     */
    ServiceRegistration MakeRegistration() const;

    /**
     * @param address ADDRESS of the listener of its own host, for listeners of other hosts
     */
    void SetRedirectAddress(const std::string& address);

    /**
     * @return where listeners of other hosts send clients
     */
    const std::string& GetRedirectAddress() const;

    /**
     * @return the host
     */
    Ptr<Node> GetNode() const;

    /**
     * @param handler number of a handler
     * @return whether the listener forks for each of its sessions
     */
    bool NeedsFork(uint32_t handler) const;

    /**
     * @return sessions that are not over
     */
    uint32_t GetSessionCount() const;

    /**
     * @return what went wrong in all sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return probes of Oracle Net that were sent to silent clients
     */
    uint64_t GetProbes() const;

    /**
     * @return sessions that were told after their hand-over that PROCESSES or SESSIONS is
     * reached, or that the instance is down, by Oracle error number
     */
    const std::map<uint32_t, uint64_t>& GetRejections() const;

    /**
     * @return sessions that are not over
     */
    std::vector<ServerRecord> GetOpenRecords() const;

    /**
     * TracedCallback signature for a session.
     *
     * @param [in] session number of the session
     * @param [in] now when it happened
     */
    typedef void (*SessionTracedCallback)(uint64_t session, Time now);

    /**
     * TracedCallback signature for the waits of a session.
     *
     * @param [in] record the session, as its server saw it
     */
    typedef void (*RecordTracedCallback)(const ServerRecord& record);

    /**
     * TracedCallback signature for a session that is told of a limit.
     *
     * @param [in] session number of the session
     * @param [in] code Oracle error number
     * @param [in] now when it was handed over
     */
    typedef void (*RejectedTracedCallback)(uint64_t session, uint32_t code, Time now);

  protected:
    void DoDispose() override;

  private:
    /**
     * Let all but the sessions stand still or go on: registration, dispatchers, brokers.
     *
     * @param hangs whether they stand still
     */
    void StandStill(bool hangs);

    /**
     * @param handler number of a handler
     * @return whether a process for it starts though the instance is down: not on Windows, where it
     * would be a thread of the instance
     */
    bool Starts(uint32_t handler) const;

    /**
     * @param arrival a session
     * @return error text of the limit that does not allow it, or of an instance that is down;
     * empty: it is allowed
     */
    std::string GetRejection(const Arrival& arrival) const;

    /**
     * @param arrival a session
     * @return the process that is to serve it, or none: no process or no memory is left
     */
    std::optional<ServerProcess> Spawn(const Arrival& arrival);

    /**
     * Begin a session.
     *
     * @param arrival the session
     * @param process who serves it
     * @param way how it came
     */
    void Serve(const Arrival& arrival, ServerProcess process, ServerDialogue::Way way);

    /**
     * @return processes that count for PROCESSES
     */
    uint32_t GetProcesses() const;

    /**
     * @return what the attributes say, with the defaults of the release
     */
    Net8ServerSession::Settings MakeSettings() const;

    /**
     * @param number number of a session that is over
     */
    void HandleEnd(uint64_t number);

    // ATTRIBUTES
    std::string m_site;         ///< Site of its host; empty: the only one.
    uint32_t m_processes{0};    ///< PROCESSES; 0: any number.
    uint32_t m_sessionLimit{0}; ///< SESSIONS; 0: any number.
    std::string m_kinds;        ///< Kinds of handlers.
    uint32_t m_dispatchers{1};  ///< Dispatchers.
    uint32_t m_brokers{1};      ///< NUM_CBROK.

    Ptr<Net8ServerRelease> m_release;             ///< Release, sizes, platform.
    Ptr<Net8ServerWork> m_work;                   ///< What sessions take.
    Ptr<Net8ServerTimeouts> m_timeouts;           ///< How long they wait.
    Ptr<Net8NativeSecurity> m_security;           ///< Encryption and checksums.
    Ptr<Net8Registrar> m_registrar;               ///< How listeners know of it.
    Ptr<Net8ResultSet> m_resultSet;               ///< Rows of the statement.
    std::vector<Ptr<Net8Statement>> m_statements; ///< Further statements.
    Net8ServerSession::Settings m_settings;       ///< What all sessions get.
    Net8HandlerSet m_handlers;                    ///< What serves them.
    bool m_made{false};                           ///< The handlers are made.
    Ptr<Node> m_node;                             ///< The host.
    std::string m_redirectAddress;                ///< ADDRESS of the listener of its host.
    uint32_t m_downs{0};                          ///< Calls of Shutdown without a Startup.
    bool m_hangs{false};                          ///< Its sessions stand still.
    Net8WaitingServers m_waiting;                 ///< Servers that wait for their clients.
    Net8SessionTable m_sessions;                  ///< Sessions under way.
    TracedValue<uint32_t> m_sessionCount{0};      ///< How many.

    // TRACE SOURCES
    TracedCallback<uint64_t, Time> m_startedTrace;            ///< A session was taken over.
    TracedCallback<uint64_t, Time> m_endedTrace;              ///< A session is over.
    TracedCallback<uint64_t, uint32_t, Time> m_rejectedTrace; ///< A session was told of a limit.
    TracedCallback<const ServerRecord&> m_recordTrace;        ///< Waits of a session that is over.
};

} // namespace ns3::net8

#endif /* NET8_INSTANCE_H */
