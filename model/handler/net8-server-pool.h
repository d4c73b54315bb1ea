// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_POOL_H
#define NET8_SERVER_POOL_H

#include "net8-server-stock.h"
#include "net8-shared-servers.h"

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <limits>
#include <map>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A database resident connection pool (DRCP): servers with sessions that clients borrow.
 *
 * 1. Of the MaxSize servers a share, AuthenticationShare but at least one, is reserved for
 * authenticating connections: Authenticate queues for one of them. The others are for sessions.
 * MinSize counts both kinds, and there is always one server for sessions.
 * 2. Acquire asks for a server with a session of a connection class. With purity SELF an idle
 * server that has such a session is granted along with it (a hit, no logon). Otherwise, and with
 * purity NEW, the session has to be made (a miss): in an idle server without a session, or in the
 * one that has been idle longest, whose session ends.
 * 3. If no server is idle, the request waits, first come first served. While more requests wait
 * than servers are being created, each new request has IncrSize more servers created, up to MaxSize
 * and as far as the gate of SetGate allows; each costs SpawnTime of work.
 * 4. Granted fires and the callback of the request is called, never from within Acquire.
 * 5. While a client holds a server, BeginCall and EndCall mark when it uses it. A client that does
 * not use it for MaxThinkTime loses server and session, and its callback for that is called.
 * 6. Release returns a server, and the first waiting request gets it.
 * 7. An idle server beyond MinSize ends after InactivityTimeout.
 * 8. A session that was lent MaxUseSession times, or is older than MaxLifetimeSession, is not lent
 * again; its server stays.
 *
 * QueueLimit is an addition of this model: requests beyond it are refused, which allows a pool
 * without waiting. Not modelled: MAX_TXN_THINK_TIME, as no server knows of open transactions.
 *
 * Sources: PL/SQL Packages and Types Reference 11.1 to 19c, DBMS_CONNECTION_POOL; Database
 * Reference, V$CPOOL_STATS, for the counters; the order in step 2 beyond the hit is general
 * knowledge.
 */
class Net8ServerPool : public Object
{
  public:
    /// Number of a request, counted from 1 in the order of Acquire.
    using TicketId = uint64_t;
    /// Returned by Acquire for a request that is refused.
    static constexpr TicketId REFUSED = 0;

    /**
     * Whether a session that other clients have used is acceptable.
     */
    enum class Purity : uint8_t
    {
        NEW, ///< No.
        SELF ///< Yes, if it is of the same connection class.
    };

    /**
     * What is granted to a client.
     */
    struct Lease
    {
        uint64_t server{0}; ///< Number of the server.
        bool reused{false}; ///< It has a session of the class, so none has to be made.
        Time waited;        ///< Time in the queue.
    };

    /**
     * What a client asks for.
     */
    struct Request
    {
        std::string connectionClass;                 ///< User and connection class.
        Purity purity{Purity::SELF};                 ///< Whether a used session is acceptable.
        std::function<void(const Lease&)> granted{}; ///< Called with the server.
        std::function<void()> lost{}; ///< Called if it is lost to MaxThinkTime; may be empty.
    };

    /**
     * Counts of requests, named as in V$CPOOL_STATS where that has them: requests = hits + misses +
     * cancelled + refused + waiting.
     */
    struct Counters
    {
        uint64_t requests{0};            ///< Requests made.
        uint64_t hits{0};                ///< Servers granted with a session of the class.
        uint64_t misses{0};              ///< Servers granted without one.
        uint64_t waits{0};               ///< Requests that had to wait.
        uint64_t cancelled{0};           ///< Requests cancelled, or dropped by Clear, in the queue.
        uint64_t refused{0};             ///< Requests beyond QueueLimit.
        uint64_t thinkTimeouts{0};       ///< Servers taken back from clients.
        uint64_t recycled{0};            ///< Sessions ended because of their uses or age.
        uint64_t authentications{0};     ///< Connections authenticated, or queued for it.
        uint32_t longestQueue{0};        ///< Most requests waiting at any time.
        Time waitTime;                   ///< Total time in the queue of all requests granted.
        Net8ServerStock::Counters stock; ///< Counts of the servers for sessions.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerPool();
    ~Net8ServerPool() override;

    /**
     * Set the random streams of the times that are drawn.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return the error in the attributes, in one sentence; empty if there is none
     */
    std::string GetProblem() const;

    /**
     * Set the CPU that servers are created on.
     *
     * @param cpu the CPU of the host; null: work just takes its time
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * Set the gate.
     *
     * @param gate returns whether the host has room for one more process; asked before a server is
     * created
     */
    void SetGate(std::function<bool()> gate);

    /**
     * Change MaxSize.
     *
     * @param most most servers from now on, with which the attributes must be valid
     */
    void SetMost(uint32_t most);

    /**
     * Start the pool. The attributes must be valid.
     */
    void Start();

    /**
     * Authenticate a connection.
     *
     * @param work CPU time of the authentication
     * @param done called at its end
     * @return its number, for CancelAuthentication
     */
    uint64_t Authenticate(Time work, std::function<void()> done);

    /**
     * Cancel an authentication.
     *
     * @param authentication number of the authentication
     * @return whether it was waiting or under way
     */
    bool CancelAuthentication(uint64_t authentication);

    /**
     * Ask for a server.
     *
     * @param request what is asked for
     * @return number of the request, or REFUSED
     */
    TicketId Acquire(Request request);

    /**
     * Cancel a request.
     *
     * @param ticket number of the request
     * @return true if it had not been granted yet
     */
    bool Cancel(TicketId ticket);

    /**
     * Note that a client begins a call.
     *
     * @param server number of its server
     */
    void BeginCall(uint64_t server);

    /**
     * Note that a call is over.
     *
     * @param server number of the server
     */
    void EndCall(uint64_t server);

    /**
     * Return a server to the pool.
     *
     * @param server number of the server
     * @param keepSession whether its session is kept for others
     * @return whether a client held it
     */
    bool Release(uint64_t server, bool keepSession = true);

    /**
     * Drop all requests and servers, as when the instance ends; no callback is called.
     */
    void Clear();

    /**
     * @return servers for sessions and for authentication
     */
    uint32_t GetServers() const;

    /**
     * @return servers held by clients
     */
    uint32_t GetBusy() const;

    /**
     * @return idle servers for sessions
     */
    uint32_t GetFree() const;

    /**
     * @return servers reserved for authentication
     */
    uint32_t GetAuthenticationServers() const;

    /**
     * @return requests in the queue
     */
    uint32_t GetWaiting() const;

    /**
     * @return the counts of requests
     */
    Counters GetCounters() const;

    /**
     * TracedCallback signature for a server that is granted to a client.
     *
     * @param [in] waited time in the queue
     * @param [in] reused whether it has a session of the class
     */
    typedef void (*GrantedTracedCallback)(Time waited, bool reused);

  protected:
    void DoDispose() override;

  private:
    /**
     * A request in the queue.
     */
    struct Waiting
    {
        Request request; ///< What is asked for.
        Time arrived;    ///< Time of arrival.
    };

    /**
     * A server held by a client.
     */
    struct Borrowed
    {
        Request request;    ///< What was asked for.
        TicketId ticket{0}; ///< Number of the request.
        Lease lease;        ///< What was granted.
        Time made;          ///< When its session was made.
        uint64_t uses{1};   ///< Number of times it was lent.
        EventId event;      ///< Call of granted; afterwards the think timeout.
    };

    /**
     * Grant idle servers to waiting requests.
     */
    void Serve();

    /**
     * Take an idle server with a session of a class.
     *
     * @param connectionClass a connection class
     * @return the server, if there is one whose session may be lent once more
     */
    std::optional<Net8ServerStock::Server> TakeSession(const std::string& connectionClass);

    /**
     * @param made when a session was made
     * @param uses number of times it was lent
     * @return whether it may be lent once more
     */
    bool IsFresh(Time made, uint64_t uses) const;

    /**
     * Grant a server.
     *
     * @param ticket number of a request
     * @param waiting the request
     * @param server the server it gets
     * @param reused whether it has a session of the class
     */
    void Grant(TicketId ticket,
               Waiting waiting,
               const Net8ServerStock::Server& server,
               bool reused);

    /**
     * Call the callback of the client that a server was granted to.
     *
     * @param server number of the server
     */
    void Tell(uint64_t server);

    /**
     * Start the think time of a server's client.
     *
     * @param server number of the server
     */
    void StartThinking(uint64_t server);

    /**
     * Take a server away from a client that was silent for too long.
     *
     * @param server number of the server
     */
    void HandleThinkTimeout(uint64_t server);

    /**
     * Create servers for waiting requests.
     */
    void Grow();

    /**
     * Update the trace sources and the maxima.
     */
    void Count();

    // ATTRIBUTES
    uint32_t m_minimum{4};                 ///< MINSIZE.
    uint32_t m_maximum{40};                ///< MAXSIZE.
    uint32_t m_increment{2};               ///< INCRSIZE.
    uint32_t m_queueLimit{0};              ///< Most requests in the queue.
    double m_authenticationShare{0};       ///< Share of MaxSize for authentication.
    Time m_inactivityTimeout;              ///< INACTIVITY_TIMEOUT.
    Time m_maxThinkTime;                   ///< MAX_THINK_TIME.
    uint64_t m_maxUseSession{0};           ///< MAX_USE_SESSION.
    Time m_maxLifetimeSession;             ///< MAX_LIFETIME_SESSION.
    Ptr<RandomVariableStream> m_spawnTime; ///< CPU time to create a server, s.

    Ptr<Net8HostCpu> m_cpu;                  ///< CPU of the host; null: plain time.
    std::function<bool()> m_gate;            ///< Whether the host has room for one more process.
    Ptr<Net8SharedServers> m_authentication; ///< Servers for authentication, and their queue.
    Net8ServerStock m_stock;                 ///< Servers for sessions.
    TicketId m_lastTicket{0};                ///< Requests so far.
    std::map<TicketId, Waiting> m_queue;     ///< Waiting requests.
    std::map<uint64_t, Borrowed> m_borrowed; ///< Servers held by clients.
    std::map<TicketId, uint64_t> m_untold;   ///< Servers granted, callback not called yet.
    Counters m_counters;                     ///< Counts of requests.

    // TRACE SOURCES
    TracedValue<uint32_t> m_servers{0};        ///< Number of servers.
    TracedValue<uint32_t> m_busy{0};           ///< Servers held by clients.
    TracedValue<uint32_t> m_free{0};           ///< Idle servers for sessions.
    TracedValue<uint32_t> m_waiting{0};        ///< Requests in the queue.
    TracedCallback<Time, bool> m_grantedTrace; ///< A server is granted to a client.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_POOL_H */
