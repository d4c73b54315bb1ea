// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_H
#define NET8_CLIENT_H

#include "net8-client-parts.h"
#include "net8-ons-subscription.h"
#include "net8-pool-users.h"
#include "net8-session.h"
#include "net8-tds-policy.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

class Net8ClientSession;

/**
 * @ingroup net8
 * The client sessions of one host: each connects, logs on, runs queries and logs off.
 *
 * 1. Every client that was added starts its first session at its start time. If none was added,
 * there is one client, which starts with the application. A session object is created at its start
 * and released when the session is over; settings common to all sessions exist once.
 * 2. AttemptDone fires for each address that a session tried, CallDone for each of its round trips,
 * and SessionDone at its end, successful or not. What a session does is described at Net8Session.
 * 3. A client with several Cycles waits for Pause, then starts its next session.
 */
class Net8Client : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Client();

    /**
     * Create a client on another host that shares the parts of the first client as far as
     * Net8ClientParts::Share does; the attributes of the parts that are not shared must be set
     * again.
     *
     * @param first the client on the first host, with its attributes
     */
    explicit Net8Client(const Ptr<const Net8Client>& first);
    ~Net8Client() override;

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @param group number of the group in records
     */
    void SetGroup(uint32_t group);

    /**
     * Add a client. Must be called before the application starts.
     *
     * @param session number of its first session in records and traces
     * @param start simulation time at which it starts
     */
    void AddClient(uint32_t session, Time start);

    /**
     * Do not start any client that has not started yet.
     */
    void StartNoMore();

    /**
     * @param step increment of the session number from one session of a client to its next
     */
    void SetSessionStep(uint32_t step);

    /**
     * @param next returns the number of each further session of a pool; if not set, they are
     * numbered from 0
     */
    void SetNumbers(std::function<uint32_t()> next);

    /**
     * Let drivers that use TCP urgent data send them, as the network says what becomes of them.
     */
    void UseUrgentData()
    {
        m_urgentData = true;
    }

    /**
     * Set the statement that sessions ask.
     *
     * @param query the statement; if no length is given for its request, or if this is never
     * called, the request has the driver's length for 21 characters
     */
    void SetQuery(const ClientQuery& query);

    /**
     * Use TDS with a SQL Server instead of Oracle Net.
     *
     * @param policy settings of TDS
     */
    void SetTds(Ptr<Net8TdsPolicy> policy);

    /**
     * Run transactions instead of one statement.
     *
     * @param transactions the transactions; the attributes of the work choose among them
     * @return the error in these attributes; empty if there is none
     */
    std::string SetTransactions(const TransactionSettings& transactions);

    /**
     * @param resolver looks up the hosts of descriptors and REDIRECTs; the empty name stands for
     * Remote. If not set, hosts must be IP addresses
     */
    void SetResolver(Net8AddressWalk::Resolver resolver);

    /**
     * @param protocol PROTOCOL of the addresses that the transport can reach, in lower case; empty:
     * those of TCP
     */
    void SetAddressProtocol(const std::string& protocol)
    {
        m_parts.policy->SetProtocol(protocol);
    }

    /**
     * @return this client and its parts, each with attributes of its own: driver, names, policy,
     * naming, work, timeouts
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * @return its driver
     */
    Ptr<Net8DriverChoice> GetDriver() const;

    /**
     * @return its connect policy: where it connects to
     */
    Ptr<Net8ConnectPolicy> GetPolicy() const;

    /**
     * @return the connect descriptor that it uses; empty if it cannot be read
     */
    std::string PrintDescriptor() const;

    /**
     * @return its naming policy: how it finds the descriptor
     */
    Ptr<Net8NamingPolicy> GetNaming() const;

    /**
     * @return its work: what its application does
     */
    Ptr<Net8ClientWork> GetWork() const;

    /**
     * @return the processor of its host
     */
    Ptr<Net8ClientCpu> GetCpu() const;

    /**
     * @return whether its clients are users that share a pool of sessions; AddClient then takes
     * numbers of users
     */
    bool HasPool() const;

    /**
     * @return whether it has a pool that acts on events of FAN
     */
    bool Subscribes() const;

    /**
     * Set where the pool subscribes to these events. Must be called before the application starts.
     *
     * @param servers processes of ONS; none: the pool opens without one
     */
    void SetOns(std::vector<OnsServer> servers);

    /**
     * @return true if the sessions misbehave and wait for the server to close
     */
    bool IsAttacker() const;

    /**
     * @return number of sessions that each client runs, one after the other
     */
    uint32_t GetCycles() const;

    /**
     * @return true if it queries a name or directory server
     */
    bool AsksServer() const;

    /**
     * Take the host down: its sessions are over (SessionError::HOST_DOWN). Sessions due to start
     * meanwhile start when the host is up again. Calls nest: each needs a matching call of Startup.
     *
     * @param forGood the host never comes up again: sessions due to start fail at once
     * @return sockets of the sessions
     */
    std::vector<Ptr<Socket>> Shutdown(bool forGood);

    /**
     * Bring the host up again.
     */
    void Startup();

    /**
     * Make the host hang or continue. TCP continues during a hang, and pauses between sessions
     * elapse; sessions due to start meanwhile start at the end of the hang.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return the sessions under way, if all of them speak Oracle Net and have no other users than
     * themselves; nothing: there is something else
     */
    std::optional<std::vector<Net8ClientSession*>> GetSessions() const;

    /**
     * @return the state of the session started last
     */
    Net8Session::State GetState() const;

    /**
     * @return the record of the session started last, so far
     */
    SessionRecord GetRecord() const;

    /**
     * @return records of the sessions that are not over, by number
     */
    std::vector<SessionRecord> GetOpenRecords() const;

    /**
     * @return records of the attempts under way, by number of their session
     */
    std::vector<AttemptRecord> GetOpenAttempts() const;

    /**
     * @return records of the failovers under way, by number of their session
     */
    std::vector<FailoverRecord> GetOpenFailovers() const;

    /**
     * @return records of the user requests under way
     */
    std::vector<RequestRecord> GetOpenRequests() const;

    /**
     * @return counts of all errors of all sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * TracedCallback signature for a change of state. Sessions of other clients may have the same
     * number: a context (Config::Connect) tells the client.
     *
     * @param [in] session number of the session
     * @param [in] before name of the old state
     * @param [in] after name of the new state
     */
    typedef void (*StateTracedCallback)(uint32_t session,
                                        const std::string& before,
                                        const std::string& after);

    /**
     * TracedCallback signature for a round trip.
     *
     * @param [in] record the call
     */
    typedef void (*CallTracedCallback)(const CallRecord& record);

    /**
     * TracedCallback signature for a TCP connection.
     *
     * @param [in] session number of the session
     * @param [in] local local socket address
     */
    typedef void (*ConnectingTracedCallback)(uint32_t session, const Address& local);

    /**
     * TracedCallback signature for the socket of a TCP connection.
     *
     * @param [in] session number of the session
     * @param [in] socket the socket, which has sent its SYN
     */
    typedef void (*DiallingTracedCallback)(uint32_t session, Ptr<Socket> socket);

    /**
     * TracedCallback signature for the end of an attempt.
     *
     * @param [in] record the attempt
     */
    typedef void (*AttemptTracedCallback)(const AttemptRecord& record);

    /**
     * TracedCallback signature for the end of a failover.
     *
     * @param [in] record the failover
     */
    typedef void (*FailoverTracedCallback)(const FailoverRecord& record);

    /**
     * TracedCallback signature for the end of a session.
     *
     * @param [in] record the session
     */
    typedef void (*SessionTracedCallback)(const SessionRecord& record);

    /**
     * TracedCallback signature for an event of FAN.
     *
     * @param [in] event number of the event
     * @param [in] closed connections of the pool that it closed
     * @param [in] opened connections of the pool that it opened
     */
    typedef void (*FanTracedCallback)(uint64_t event, uint32_t closed, uint32_t opened);

    /**
     * TracedCallback signature for the end of a user request.
     *
     * @param [in] record the request
     */
    typedef void (*RequestTracedCallback)(const RequestRecord& record);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// Start of a client.
    struct Arrival
    {
        uint32_t session{0}; ///< Number of its first session.
        Time start;          ///< Start time of that session.
    };

    /// A session that is not over.
    struct Running
    {
        std::unique_ptr<Net8Session> session; ///< The session.
        uint32_t cycle{1};                    ///< Count of the client's sessions, from 1.
        std::optional<uint32_t> other{};      ///< The other connection of its subscription.
        bool notified{false};                 ///< It is the one that notifications come to.
        bool listens{false};                  ///< It has asked for them.
    };

    // SETTINGS

    /**
     * Copy the attributes to the settings of the sessions.
     */
    void MakeSettings();

    /**
     * Make the settings of the connections that sessions open at their logon for a failover, if
     * they do.
     */
    void PrepareBackups();

    // SESSIONS

    /**
     * Open the pool, if there is one, and start all clients that are due.
     */
    void Begin();

    /**
     * Subscribe to events of FAN.
     */
    void StartOns();

    /**
     * Open the pool, as a connection to ONS is there, unless it is open already.
     */
    void HandleOns();

    /**
     * Act on an event of FAN.
     *
     * @param event the event
     * @param host the host that it is about
     */
    void HandleFan(const FanEvent& event, const OnsServer& host);

    /**
     * Start all clients that are due.
     */
    void StartDue();

    /**
     * Create the pool and its users, if configured.
     */
    void OpenPool();

    /**
     * Start the next session of a pool.
     *
     * @return its number
     */
    uint32_t OpenSession();

    /**
     * Start a session.
     *
     * @param number number of the session
     * @param cycle count of the session at its client, from 1
     */
    void StartSession(uint32_t number, uint32_t cycle);

    /**
     * Start the sessions that were held back while the host was down or hung.
     */
    void StartHeld();

    /**
     * Handle that a session has nothing to do: in a pool, or for its subscription.
     *
     * @param session the session
     */
    void HandleRest(Net8Session& session);

    /**
     * Make the settings of the connections that notifications come to, if sessions subscribe.
     */
    void PrepareNotifications();

    /**
     * Go on with a subscription: its first session has subscribed or ended the subscription, or the
     * second connection listens.
     *
     * @param number number of that session
     */
    void ContinueSubscription(uint32_t number);

    /**
     * Open the second connection of a subscription.
     *
     * @param number number of the session that subscribed
     */
    void OpenNotified(uint32_t number);

    /**
     * Find a session that waits in a state.
     *
     * @param number its number
     * @param state the state
     * @return the session; null: it is over, or in another state
     */
    Net8Session* FindIn(uint32_t number, Net8Session::State state) const;

    /**
     * End what is left of a subscription, as one of its connections is over.
     *
     * @param over that connection
     */
    void EndSubscription(const Running& over);

    /**
     * Handle the end of a session.
     *
     * @param session the session
     */
    void HandleEnd(Net8Session& session);

    /**
     * Release a session that is over, and schedule the next one of its client.
     *
     * @param number number of the session
     */
    void GiveBack(uint32_t number);

    /**
     * Fire the trace source when the pool is closed.
     */
    void CheckPool();

    /**
     * Cancel the events that would start further sessions.
     */
    void CancelEvents();

    /**
     * @param session a session
     * @return its record so far
     */
    SessionRecord MakeRecord(const Net8Session& session) const;

    // ATTRIBUTES
    TypeId m_protocol;                                    ///< Socket factory.
    Address m_remote;                                     ///< Address of the listener.
    ClientBehaviour m_behaviour{ClientBehaviour::NORMAL}; ///< Behaviour once TCP is connected.
    uint32_t m_cycles{1};                                 ///< Sessions of each client.
    Ptr<RandomVariableStream> m_pause;                    ///< Pause between two sessions, s.

    Net8ClientParts m_parts{Net8ClientParts::Make()}; ///< Parts with attributes of their own.

    Ptr<Net8TdsPolicy> m_tds;             ///< Settings of TDS; null: Oracle Net.
    uint32_t m_group{0};                  ///< Number of the group.
    ClientQuery m_query;                  ///< The statement; no lengths: the driver's.
    TransactionSettings m_transactions;   ///< Transactions run in its place.
    uint32_t m_sessionStep{1};            ///< Increment of a client's session numbers.
    Net8AddressWalk::Resolver m_resolver; ///< Looks up hosts.
    bool m_urgentData{false};             ///< Drivers send urgent data.
    Ptr<UniformRandomVariable> m_choice{
        CreateObject<UniformRandomVariable>()};  ///< Random order of addresses.
    SessionSettings m_settings;                  ///< Settings common to all sessions.
    std::unique_ptr<SessionSettings> m_notified; ///< Those of connections that notifications come
                                                 ///< to; null: no session subscribes.
    std::unique_ptr<Net8PoolUsers> m_users;      ///< Users of a pool; null: no pool.
    std::vector<OnsServer> m_onsServers;         ///< Where the pool subscribes to events.
    std::unique_ptr<Net8OnsSubscription> m_ons;  ///< Its connections there; null: none.
    std::map<std::string, uint32_t> m_dropped;   ///< Connections that events closed, by host.
    std::function<uint32_t()> m_numbers;         ///< Returns numbers for pool sessions.
    int64_t m_stream{0};                         ///< Number of its random streams.
    uint32_t m_begun{0};                         ///< Sessions of the pool that were started.
    uint32_t m_opened{0};                        ///< Pool sessions opened, if m_numbers is empty.
    bool m_poolClosed{false};                    ///< The end of the pool was reported.
    std::vector<Arrival> m_arrivals;             ///< Clients, in order of start.
    std::size_t m_nextArrival{0};                ///< Index of the next client to start.
    EventId m_arrival;                           ///< Event of its start.
    std::map<uint32_t, Running> m_sessions;      ///< Sessions that are not over.
    std::map<uint32_t, EventId> m_pauses;        ///< Sessions scheduled after a pause.
    uint32_t m_downs{0};                         ///< Calls of Shutdown not matched by Startup.
    bool m_gone{false};                          ///< The host never comes up again.
    bool m_hangs{false};                         ///< The host hangs.
    std::vector<std::pair<uint32_t, uint32_t>> m_held; ///< Number and cycle of sessions held back.
    std::vector<std::unique_ptr<Net8Session>>
        m_lingering;            ///< Sessions over, with bytes left to send.
    SessionCounters m_counters; ///< Errors of sessions that are over.
    SessionRecord m_last;       ///< Record of the session started last.
    Net8Session::State m_lastState{Net8Session::State::IDLE}; ///< Its last state.

    // TRACE SOURCES
    TracedCallback<uint32_t, const std::string&, const std::string&>
        m_stateTrace;                                           ///< State transitions.
    TracedCallback<uint32_t, const Address&> m_connectingTrace; ///< A SYN was sent.
    TracedCallback<uint32_t, Ptr<Socket>> m_diallingTrace;      ///< The same, with its socket.
    TracedCallback<const AttemptRecord&> m_attemptTrace;        ///< An attempt is over.
    TracedCallback<const FailoverRecord&> m_failoverTrace;      ///< A failover is over.
    TracedCallback<const CallRecord&> m_callTrace;              ///< A round trip is done.
    TracedCallback<const SessionRecord&> m_sessionTrace;        ///< A session is over.
    TracedCallback<const RequestRecord&> m_requestTrace;        ///< A request is over.
    TracedCallback<uint64_t, uint32_t, uint32_t> m_fanTrace;    ///< The pool acted on an event.
    TracedCallback<> m_poolTrace; ///< A pool and all its sessions are closed.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_H */
