// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_H
#define NET8_CLIENT_H

#include "net8-client-parts.h"
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
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The client sessions of one host: each connects, logs on, runs queries and logs off.
 *
 * 1. Every client that was added starts its first session at its time; without any there is one,
 * which starts with the application. A session is made when it starts and given back when it is
 * over; what all have in common exists once.
 * 2. AttemptDone fires for each address that a session tried, CallDone for each of its round trips,
 * SessionDone at its end, good or bad. What a session does is told with Net8Session.
 * 3. A client with several Cycles waits for Pause and starts its next session.
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
     * A client on another host, with the parts of the first one as far as Net8ClientParts::Share
     * says; attributes of the others are to be set again.
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
     * Add a client. Call it before the application starts.
     *
     * @param session number of its first session in records and traces
     * @param start simulated time of the start
     */
    void AddClient(uint32_t session, Time start);

    /**
     * Start none of the clients that have not started yet.
     */
    void StartNoMore();

    /**
     * @param step what the number of a client's next session is higher by
     */
    void SetSessionStep(uint32_t step);

    /**
     * @param next gives the number of each further session of a pool; without it they count from 0
     */
    void SetNumbers(std::function<uint32_t()> next);

    /**
     * @param query the statement; without a length of its request, or without this, the driver's
     * with 21 characters
     */
    void SetQuery(const ClientQuery& query);

    /**
     * Speak TDS with a SQL Server instead of Oracle Net.
     *
     * @param policy how
     */
    void SetTds(Ptr<Net8TdsPolicy> policy);

    /**
     * @param transactions transactions that the sessions run in place of one statement; which of
     * them is left to the work's attributes
     * @return what is wrong with these attributes; empty: nothing
     */
    std::string SetTransactions(const TransactionSettings& transactions);

    /**
     * @param resolver looks the hosts of descriptors and REDIRECTs up, the empty one for Remote;
     * without one, hosts are IP addresses
     */
    void SetResolver(Net8AddressWalk::Resolver resolver);

    /**
     * @param protocol PROTOCOL of the addresses that the transport leads to, in small letters;
     * empty: those of TCP
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
     * @return the driver that it uses
     */
    Ptr<Net8DriverChoice> GetDriver() const;

    /**
     * @return where it connects to
     */
    Ptr<Net8ConnectPolicy> GetPolicy() const;

    /**
     * @return how it finds that
     */
    Ptr<Net8NamingPolicy> GetNaming() const;

    /**
     * @return what its application does
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
     * @return true if the sessions do harm and wait for the server to close
     */
    bool IsAttacker() const;

    /**
     * @return sessions that each client runs one after the other
     */
    uint32_t GetCycles() const;

    /**
     * @return true if it needs a name or directory server
     */
    bool AsksServer() const;

    /**
     * The host goes down: its sessions are over (SessionError::HOST_DOWN). Those that are to start
     * meanwhile start when it is back. Who calls it twice calls Startup twice.
     *
     * @param forGood it does not come back: sessions that are to start are over at once
     * @return sockets of the sessions
     */
    std::vector<Ptr<Socket>> Shutdown(bool forGood);

    /**
     * The host is up again.
     */
    void Startup();

    /**
     * Stand still or go on. TCP does not stand still, and pauses between sessions pass; sessions
     * that are to start meanwhile start when it goes on.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return the state of the session that started last
     */
    Net8Session::State GetState() const;

    /**
     * @return what the session that started last has come to so far
     */
    SessionRecord GetRecord() const;

    /**
     * @return sessions that are not over, by number
     */
    std::vector<SessionRecord> GetOpenRecords() const;

    /**
     * @return attempts that are under way, by number of their session
     */
    std::vector<AttemptRecord> GetOpenAttempts() const;

    /**
     * @return requests of users that are under way
     */
    std::vector<RequestRecord> GetOpenRequests() const;

    /**
     * @return what went wrong in all sessions so far
     */
    SessionCounters GetCounters() const;

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
     * @param [in] local socket address that it comes from
     */
    typedef void (*ConnectingTracedCallback)(uint32_t session, const Address& local);

    /**
     * TracedCallback signature for the socket of a TCP connection.
     *
     * @param [in] session number of the session
     * @param [in] socket the socket, its SYN sent
     */
    typedef void (*DiallingTracedCallback)(uint32_t session, Ptr<Socket> socket);

    /**
     * TracedCallback signature for the end of an attempt.
     *
     * @param [in] record the attempt
     */
    typedef void (*AttemptTracedCallback)(const AttemptRecord& record);

    /**
     * TracedCallback signature for the end of a session.
     *
     * @param [in] record the session
     */
    typedef void (*SessionTracedCallback)(const SessionRecord& record);

    /**
     * TracedCallback signature for the end of a request of a user.
     *
     * @param [in] record the request
     */
    typedef void (*RequestTracedCallback)(const RequestRecord& record);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// When a client starts.
    struct Arrival
    {
        uint32_t session{0}; ///< Number of its first session.
        Time start;          ///< When that starts.
    };

    /// A session that is not over.
    struct Running
    {
        std::unique_ptr<Net8Session> session; ///< The session.
        uint32_t cycle{1};                    ///< Which one of its client, from 1.
    };

    // SETTINGS

    /**
     * Put what the attributes say into the settings of the sessions.
     */
    void MakeSettings();

    // SESSIONS

    /**
     * Start all clients whose time has come.
     */
    void StartDue();

    /**
     * Make pool and users, where there are any.
     */
    void OpenPool();

    /**
     * Start the next session of a pool.
     *
     * @return its number
     */
    uint32_t OpenSession();

    /**
     * @param number number of the session
     * @param cycle which one of its client it is, from 1
     */
    void StartSession(uint32_t number, uint32_t cycle);

    /**
     * Start the sessions that had to wait for the host.
     */
    void StartHeld();

    /**
     * @param session a session that is over
     */
    void HandleEnd(Net8Session& session);

    /**
     * Release a session that is over, and plan the next one of its client.
     *
     * @param number number of the session
     */
    void GiveBack(uint32_t number);

    /**
     * Tell when a pool is closed.
     */
    void CheckPool();

    /**
     * No further session starts.
     */
    void CancelEvents();

    /**
     * @param session a session
     * @return what it has come to
     */
    SessionRecord MakeRecord(const Net8Session& session) const;

    // ATTRIBUTES
    TypeId m_protocol;                                    ///< Socket factory.
    Address m_remote;                                     ///< Address of the listener.
    ClientBehaviour m_behaviour{ClientBehaviour::NORMAL}; ///< What it does once TCP is up.
    uint32_t m_cycles{1};                                 ///< Sessions of each client.
    Ptr<RandomVariableStream> m_pause;                    ///< Between two of them, s.

    Net8ClientParts m_parts{Net8ClientParts::Make()}; ///< Those with attributes of their own.

    Ptr<Net8TdsPolicy> m_tds;             ///< How it speaks TDS; null: it speaks Oracle Net.
    uint32_t m_group{0};                  ///< Number of the group.
    ClientQuery m_query;                  ///< The statement; no lengths: the driver's.
    TransactionSettings m_transactions;   ///< What sessions run in its place.
    uint32_t m_sessionStep{1};            ///< From a client's session to its next one.
    Net8AddressWalk::Resolver m_resolver; ///< Looks hosts up.
    Ptr<UniformRandomVariable> m_choice{
        CreateObject<UniformRandomVariable>()}; ///< Order of addresses.
    SessionSettings m_settings;                 ///< What all sessions have in common.
    std::unique_ptr<Net8PoolUsers> m_users;     ///< Users of a pool; null: there is none.
    std::function<uint32_t()> m_numbers;        ///< Numbers of its sessions.
    uint32_t m_opened{0};                       ///< Without these, how many there were.
    bool m_poolClosed{false};                   ///< That was told.
    std::vector<Arrival> m_arrivals;            ///< Clients, in order of their start.
    std::size_t m_nextArrival{0};               ///< Next of them.
    EventId m_arrival;                          ///< Its start.
    std::map<uint32_t, Running> m_sessions;     ///< Sessions that are not over.
    std::map<uint32_t, EventId> m_pauses;       ///< Sessions that will follow.
    uint32_t m_downs{0};                        ///< Calls of Shutdown without a Startup.
    bool m_gone{false};                         ///< The host does not come back.
    bool m_hangs{false};                        ///< The host hangs.
    std::vector<std::pair<uint32_t, uint32_t>>
        m_held; ///< Number and cycle of sessions that wait for the host.
    std::vector<std::unique_ptr<Net8Session>> m_lingering;    ///< Over, with bytes left to be sent.
    SessionCounters m_counters;                               ///< Errors of sessions that are over.
    SessionRecord m_last;                                     ///< Session that started last.
    Net8Session::State m_lastState{Net8Session::State::IDLE}; ///< Its last state.

    // TRACE SOURCES
    TracedCallback<const std::string&, const std::string&> m_stateTrace; ///< State transitions.
    TracedCallback<uint32_t, const Address&> m_connectingTrace;          ///< A SYN went out.
    TracedCallback<uint32_t, Ptr<Socket>> m_diallingTrace;               ///< With this socket.
    TracedCallback<const AttemptRecord&> m_attemptTrace;                 ///< An attempt is over.
    TracedCallback<const CallRecord&> m_callTrace;                       ///< A round trip is done.
    TracedCallback<const SessionRecord&> m_sessionTrace;                 ///< A session is over.
    TracedCallback<const RequestRecord&> m_requestTrace;                 ///< A request is over.
    TracedCallback<> m_poolTrace; ///< A pool is closed, and all its sessions are over.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_H */
