// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOL_USERS_H
#define NET8_POOL_USERS_H

#include "net8-pool-policy.h"
#include "net8-request-record.h"
#include "net8-session-settings.h"

#include "ns3/event-id.h"
#include "ns3/net8-alarm.h"
#include "ns3/net8-cpu-task.h"

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
 * 1. Each user makes as many requests as the work says, one after the other with think times
 * between; with one request each, their arrivals are an open stream.
 * 2. A request takes its turn on the line to the application and UserDelay, RequestCpuTime of the
 * host's cores there, a connection of the pool, for one query or transaction, and its turn on the
 * line and UserDelay back. It fails with the error of a statement, or with that of the pool.
 * 3. When all users have their answers, the pool closes.
 */
class Net8PoolUsers : private ConnectionPool::Owner
{
  public:
    /// Who has the sessions.
    struct Host
    {
        std::function<uint32_t()> open;                        ///< Begin one; gives its number.
        std::function<Net8Session*(uint32_t)> find;            ///< One that is not over, or null.
        std::function<void(const RequestRecord&)> requestDone; ///< A request is over.
        std::function<void()> over;                            ///< All users are done.
    };

    /**
     * @param policy the pool
     * @param settings what all sessions of the host have in common; it must outlive this
     * @param group number of the group in records
     * @param host who has the sessions
     */
    Net8PoolUsers(const Ptr<Net8PoolPolicy>& policy,
                  const SessionSettings& settings,
                  uint32_t group,
                  Host host);
    ~Net8PoolUsers() override;

    Net8PoolUsers(const Net8PoolUsers&) = delete;
    Net8PoolUsers& operator=(const Net8PoolUsers&) = delete;

    /**
     * @param users how many there will be
     */
    void Start(std::size_t users);

    /**
     * A user comes.
     *
     * @param user number of the user in the group
     */
    void Begin(uint32_t user);

    /**
     * A user does not come.
     */
    void Miss();

    /**
     * @param session a session that has no work
     */
    void HandleRest(const Net8Session& session);

    /**
     * @param session number of a session that is over
     * @param error its Oracle error number, or 0
     */
    void HandleEnd(uint32_t session, uint32_t error);

    /**
     * The host goes down for good, or the simulation ends: no event comes any more.
     */
    void Stop();

    /**
     * The process of the application stands still, or goes on.
     *
     * @param hangs whether it stands still
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
     * A user asks.
     *
     * @param user number of the user in the group
     * @param number which of its requests this is, from 0
     */
    void Ask(uint32_t user, uint32_t number);

    /**
     * @param request a request that has come to the application
     */
    void Arrive(uint64_t request);

    /**
     * @param request a request that the application has worked on
     */
    void AskPool(uint64_t request);

    /**
     * @param free when a direction of the line is free, which moves
     * @param bytes bytes that are sent on it
     * @return time until they are with the other end
     */
    Time Send(Time& free, uint32_t bytes) const;

    /**
     * @param request a request that is answered
     */
    void Finish(uint64_t request);

    /**
     * @param request a request whose answer the user has
     */
    void Answer(uint64_t request);

    /**
     * A user has made its last request.
     */
    void Leave();

    /**
     * Let time pass, if there is any.
     *
     * @param wait how much
     * @param next what is called with the request then
     * @param request the request
     */
    void After(Time wait, void (Net8PoolUsers::*next)(uint64_t), uint64_t request);

    /**
     * Set the alarm to the next deadline of the pool.
     */
    void Watch();

    const SessionSettings& m_settings;            ///< What all sessions have in common.
    Ptr<RandomVariableStream> m_delay;            ///< Between user and application, s.
    uint32_t m_group;                             ///< Number of the group.
    Host m_host;                                  ///< Who has the sessions.
    ConnectionPool m_pool;                        ///< The pool.
    Net8Alarm m_alarm;                            ///< Its next deadline.
    UserLine m_line;                              ///< Between users and application.
    Time m_upFree;                                ///< When it is free towards the application.
    Time m_downFree;                              ///< When it is free towards users.
    Ptr<RandomVariableStream> m_cpuTime;          ///< CPU of a request, s; null: none.
    std::map<uint64_t, Net8CpuTask> m_tasks;      ///< Requests that are worked on.
    std::map<uint64_t, RequestRecord> m_requests; ///< Requests that are not over.
    std::map<uint32_t, uint64_t> m_working;       ///< Sessions and the requests they work for.
    std::map<uint64_t, EventId> m_events;         ///< What is to come, by a number of its own.
    std::vector<uint64_t> m_held;                 ///< Requests that came while it stood still.
    uint64_t m_next{0};                           ///< Number of the next request.
    std::size_t m_users{0};                       ///< Users that are not done.
    bool m_hangs{false};                          ///< It stands still.
};

} // namespace ns3::net8

#endif /* NET8_POOL_USERS_H */
