// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOLED_EXECUTOR_H
#define NET8_POOLED_EXECUTOR_H

#include "net8-handler.h"
#include "net8-server-pool.h"

#include "ns3/net8-cpu-task.h"
#include "ns3/net8-serial-process.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A session of a connection broker.
 *
 * 1. The broker takes the connection over, which takes AcceptTime. It answers the round trips of
 * the logon itself, except for the authentication, which is done by one of the servers reserved for
 * that.
 * 2. With the first call after the logon the broker asks the pool for a server, which takes
 * LendTime; the request waits in the pool's queue. If the server has no session of the connection
 * class, one is made, which takes SessionTime. From then on calls go directly to that server.
 * 3. The logoff returns the server together with its session, as does a client that needs no server
 * until its next call; that takes LendTime again. A connection that breaks returns the server
 * without the session.
 * 4. A client that makes no call for MaxThinkTime loses server and connection. The time counts from
 * when the socket has taken a reply.
 *
 * A request that the pool refuses fails with ORA-24459.
 */
class Net8PooledExecutor : public Net8CallExecutor
{
  public:
    /// The parts of a broker that its sessions use.
    struct Broker
    {
        Ptr<Net8ServerPool> pool;       ///< The pool.
        Ptr<Net8SerialProcess> process; ///< The broker's process.
        Ptr<Net8HostCpu> cpu;           ///< The CPU of the host; null: plain time.
        /// CPU time to accept a connection, s.
        Ptr<RandomVariableStream> acceptTime;
        /// CPU time to lend or take back a server, s.
        Ptr<RandomVariableStream> lendTime;
        /// CPU time of a server to make a session, s.
        Ptr<RandomVariableStream> sessionTime;
    };

    /**
     * @param broker the broker
     * @param request the session's request to the listener
     * @param gone called when the session is over
     */
    Net8PooledExecutor(Broker broker, const HandlerRequest& request, std::function<void()> gone);
    ~Net8PooledExecutor() override;

    // Inherited
    void Start(Events events) override;
    void Run(const Work& work, std::function<void()> done) override;
    void Cancel() override;
    void Idle() override;
    void Release() override;

  private:
    /**
     * Start the authentication, after its time without CPU.
     */
    void Authenticate();

    /**
     * Ask the pool for a server, when it is this session's turn at the broker.
     */
    void Acquire();

    /**
     * Use the server granted by the pool.
     *
     * @param lease the server
     */
    void HandleGranted(const Net8ServerPool::Lease& lease);

    /**
     * End the session, as the pool has taken the server away.
     */
    void HandleLost();

    /**
     * Do the work of the call where it belongs: at the broker or at the server.
     */
    void DoWork();

    /**
     * Finish the call.
     */
    void Finish();

    const Broker m_broker;                ///< The broker.
    const HandlerRequest m_request;       ///< What the session asked for.
    const std::function<void()> m_gone;   ///< Called at the end of the session.
    Events m_events;                      ///< Callbacks to the session.
    Work m_work;                          ///< Work of the call under way.
    std::function<void()> m_done;         ///< Called at the end of the call.
    Net8CpuTask m_task;                   ///< CPU work of the call under way.
    Net8SerialProcess::JobId m_job{0};    ///< Current or last job of the broker.
    uint64_t m_authentication{0};         ///< Current or last authentication.
    Net8ServerPool::TicketId m_ticket{0}; ///< Request for a server; 0: none.
    uint64_t m_server{0};                 ///< Number of the server; 0: none.
};

} // namespace ns3::net8

#endif /* NET8_POOLED_EXECUTOR_H */
