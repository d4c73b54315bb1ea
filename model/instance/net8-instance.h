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

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A database instance: its handlers, its limits, its sessions.
 *
 * Its other settings are held by its parts, each with attributes of its own: see GetParts.
 *
 * The listener hands sessions over. What sessions use is taken from the host: from the Net8HostCpu
 * and the Net8HostMemory aggregated to its node, if there are any.
 */
class Net8Instance : public Object
{
  public:
    /**
     * A session handed over by the listener.
     */
    struct Arrival
    {
        uint64_t session{0}; ///< Number of the session, in order of arrival at the listener.
        Address from;        ///< Address and port of the client.
        Ptr<Net8Connection> connection; ///< The connection.
        ConnectPacket connect;          ///< The CONNECT.
        HandlerRequest request;         ///< What the session asks for.
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
     * @return its work: the times and memory that sessions take
     */
    Ptr<Net8ServerWork> GetWork() const;

    /**
     * @return its registrar: how listeners know of it
     */
    Ptr<Net8Registrar> GetRegistrar() const;

    /**
     * Set the random streams of all values that are drawn; those of the handlers only after
     * MakeHandlers.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param resultSet the rows returned by the statement of every session
     */
    void SetResultSet(Ptr<Net8ResultSet> resultSet);

    /**
     * @param statements additional statements, which clients number from 1
     */
    void SetStatements(std::vector<Ptr<Net8Statement>> statements);

    /**
     * Let commits wait for the redo log. Must be called before Open.
     *
     * @param log the log writer; it is disposed of with the instance
     */
    void SetLog(const Ptr<Net8LogWriter>& log);

    /**
     * Have all sessions keep their waits and calls; see ServerRecord. Must be called before Open.
     */
    void KeepSteps();

    /**
     * Set the attributes of a part of the handlers; see Net8HandlerSet.
     *
     * @param factory makes parts of that kind
     */
    void SetFactory(const ObjectFactory& factory);

    /**
     * Add a kind of handler. Must be called before the listener starts.
     *
     * @param kind its word in Handlers, and how to make it
     */
    void AddHandlerKind(const HandlerWord& kind);

    /**
     * Make the handlers from the attributes. Open does so if it was not called.
     *
     * @return the error in the attributes, in one sentence; empty if there is none
     */
    std::string MakeHandlers();

    /**
     * @return the handlers, with the pools behind them
     */
    const Net8HandlerSet& GetHandlers() const;

    /**
     * Get ready for sessions.
     *
     * @param node the host
     */
    void Open(Ptr<Node> node);

    /**
     * Take a session over from the listener.
     *
     * @param arrival the session
     * @return true if it is taken over; false if no process or no memory is left (ORA-12518), in
     * which case the connection remains the caller's
     */
    bool TakeOver(Arrival arrival);

    /**
     * Start a server for a session whose client is redirected to a port of that server.
     *
     * @param wanted the session: its number, what it asks for, its handler
     * @param protocol the socket factory
     * @param opened called with the port when the process listens; 0 if it has no port, or is gone
     * @return true if there is a process; false as for TakeOver
     */
    bool StartServer(const Arrival& wanted,
                     TypeId protocol,
                     std::function<void(uint16_t port)> opened);

    /**
     * Take the instance down: its processes and all sessions are gone. Calls nest: each needs a
     * matching call of Startup.
     *
     * @param silent if true, listeners notice at the end of the interval; otherwise they are told
     * at once
     */
    void Shutdown(bool silent);

    /**
     * Bring the instance up again, with the initial servers of its pools. Listeners learn of it at
     * the end of the interval.
     */
    void Startup();

    /**
     * Make the instance hang or continue. While it hangs, sessions answer nothing, and listeners
     * get no updates.
     *
     * @param hangs whether the instance hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return false between Shutdown and Startup
     */
    bool IsUp() const;

    /**
     * @return name of the instance, its SID
     */
    const std::string& GetName() const;

    /**
     * @return site of its host in the network; empty: the only site
     */
    const std::string& GetSite() const;

    /**
     * @return sessions taken over so far
     */
    uint64_t GetStarted() const;

    /**
     * @return what the instance registers with a listener
     */
    ServiceRegistration MakeRegistration() const;

    /**
     * @param address ADDRESS of the listener of its host, to which listeners of other hosts
     * redirect
     */
    void SetRedirectAddress(const std::string& address);

    /**
     * @return ADDRESS to which listeners of other hosts redirect clients
     */
    const std::string& GetRedirectAddress() const;

    /**
     * @return the host
     */
    Ptr<Node> GetNode() const;

    /**
     * @param handler number of a handler
     * @return whether the listener forks a process for each of its sessions
     */
    bool NeedsFork(uint32_t handler) const;

    /**
     * Set how client hosts are told apart. What the server draws for their sessions then depends on
     * the host, and on how many sessions that host had before, but on no other host.
     *
     * @param find finds the number of the host with an address, see StreamOf
     */
    void SetCallers(std::function<int64_t(const Address& from)> find);

    /**
     * @return sessions that are not over
     */
    uint32_t GetSessionCount() const;

    /**
     * @return the sessions that are not over, in the order in which they began
     */
    std::vector<Ptr<Net8ServerSession>> GetSessions() const
    {
        return m_sessions.GetSessions();
    }

    /**
     * @return counts of all errors in all sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return Oracle Net probes sent to silent clients
     */
    uint64_t GetProbes() const;

    /**
     * @return sessions rejected after their hand-over because PROCESSES or SESSIONS was reached or
     * the instance was down, by Oracle error number
     */
    const std::map<uint32_t, uint64_t>& GetRejections() const;

    /**
     * @param take called with the record of each session that is not over
     */
    void ForEachOpen(const std::function<void(ServerRecord)>& take) const;

    /**
     * TracedCallback signature for a session.
     *
     * @param [in] session number of the session
     * @param [in] now time of the event
     */
    typedef void (*SessionTracedCallback)(uint64_t session, Time now);

    /**
     * TracedCallback signature for the waits of a session.
     *
     * @param [in] record the session, as seen by its server
     */
    typedef void (*RecordTracedCallback)(const ServerRecord& record);

    /**
     * TracedCallback signature for a session that is rejected.
     *
     * @param [in] session number of the session
     * @param [in] code Oracle error number
     * @param [in] now time of the hand-over
     */
    typedef void (*RejectedTracedCallback)(uint64_t session, uint32_t code, Time now);

  protected:
    void DoDispose() override;

  private:
    /**
     * Stop or continue everything except the sessions: registration, dispatchers, brokers.
     *
     * @param hangs whether the instance hangs
     */
    void StandStill(bool hangs);

    /**
     * @param handler number of a handler
     * @return whether a process for it starts even if the instance is down: not on Windows, where
     * it would be a thread of the instance
     */
    bool Starts(uint32_t handler) const;

    /**
     * @param arrival a session
     * @return error text of the limit that rejects it, or of an instance that is down; empty: it is
     * admitted
     */
    std::string GetRejection(const Arrival& arrival) const;

    /**
     * Start the process of a session.
     *
     * @param arrival the session
     * @return the process, or nothing if no process or no memory is left
     */
    std::optional<ServerProcess> Spawn(const Arrival& arrival);

    /**
     * Make the settings of a session with random variables of its own.
     *
     * @param from address of its client
     * @return the settings; null: nothing is drawn, or clients cannot be told apart
     */
    std::shared_ptr<const Net8ServerSession::Settings> MakeOwnSettings(const Address& from);

    /**
     * Begin a session.
     *
     * @param arrival the session
     * @param process the process that serves it
     * @param handover how the session reached the process
     */
    void Serve(const Arrival& arrival, ServerProcess process, ServerDialogue::Handover handover);

    /**
     * @return number of processes that count towards PROCESSES
     */
    uint32_t GetProcesses() const;

    /**
     * @return the settings made by the attributes, with the defaults of the release
     */
    Net8ServerSession::Settings MakeSettings() const;

    /**
     * Handle the end of a session.
     *
     * @param number number of the session
     */
    void HandleEnd(uint64_t number);

    // ATTRIBUTES
    std::string m_site;         ///< Site of its host; empty: the only site.
    uint32_t m_processes{0};    ///< PROCESSES; 0: no limit.
    uint32_t m_sessionLimit{0}; ///< SESSIONS; 0: no limit.
    std::string m_kinds;        ///< Kinds of handlers.
    uint32_t m_dispatchers{1};  ///< Number of dispatchers.
    uint32_t m_brokers{1};      ///< NUM_CBROK.

    Ptr<Net8ServerRelease> m_release;             ///< Release, sizes, platform.
    Ptr<Net8ServerWork> m_work;                   ///< Times and memory that sessions take.
    Ptr<Net8ServerTimeouts> m_timeouts;           ///< Timeouts of sessions.
    Ptr<Net8NativeSecurity> m_security;           ///< Encryption and checksums.
    Ptr<Net8Registrar> m_registrar;               ///< How listeners know of it.
    Ptr<Net8ResultSet> m_resultSet;               ///< Rows of the statement.
    std::vector<Ptr<Net8Statement>> m_statements; ///< Additional statements.
    Ptr<Net8LogWriter> m_log;                     ///< Log writer; null: commits do not wait.
    Net8ServerSession::Settings m_settings;       ///< Settings common to all sessions.
    int64_t m_stream{0};                          ///< Number of its random streams.
    /// Finds the number of a client host.
    std::function<int64_t(const Address& from)> m_findCaller;
    std::map<int64_t, uint64_t>
        m_calls;                   ///< Sessions of client hosts so far, if any time is random.
    Net8HandlerSet m_handlers;     ///< Handlers and their pools.
    bool m_made{false};            ///< The handlers are made.
    Ptr<Node> m_node;              ///< The host.
    std::string m_redirectAddress; ///< ADDRESS of the listener of its host.
    uint32_t m_downs{0};           ///< Calls of Shutdown not matched by Startup.
    bool m_hangs{false};           ///< The instance hangs.
    bool m_keepsSteps{false};      ///< Sessions keep their waits and calls.
    Net8WaitingServers m_waiting;  ///< Servers waiting for their clients.
    Net8SessionTable m_sessions;   ///< Sessions under way.
    TracedValue<uint32_t> m_sessionCount{0}; ///< Number of sessions under way.

    // TRACE SOURCES
    TracedCallback<uint64_t, Time> m_startedTrace;            ///< A session was taken over.
    TracedCallback<uint64_t, Time> m_endedTrace;              ///< A session is over.
    TracedCallback<uint64_t, uint32_t, Time> m_rejectedTrace; ///< A session was rejected.
    TracedCallback<const ServerRecord&> m_recordTrace;        ///< Waits of a session that is over.
};

} // namespace ns3::net8

#endif /* NET8_INSTANCE_H */
