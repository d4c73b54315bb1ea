// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOL_USERS_H
#define NET8_POOL_USERS_H

#include "net8-pool-policy.h"
#include "net8-request-record.h"
#include "net8-session-settings.h"

#include "ns3/event-id.h"
#include "ns3/net8-alarm.h"
#include "ns3/net8-cpu-task.h"
#include "ns3/net8-ip-address.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The users of an application on one host, and its pool of connections.
 *
 * 1. Each user makes as many requests as the work specifies, one after the other with think times
 * between; with one request each, their arrivals form an open stream.
 * 2. A request takes its turn on the line to the application plus UserDelay, then RequestCpuTime on
 * the host's cores, then a connection of the pool for one query or transaction, then its turn on
 * the line back plus UserDelay. It fails with the error of a statement, or with that of the pool.
 * 3. When all users have their answers, the pool is closed.
 */
class Net8PoolUsers : private ConnectionPool::Owner
{
  public:
    /// Access to the sessions of the host.
    struct Host
    {
        std::function<uint32_t()> open; ///< Opens a session and returns its number.
        std::function<Net8Session*(uint32_t)>
            find; ///< Finds a session that is not over, else null.
        std::function<void(const RequestRecord&)> requestDone; ///< Called when a request is over.
        std::function<void()> over;                            ///< Called when all users are done.
    };

    /**
     * @param policy the pool
     * @param settings settings common to all sessions of the host; they must outlive this object
     * @param group number of the group in records
     * @param host access to the sessions of the host
     */
    Net8PoolUsers(const Ptr<Net8PoolPolicy>& policy,
                  const SessionSettings& settings,
                  uint32_t group,
                  Host host);
    ~Net8PoolUsers() override;

    Net8PoolUsers(const Net8PoolUsers&) = delete;
    Net8PoolUsers& operator=(const Net8PoolUsers&) = delete;

    /**
     * Open the pool.
     *
     * @param users number of users that will come
     */
    void Start(std::size_t users);

    /**
     * Start a user.
     *
     * @param user number of the user in the group
     */
    void Begin(uint32_t user);

    /**
     * Note that a user will not come.
     */
    void Miss();

    /**
     * Handle a session that has become idle.
     *
     * @param session the session
     */
    void HandleRest(const Net8Session& session);

    /**
     * Handle the end of a session.
     *
     * @param session number of the session
     * @param error its Oracle error number, or 0
     */
    void HandleEnd(uint32_t session, uint32_t error);

    /**
     * Close connections that are known to be dead: the requests that have one fail, or fail over.
     *
     * @param host IP addresses of the host that they lead to
     * @return number of these connections
     */
    uint32_t Drop(const std::vector<IpAddress>& host);

    /**
     * Open connections again, in the place of those that were dropped.
     *
     * @param number how many
     * @return number of connections that were opened
     */
    uint32_t Replace(uint32_t number);

    /**
     * Cancel all events, because the host goes down for good or the simulation ends.
     */
    void Stop();

    /**
     * Stop or continue the process of the application.
     *
     * @param hangs whether it hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return whether all users have their answers
     */
    bool IsOver() const;

    /**
     * @return requests that are not over
     */
    std::vector<RequestRecord> GetOpenRequests() const;

  private:
    // Inherited
    uint32_t Open() override;
    void Ping(uint32_t connection) override;
    void Give(uint32_t connection, uint64_t request) override;
    void Close(uint32_t connection) override;
    void Refuse(uint64_t request, uint32_t error) override;

    /**
     * Start a request of a user.
     *
     * @param user number of the user in the group
     * @param number 0-based count of the user's requests
     */
    void Ask(uint32_t user, uint32_t number);

    /**
     * Handle the arrival of a request at the application.
     *
     * @param request number of the request
     */
    void Arrive(uint64_t request);

    /**
     * Ask the pool for a connection, after the application's work on the request.
     *
     * @param request number of the request
     */
    void AskPool(uint64_t request);

    /**
     * Send a message on the line.
     *
     * @param free when the direction of the line is free; updated
     * @param bytes size of the message
     * @return time from now until it has reached the other end
     */
    Time Send(Time& free, uint32_t bytes) const;

    /**
     * Handle the end of the database work of a request.
     *
     * @param request number of the request
     */
    void Finish(uint64_t request);

    /**
     * Handle the arrival of the answer at the user.
     *
     * @param request number of the request
     */
    void Answer(uint64_t request);

    /**
     * Note that a user has made its last request.
     */
    void Leave();

    /**
     * Call a method after a delay, or at once if there is none.
     *
     * @param wait the delay
     * @param next the method to call with the request
     * @param request number of the request
     */
    void After(Time wait, void (Net8PoolUsers::*next)(uint64_t), uint64_t request);

    /**
     * Set the alarm to the next deadline of the pool.
     */
    void Watch();

    const SessionSettings& m_settings;            ///< Settings common to all sessions.
    Ptr<RandomVariableStream> m_delay;            ///< Delay between user and application, s.
    uint32_t m_group;                             ///< Number of the group.
    Host m_host;                                  ///< Access to the sessions.
    ConnectionPool m_pool;                        ///< The pool.
    Net8Alarm m_alarm;                            ///< Rings at the next deadline of the pool.
    UserLine m_line;                              ///< Line between users and application.
    Time m_upFree;                                ///< When the line to the application is free.
    Time m_downFree;                              ///< When the line to the users is free.
    Ptr<RandomVariableStream> m_cpuTime;          ///< CPU time of a request, s; null: none.
    std::map<uint64_t, Net8CpuTask> m_tasks;      ///< Requests under work in the application.
    std::map<uint64_t, RequestRecord> m_requests; ///< Requests that are not over.
    std::map<uint32_t, uint64_t> m_working;       ///< Sessions, and the request each works for.
    std::map<uint64_t, EventId> m_events;         ///< Pending events, by a number of their own.
    std::vector<uint64_t> m_held;                 ///< Requests that arrived during a hang.
    uint64_t m_next{0};                           ///< Number of the next request.
    std::size_t m_users{0};                       ///< Users that are not done yet.
    bool m_hangs{false};                          ///< The application hangs.
    bool m_subscribes;                            ///< It acts on events of hosts.
    std::map<uint32_t, IpAddress> m_servers;      ///< Sessions, and the host each leads to, if so.
};

} // namespace ns3::net8

#endif /* NET8_POOL_USERS_H */
