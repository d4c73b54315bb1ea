// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOL_POLICY_H
#define NET8_POOL_POLICY_H

#include "ns3/data-rate.h"
#include "ns3/net8-connection-pool.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The line between users and an application. Each direction sends one message at a time; later ones
 * wait.
 */
struct UserLine
{
    double bytesPerSecond{0}; ///< Rate of each direction; 0: sending takes no time.
    uint32_t request{0};      ///< Bytes of a request.
    uint32_t reply{0};        ///< Bytes of an answer.
};

/**
 * @ingroup net8
 * The pool of connections that an application keeps on each of its hosts, with the terms of
 * python-oracledb, and the users in front of it.
 */
class Net8PoolPolicy : public Object
{
  public:
    /// Oracle Notification Service, to which a pool with FAN subscribes when it starts.
    enum class Ons : uint8_t
    {
        OFF,        ///< FAN is off.
        REACHABLE,  ///< It runs on the database hosts.
        UNREACHABLE ///< Nobody answers.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8PoolPolicy();
    ~Net8PoolPolicy() override;

    /**
     * @return whether there is a pool
     */
    bool IsOn() const;

    /**
     * @return the pool settings made by the attributes
     */
    ConnectionPool::Settings Get() const;

    /**
     * @return time without an answer to its ping after which a connection is given up; 0: never
     */
    Time GetPingTimeout() const;

    /**
     * @return whether there is a pool that acts on events
     */
    bool Subscribes() const;

    /**
     * @return how long the application waits for ONS at most before its pool opens connections
     */
    Time GetStartWait() const;

    /**
     * @return one-way delay of a request, and of its answer, between user and application, s
     */
    Ptr<RandomVariableStream> GetUserDelay() const;

    /**
     * @return CPU time of a request in the application, s; null: none
     */
    Ptr<RandomVariableStream> GetRequestCpuTime() const;

    /**
     * @return the line between users and the application on each host
     */
    UserLine GetUserLine() const;

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used; 0 without a pool
     */
    int64_t AssignStreams(int64_t stream);

  private:
    ConnectionPool::Settings m_settings{.max = 0}; ///< Settings of the pool, except its times.
    Ons m_ons{Ons::OFF};                           ///< Where its notifications of events come from.
    Time m_onsTimeout;                             ///< Wait for ONS.
    Time m_waitTimeout;                            ///< Longest wait with TIMEDWAIT.
    Time m_timeout;                                ///< Longest idle time; 0: no limit.
    Time m_pingInterval;                           ///< Idle time after which a ping is due.
    Time m_pingTimeout;                            ///< Limit of that ping; 0: none.
    Ptr<RandomVariableStream> m_userDelay;         ///< Delay between user and application, s.
    Ptr<RandomVariableStream> m_requestCpuTime;    ///< CPU time of a request, s.
    DataRate m_userRate;                           ///< Rate of the line to users; 0: unlimited.
    uint32_t m_userRequestBytes{0};                ///< Bytes of a request on it.
    uint32_t m_userReplyBytes{0};                  ///< Bytes of an answer on it.
};

} // namespace ns3::net8

#endif /* NET8_POOL_POLICY_H */
