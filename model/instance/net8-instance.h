// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_INSTANCE_H
#define NET8_INSTANCE_H

#include "net8-server-session.h"

#include "ns3/net8-handler-set.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <map>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A database instance: its release and what it offers, its handlers, its sessions.
 *
 * The listener hands sessions over. What the sessions take is taken from the host: from the
 * Net8HostCpu and the Net8HostMemory that are aggregated to its node, if there are.
 */
class Net8Instance : public Object
{
  public:
    /// Largest SduReserve: the smallest packet, a TDU of 255 bytes, keeps room for a message's
    /// start.
    static constexpr uint32_t SDU_RESERVE_MAX = 200;

    /// A yes or no that the release decides unless it is given.
    enum class Choice : uint8_t
    {
        DEFAULT, ///< As the release does.
        YES,     ///< Yes.
        NO       ///< No.
    };

    /// Where an instance registers beside the listener of its host and SCAN listeners.
    enum class RemoteListener : uint8_t
    {
        NONE, ///< Nowhere.
        ALL   ///< With the listeners of all other hosts.
    };

    /// How a listener knows of an instance.
    enum class Registration : uint8_t
    {
        DYNAMIC, ///< It registers itself, again and again.
        STATIC   ///< It stands in SID_LIST.
    };

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
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param resultSet the rows that every session's statement returns
     */
    void SetResultSet(Ptr<Net8ResultSet> resultSet);

    /**
     * @param factory attributes of a part of the handlers; see Net8HandlerSet
     */
    void SetFactory(const ObjectFactory& factory);

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
     * @param update called whenever the listener is to be brought up to date: once the instance is
     * open, and at the end of each registration interval in which sessions came or went
     */
    void OnUpdate(const std::function<void()>& update);

    /**
     * Bring listeners up to date at the end of the interval, whether sessions came or went or not.
     */
    void Announce();

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
     * @return true if it stands in SID_LIST
     */
    bool IsStatic() const;

    /**
     * @return whether it registers with the listeners of all hosts
     */
    bool RegistersEverywhere() const;

    /**
     * @return name of the instance, its SID
     */
    const std::string& GetName() const;

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
     * @param[out] out the release with the attributes applied
     * @return what is wrong with its name or its file
     */
    TextError ReadRelease(ReleaseProfile& out) const;

    /**
     * @return service or SID served; empty: any
     */
    const std::string& GetServiceName() const;

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
     * A session under way.
     */
    struct Entry
    {
        Ptr<Net8ServerSession> session; ///< It.
        Address from;                   ///< Where it comes from.
        Time begin;                     ///< When it was taken over.
        uint32_t handler{0};            ///< Number of its handler.
        bool rejected{false};           ///< It was told that a limit is reached.
        bool forked{false};             ///< A process was forked for it, which counts.
    };

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
     * Let the logon of a session fail.
     *
     * @param number number of the session
     * @param text error text of the limit that does not allow it
     */
    void Reject(uint64_t number, const std::string& text);

    /**
     * @return processes that count for PROCESSES
     */
    uint32_t GetProcesses() const;

    /**
     * @return what the attributes say, with the defaults of the release
     */
    Net8ServerSession::Setting MakeSetting() const;

    /**
     * A session came or went: listeners are to know of it at the end of the interval.
     */
    void ScheduleUpdate();

    /**
     * Bring listeners up to date, unless the instance hangs.
     */
    void Update();

    /**
     * @param number number of a session that is over
     */
    void HandleEnd(uint64_t number);

    /**
     * @param number number of a session
     * @param entry it
     * @return it, as its server sees it
     */
    static ServerRecord MakeRecord(uint64_t number, const Entry& entry);

    // ATTRIBUTES
    std::string m_release;                    ///< Oracle release.
    uint32_t m_sdu{0};                        ///< SDU, bytes; 0: of the release.
    uint32_t m_tdu{0};                        ///< TDU, bytes; 0: of the release.
    TduChoice m_tduRule{TduChoice::DEFAULT};  ///< Whether the TDU counts.
    PackRule m_pack{PackRule::BYTE};          ///< Where replies are cut.
    uint32_t m_sduReserve{0};                 ///< Bytes left free in each packet.
    Choice m_resend{Choice::DEFAULT};         ///< Whether to ask for the CONNECT again.
    bool m_verifier11g{false};                ///< Users have verifiers of 11g.
    bool m_nativeServices{true};              ///< Offers native services.
    bool m_disableOobAuto{false};             ///< Does not offer the out-of-band check.
    Platform m_platform{Platform::LINUX};     ///< Operating system.
    std::string m_characterSet;               ///< Character set of the database.
    std::string m_versionText;                ///< Text of the version reply; empty: the release's.
    std::string m_serviceName;                ///< Service served; empty: any.
    Time m_inboundConnectTimeout;             ///< Until the logon is complete; 0: none.
    Time m_expireTime;                        ///< Without a call until a probe; 0: none.
    Choice m_nsProbes{Choice::DEFAULT};       ///< Probes are packets of Oracle Net.
    Time m_sendTimeout;                       ///< Without a byte taken; 0: none.
    Time m_recvTimeout;                       ///< Without a call; 0: none.
    Ptr<RandomVariableStream> m_handoverTime; ///< Time until the first answer, s.
    Ptr<RandomVariableStream> m_execCpuTime;  ///< CPU to start a process, s.
    Ptr<RandomVariableStream> m_logonCpuTime; ///< CPU of an authentication, s.
    Ptr<RandomVariableStream> m_callCpuTime;  ///< CPU of a call, s.
    Ptr<RandomVariableStream> m_callTime;     ///< Time of a call without CPU, s.
    Ptr<RandomVariableStream> m_rowTime;      ///< Time of a row, s.
    Ptr<RandomVariableStream> m_packetTime;   ///< Time of a TNS packet, s.
    uint64_t m_processMemory{0};              ///< Memory of a process, bytes.
    uint64_t m_sessionMemory{0};              ///< Memory of a session, bytes.
    std::string m_instanceName;               ///< Its SID.
    uint32_t m_processes{0};                  ///< PROCESSES; 0: any number.
    uint32_t m_sessionLimit{0};               ///< SESSIONS; 0: any number.
    std::string m_kinds;                      ///< Kinds of handlers.
    uint32_t m_dispatchers{1};                ///< Dispatchers.
    uint32_t m_brokers{1};                    ///< NUM_CBROK.
    Registration m_registration{Registration::DYNAMIC};  ///< How listeners know of it.
    Time m_registrationInterval;                         ///< Between two updates.
    InstanceState m_instanceState{InstanceState::READY}; ///< Whether it takes connections.
    RemoteListener m_remoteListener{};                   ///< Where it registers, too.
    BalanceGoal m_balanceGoal{};                         ///< By what listeners choose.
    double m_goodness{0};                                ///< How badly it does.
    double m_goodnessDelta{0};                           ///< What a session adds to that.

    Ptr<Net8ResultSet> m_resultSet;               ///< Rows of the statement.
    Net8ServerSession::Setting m_setting;         ///< What all sessions get.
    Net8HandlerSet m_handlers;                    ///< What serves them.
    bool m_made{false};                           ///< The handlers are made.
    std::vector<uint32_t> m_handlerSessions;      ///< Sessions of each of them.
    uint32_t m_rejected{0};                       ///< Sessions under way that were told of a limit.
    uint32_t m_forked{0};                         ///< Processes of sessions that were not.
    Ptr<Node> m_node;                             ///< The host.
    std::string m_redirectAddress;                ///< ADDRESS of the listener of its host.
    std::vector<std::function<void()>> m_updates; ///< Bring listeners up to date.
    EventId m_update;                             ///< The next update.
    uint32_t m_downs{0};                          ///< Calls of Shutdown without a Startup.
    bool m_hangs{false};                          ///< They stand still.
    uint64_t m_started{0};                        ///< Sessions taken over.
    std::map<uint64_t, Entry> m_sessions;         ///< Sessions under way.
    std::map<uint32_t, uint64_t> m_rejections;    ///< Sessions told of a limit, by error number.
    uint64_t m_probes{0};                         ///< Probes of sessions that are over.
    SessionCounters m_counters;                   ///< Errors of sessions that are over.
    TracedValue<uint32_t> m_sessionCount{0};      ///< Sessions under way.

    // TRACE SOURCES
    TracedCallback<uint64_t, Time> m_startedTrace;            ///< A session was taken over.
    TracedCallback<uint64_t, Time> m_endedTrace;              ///< A session is over.
    TracedCallback<uint64_t, uint32_t, Time> m_rejectedTrace; ///< A session was told of a limit.
    TracedCallback<const ServerRecord&> m_recordTrace;        ///< Waits of a session that is over.
};

} // namespace ns3::net8

#endif /* NET8_INSTANCE_H */
