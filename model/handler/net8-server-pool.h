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
 * 1. Of MaxSize servers a part, AuthenticationShare and at least one, is kept to authenticate
 * connections: Authenticate queues for one of them. The others are for sessions; MinSize counts
 * both kinds, and one server for sessions is always there.
 * 2. Acquire asks for a server with a session of a connection class. With purity SELF an idle one
 * that has such a session is given with it (a hit, no logon); else, and with purity NEW, the
 * session is to be made anew (a miss): in an idle server without a session, or in the one that is
 * idle for longest, whose session ends.
 * 3. With none idle the request waits, first come first served. As long as more requests wait than
 * servers are on their way, each new one has IncrSize more servers made, up to MaxSize and as far
 * as the gate of SetGate allows; each costs SpawnTime of work.
 * 4. Granted fires and the callback of the request is called, never from inside Acquire.
 * 5. While a client has a server, BeginCall and EndCall tell when it uses it. One that does not for
 * MaxThinkTime loses server and session; its callback for that is called.
 * 6. Release gives a server back, and the first request that waits gets it.
 * 7. An idle server beyond MinSize ends after InactivityTimeout.
 * 8. A session that was lent MaxUseSession times, or is older than MaxLifetimeSession, is not lent
 * again; its server stays.
 *
 * QueueLimit is the model's own: requests beyond it are refused, so that a pool without waiting can
 * be had. Not modelled: MAX_TXN_THINK_TIME, as no server knows of open transactions.
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
    /// What Acquire gives for a request that is refused.
    static constexpr TicketId REFUSED = 0;

    /**
     * Whether a session that others have used will do.
     */
    enum class Purity : uint8_t
    {
        NEW, ///< No.
        SELF ///< Yes, if it is of the same connection class.
    };

    /**
     * What a client gets.
     */
    struct Lease
    {
        uint64_t server{0}; ///< Number of the server.
        bool reused{false}; ///< It has a session of the class; none is to be made.
        Time waited;        ///< Time in the queue.
    };

    /**
     * What a client asks for.
     */
    struct Wish
    {
        std::string connectionClass;                 ///< User and connection class.
        Purity purity{Purity::SELF};                 ///< Whether a used session will do.
        std::function<void(const Lease&)> granted{}; ///< Called with the server.
        std::function<void()> lost{}; ///< Called when it is lost to MaxThinkTime; may be empty.
    };

    /**
     * What came of all requests, named as in V$CPOOL_STATS where it has them: requests = hits +
     * misses + cancelled + refused + waiting.
     */
    struct Counters
    {
        uint64_t requests{0};        ///< Requests made.
        uint64_t hits{0};            ///< Servers given with a session of the class.
        uint64_t misses{0};          ///< Servers given without one.
        uint64_t waits{0};           ///< Requests that had to wait.
        uint64_t cancelled{0};       ///< Requests given up, or forgotten by Clear, in the queue.
        uint64_t refused{0};         ///< Requests beyond QueueLimit.
        uint64_t thinkTimeouts{0};   ///< Servers taken back from clients.
        uint64_t recycled{0};        ///< Sessions that ended for their uses or their age.
        uint64_t authentications{0}; ///< Connections authenticated, or about to be.
        uint32_t longestQueue{0};    ///< Most requests waiting at any time.
        Time waitTime;               ///< Time in the queue of all requests that were granted.
        Net8ServerStock::Counters stock; ///< What came of the servers for sessions.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerPool();
    ~Net8ServerPool() override;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return what is wrong with the attributes, in one sentence; empty: nothing
     */
    std::string GetProblem() const;

    /**
     * @param cpu the CPU of the host, or nothing: work takes its time, whatever else goes on
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * @param gate asked before a server is made whether the host has room for one more process
     */
    void SetGate(std::function<bool()> gate);

    /**
     * Start the pool. The attributes must be right.
     */
    void Start();

    /**
     * @param work CPU time of the authentication
     * @param done called at its end
     * @return its number, for CancelAuthentication
     */
    uint64_t Authenticate(Time work, std::function<void()> done);

    /**
     * @param authentication number of an authentication that is given up
     * @return whether it was waiting or under way
     */
    bool CancelAuthentication(uint64_t authentication);

    /**
     * @param wish what is asked for
     * @return number of the request, or REFUSED
     */
    TicketId Acquire(Wish wish);

    /**
     * @param ticket a request that is given up before it was granted
     * @return whether it was not granted yet
     */
    bool Cancel(TicketId ticket);

    /**
     * @param server a server that its client uses for a call
     */
    void BeginCall(uint64_t server);

    /**
     * @param server a server whose call is over
     */
    void EndCall(uint64_t server);

    /**
     * @param server a server that is given back
     * @param keepSession whether its session stays for others
     * @return whether a client had it
     */
    bool Release(uint64_t server, bool keepSession = true);

    /**
     * Forget all requests and servers, as an instance that ends does; no end is told.
     */
    void Clear();

    /**
     * @return servers, for sessions and for authentication
     */
    uint32_t GetServers() const;

    /**
     * @return servers that clients have
     */
    uint32_t GetBusy() const;

    /**
     * @return servers for sessions that are idle
     */
    uint32_t GetFree() const;

    /**
     * @return servers kept for authentication
     */
    uint32_t GetAuthenticationServers() const;

    /**
     * @return requests in the queue
     */
    uint32_t GetWaiting() const;

    /**
     * @return what came of all requests
     */
    Counters GetCounters() const;

    /**
     * TracedCallback signature for a server that is given to a client.
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
        Wish wish;    ///< What is asked for.
        Time arrived; ///< When.
    };

    /**
     * A server that a client has.
     */
    struct Borrowed
    {
        Wish wish;          ///< What was asked for.
        TicketId ticket{0}; ///< By which request.
        Lease lease;        ///< What was given.
        Time made;          ///< When its session was made.
        uint64_t uses{1};   ///< How often that was lent.
        EventId event;      ///< The client is told; after that, the end of its think time.
    };

    /**
     * Lend idle servers to requests that wait.
     */
    void Serve();

    /**
     * @param connectionClass a connection class
     * @return an idle server with a session of it that may be lent once more, if there is one
     */
    std::optional<Net8ServerStock::Server> TakeSession(const std::string& connectionClass);

    /**
     * @param made when a session was made
     * @param uses how often it was lent
     * @return whether it may be lent once more
     */
    bool IsFresh(Time made, uint64_t uses) const;

    /**
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
     * @param server number of a server whose client is to be told of it
     */
    void Tell(uint64_t server);

    /**
     * @param server number of a server whose client thinks from now on
     */
    void StartThinking(uint64_t server);

    /**
     * @param server number of a server whose client thought for too long
     */
    void HandleThinkTimeout(uint64_t server);

    /**
     * Have servers made for requests that wait.
     */
    void Grow();

    /**
     * Bring the trace sources and the greatest numbers up to date.
     */
    void Count();

    // ATTRIBUTES
    uint32_t m_minimum{4};                 ///< MINSIZE.
    uint32_t m_maximum{40};                ///< MAXSIZE.
    uint32_t m_increment{2};               ///< INCRSIZE.
    uint32_t m_queueLimit{0};              ///< Most requests in the queue.
    double m_authenticationShare{0};       ///< Part of MaxSize kept for authentication.
    Time m_inactivityTimeout;              ///< INACTIVITY_TIMEOUT.
    Time m_maxThinkTime;                   ///< MAX_THINK_TIME.
    uint64_t m_maxUseSession{0};           ///< MAX_USE_SESSION.
    Time m_maxLifetimeSession;             ///< MAX_LIFETIME_SESSION.
    Ptr<RandomVariableStream> m_spawnTime; ///< CPU time of the creation of a server, s.

    Ptr<Net8HostCpu> m_cpu;                  ///< CPU of the host; nothing: plain time.
    std::function<bool()> m_gate;            ///< Whether the host has room for one more process.
    Ptr<Net8SharedServers> m_authentication; ///< Servers for authentication, and their queue.
    Net8ServerStock m_stock;                 ///< Servers for sessions.
    TicketId m_lastTicket{0};                ///< Requests so far.
    std::map<TicketId, Waiting> m_queue;     ///< Requests that wait.
    std::map<uint64_t, Borrowed> m_borrowed; ///< Servers that clients have.
    std::map<TicketId, uint64_t> m_untold;   ///< Servers whose clients are still to be told.
    Counters m_counters;                     ///< What came of all requests.

    // TRACE SOURCES
    TracedValue<uint32_t> m_servers{0};        ///< Servers.
    TracedValue<uint32_t> m_busy{0};           ///< Servers that clients have.
    TracedValue<uint32_t> m_free{0};           ///< Idle servers for sessions.
    TracedValue<uint32_t> m_waiting{0};        ///< Requests in the queue.
    TracedCallback<Time, bool> m_grantedTrace; ///< A server is given to a client.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_POOL_H */
