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
 * A session with a connection broker.
 *
 * 1. The broker takes the connection over: AcceptTime. It answers the round trips of the logon but
 * for the authentication, which one of the servers kept for that does.
 * 2. With the first call after the logon the broker asks the pool for a server: LendTime. The
 * request waits its turn there. Where the server has no session of the connection class, one is
 * made: SessionTime. From then on calls go to that server directly.
 * 3. The logoff gives the server back with its session, and so does a client that needs it no
 * more until its next call: LendTime again. A connection that breaks gives it back without.
 * 4. Who makes no call for MaxThinkTime loses server and connection. Time counts from when the
 * socket has taken a reply.
 *
 * A request that the pool refuses fails with ORA-24459.
 */
class Net8PooledExecutor : public Net8CallExecutor
{
  public:
    /// The broker, as its sessions need it.
    struct Broker
    {
        Ptr<Net8ServerPool> pool;       ///< The pool.
        Ptr<Net8SerialProcess> process; ///< The broker's process.
        Ptr<Net8HostCpu> cpu;           ///< The CPU of the host; nothing: plain time.
        /// CPU time to take a connection, s.
        Ptr<RandomVariableStream> acceptTime;
        /// CPU time to lend a server, and to take it back, s.
        Ptr<RandomVariableStream> lendTime;
        /// CPU time of a server to make a session, s.
        Ptr<RandomVariableStream> sessionTime;
    };

    /**
     * @param broker the broker
     * @param request what the session asked the listener for
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
     * The time without CPU of an authentication is over.
     */
    void Authenticate();

    /**
     * The broker's turn for this session has come: ask the pool for a server.
     */
    void Acquire();

    /**
     * @param lease the server that the pool gives
     */
    void HandleGranted(const Net8ServerPool::Lease& lease);

    /**
     * The pool has taken the server away.
     */
    void HandleLost();

    /**
     * Do what the call takes where it is done.
     */
    void DoWork();

    /**
     * The call is done.
     */
    void Finish();

    const Broker m_broker;                ///< The broker.
    const HandlerRequest m_request;       ///< What the session asked for.
    const std::function<void()> m_gone;   ///< Whom to tell of the end.
    Events m_events;                      ///< Whom to tell what becomes of it.
    Work m_work;                          ///< What the call under way takes.
    std::function<void()> m_done;         ///< Whom to tell of its end.
    Net8CpuTask m_task;                   ///< What of it is under way.
    Net8SerialProcess::JobId m_job{0};    ///< What the broker has to do, or the last of it.
    uint64_t m_authentication{0};         ///< The authentication, or the last one.
    Net8ServerPool::TicketId m_ticket{0}; ///< Request for a server; 0: none.
    uint64_t m_server{0};                 ///< The server; 0: none.
};

} // namespace ns3::net8

#endif /* NET8_POOLED_EXECUTOR_H */
