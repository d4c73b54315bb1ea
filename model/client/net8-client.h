// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_H
#define NET8_CLIENT_H

#include "net8-client-session.h"

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
 * SessionDone at its end, good or bad. What a session does is told with Net8ClientSession.
 * 3. A client with several Cycles waits for Pause and starts its next session.
 */
class Net8Client : public Application
{
  public:
    /**
     * How many rows the calls of a query ask for: the values of FetchHabit, behind the driver's
     * own.
     */
    enum class FetchChoice : uint8_t
    {
        DEFAULT,      ///< As the driver does.
        ARRAY,        ///< FetchHabit::ARRAY.
        SHORT_SECOND, ///< FetchHabit::SHORT_SECOND.
        GROWING,      ///< FetchHabit::GROWING.
        ROUNDED       ///< FetchHabit::ROUNDED.
    };

    /**
     * IP version whose addresses are tried first.
     */
    enum class PreferIp : uint8_t
    {
        V6, ///< IPv6.
        V4  ///< IPv4.
    };

    /**
     * SERVER of the connect data.
     */
    enum class ServerChoice : uint8_t
    {
        ANY,       ///< Not given: the listener chooses.
        DEDICATED, ///< A server process of its own.
        SHARED,    ///< A dispatcher.
        POOLED     ///< A connection broker.
    };

    /**
     * POOL_PURITY of the connect data.
     */
    enum class PurityChoice : uint8_t
    {
        ANY,  ///< Not given.
        SELF, ///< A session that others have used will do.
        NEW   ///< It will not.
    };

    /**
     * Whether the end of the data comes with the last row.
     */
    enum class LookAheadChoice : uint8_t
    {
        DEFAULT, ///< As the driver does.
        NO,      ///< A full last array is followed by an empty one.
        YES      ///< It is not.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Client();
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
     * @param execute TTC bytes of the execute request; 0: the driver's with a statement of 21
     * characters
     * @param parse TTC bytes of the parse request, which releases up to 9.2 send before it
     */
    void SetRequestLength(uint32_t execute, uint32_t parse);

    /**
     * @param lobs bytes of the value of each LOB column
     * @param columns number of columns
     * @param locator bytes of a LOB locator
     */
    void SetLobs(const std::vector<uint32_t>& lobs, uint32_t columns, uint32_t locator);

    /**
     * @param resolver looks the hosts of descriptors and REDIRECTs up, the empty one for Remote;
     * without one, hosts are IP addresses
     */
    void SetResolver(Net8AddressWalk::Resolver resolver);

    /**
     * @param[out] out the driver with the attributes applied
     * @return what is wrong with its name, its release or its file
     */
    TextError ReadDriver(DriverProfile& out) const;

    /**
     * @param driver the driver
     * @return limits that hold where the descriptor says nothing
     */
    Net8AddressWalk::Limits GetLimits(const DriverProfile& driver) const;

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
    Net8ClientSession::State GetState() const;

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
        std::unique_ptr<Net8ClientSession> session; ///< The session.
        uint32_t cycle{1};                          ///< Which one of its client, from 1.
    };

    // SETTINGS

    /**
     * Put what the attributes say into the setting of the sessions.
     */
    void MakeSettings();

    /**
     * Read the descriptor, or make one of Remote.
     */
    void ReadDescriptor();

    /**
     * @param host a host of a descriptor; empty stands for Remote
     * @return its IP addresses in the order of RFC 6724: those that this host has no stack for come
     * last, and of the others those of PreferIp first
     */
    std::vector<Address> Resolve(const std::string& host) const;

    // SESSIONS

    /**
     * Start all clients whose time has come.
     */
    void StartDue();

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
    void HandleEnd(Net8ClientSession& session);

    /**
     * Give a session back that is over, and plan the next one of its client.
     *
     * @param number number of the session
     */
    void GiveBack(uint32_t number);

    /**
     * No further session starts.
     */
    void CancelEvents();

    /**
     * @param session a session
     * @return what it has come to
     */
    SessionRecord MakeRecord(const Net8ClientSession& session) const;

    // ATTRIBUTES
    TypeId m_protocol;                       ///< Socket factory.
    Address m_remote;                        ///< Address of the listener.
    std::string m_driverName;                ///< Driver.
    std::string m_release;                   ///< Release of the driver; empty: its default.
    uint32_t m_sdu{0};                       ///< SDU, bytes; 0: the driver's.
    uint32_t m_tdu{0};                       ///< TDU, bytes; 0: the driver's.
    TduChoice m_tduRule{TduChoice::DEFAULT}; ///< Whether the TDU counts.
    uint32_t m_arraySize{0};                 ///< Rows a fetch; 0: the driver's.
    int64_t m_prefetchRows{-1};              ///< Rows with the execute; -1: the driver's.
    std::string m_serviceName;               ///< Service asked for.
    ServerChoice m_server{};                 ///< SERVER asked for.
    std::string m_poolConnectionClass;       ///< POOL_CONNECTION_CLASS, or empty.
    PurityChoice m_poolPurity{};             ///< POOL_PURITY asked for.
    Platform m_platform{Platform::LINUX};    ///< Operating system.
    std::string m_userName;                  ///< Database user, or empty.
    std::string m_program;                   ///< Program, or empty.
    std::string m_machine;                   ///< Host name, or empty.
    std::string m_terminal;                  ///< Terminal, or empty.
    std::string m_osUser;                    ///< User of the operating system, or empty.
    std::string m_processId;                 ///< Process, or empty.
    uint32_t m_commits{0};                   ///< Commits before the logoff.
    std::string m_connectData;               ///< Connect data; empty: made from the service.
    bool m_disableOobAuto{false};            ///< Does not ask for the out-of-band check.
    AuthenticationService m_authentication{
        AuthenticationService::NONE};      ///< Who authenticates the user.
    uint32_t m_queries{0};                 ///< Number of queries.
    Ptr<RandomVariableStream> m_thinkTime; ///< Between two queries, s.
    Ptr<RandomVariableStream> m_callTime;  ///< After each reply of a query, s.
    Ptr<RandomVariableStream> m_rowTime;   ///< For each row received, s.
    Time m_transportConnectTimeout;        ///< Of the TCP connect; 0: the driver's.
    Time m_connectTimeout;                 ///< Up to the ACCEPT; 0: none.
    uint32_t m_retryCount{0};              ///< Further passes.
    Time m_retryDelay;                     ///< Between two passes; negative: the driver's.
    std::string m_descriptor;              ///< Connect descriptor; empty: Remote alone.
    ClientBehaviour m_behaviour{ClientBehaviour::NORMAL}; ///< What it does once TCP is up.
    uint32_t m_cycles{1};                                 ///< Sessions of each client.
    Ptr<RandomVariableStream> m_pause;                    ///< Between two of them, s.
    Time m_packetTime;                                    ///< Work for each TNS packet.
    Time m_byteTime;                                      ///< Work for each byte.
    bool m_readAhead{true};                               ///< Replies are read as they come.
    NamingMethod m_naming{NamingMethod::NONE};            ///< How the alias is found.
    uint32_t m_namingEntries{1};                          ///< Entries of tnsnames.ora.
    Time m_entryTime;                                     ///< To read one of them.
    Time m_lookupTime;                                    ///< Of a name or directory server.
    Address m_nameServer;                                 ///< Where it is.
    Time m_recvTimeout;                                   ///< Without a byte of a reply; 0: none.
    Time m_sendTimeout;                                   ///< Without a byte taken; 0: none.
    bool m_keepAlive{false};                              ///< TCP looks after the server.
    Time m_expireTime;                                    ///< Silence until then; 0: never.
    Time m_callTimeout;                                   ///< Until a call is cancelled; 0: never.
    bool m_readLobs{true};                                ///< LOBs are read.
    uint32_t m_lobAmount{0};                   ///< Bytes of a LOB asked for in one call; 0: all.
    FetchChoice m_habit{FetchChoice::DEFAULT}; ///< Rows a call.
    LookAheadChoice m_lookAhead{LookAheadChoice::DEFAULT}; ///< End of data with the last row.
    uint32_t m_grownArraySize{0};                          ///< Rows a fetch once they grew.
    uint32_t m_prefetchMemory{0}; ///< Room for prefetched rows, bytes; 0: any.
    bool m_wrongPassword{false};  ///< The server will not accept the password.
    PreferIp m_preferIp{};        ///< IP version that is tried first.

    uint32_t m_group{0};                  ///< Number of the group.
    uint32_t m_requestLength{0};          ///< TTC bytes of an execute request.
    uint32_t m_parseLength{0};            ///< TTC bytes of a parse request.
    std::vector<uint32_t> m_lobs;         ///< Bytes of the value of each LOB column.
    uint32_t m_columns{0};                ///< Number of columns.
    uint32_t m_lobLocator{0};             ///< Bytes of a LOB locator.
    uint32_t m_sessionStep{1};            ///< From a client's session to its next one.
    Net8AddressWalk::Resolver m_resolver; ///< Looks hosts up.
    Ptr<UniformRandomVariable> m_choice{
        CreateObject<UniformRandomVariable>()}; ///< Order of addresses.
    SessionSettings m_settings;                 ///< What all sessions have in common.
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
    std::vector<std::unique_ptr<Net8ClientSession>>
        m_lingering;            ///< Over, with bytes left to be sent.
    SessionCounters m_counters; ///< Errors of sessions that are over.
    SessionRecord m_last;       ///< Session that started last.
    Net8ClientSession::State m_lastState{Net8ClientSession::State::IDLE}; ///< Its last state.

    // TRACE SOURCES
    TracedCallback<const std::string&, const std::string&> m_stateTrace; ///< State transitions.
    TracedCallback<uint32_t, const Address&> m_connectingTrace;          ///< A SYN went out.
    TracedCallback<const AttemptRecord&> m_attemptTrace;                 ///< An attempt is over.
    TracedCallback<const CallRecord&> m_callTrace;                       ///< A round trip is done.
    TracedCallback<const SessionRecord&> m_sessionTrace;                 ///< A session is over.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_H */
