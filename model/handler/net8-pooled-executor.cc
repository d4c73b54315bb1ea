// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pooled-executor.h"

#include "ns3/net8-random.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// Error of a call for which the pool has no server.
const std::string NO_SERVER_TEXT =
    "ORA-24459: OCISessionGet() timed out waiting for pool to create new connections";

} // namespace

Net8PooledExecutor::Net8PooledExecutor(Broker broker,
                                       const HandlerRequest& request,
                                       std::function<void()> gone)
    : m_broker(std::move(broker)),
      m_request(request),
      m_gone(std::move(gone))
{
}

Net8PooledExecutor::~Net8PooledExecutor()
{
    Cancel();
    if (m_server != 0)
    {
        m_broker.pool->Release(m_server, false);
    }
    m_gone();
}

void
Net8PooledExecutor::Start(Events events)
{
    m_events = std::move(events);
    m_job = m_broker.process->Submit(SumOfTimes(m_broker.acceptTime), m_events.ready);
}

void
Net8PooledExecutor::Run(const Work& work, std::function<void()> done)
{
    m_work = work;
    m_done = std::move(done);
    if (work.stage == Stage::AUTHENTICATION)
    {
        m_task.Start(nullptr, work.wait, [this] { Authenticate(); });
    }
    else if (work.stage == Stage::CALL && m_server == 0)
    {
        m_job = m_broker.process->Submit(SumOfTimes(m_broker.lendTime), [this] { Acquire(); });
    }
    else
    {
        m_broker.pool->BeginCall(m_server);
        DoWork();
    }
}

void
Net8PooledExecutor::Authenticate()
{
    m_authentication = m_broker.pool->Authenticate(m_work.cpu, [this] { Finish(); });
}

void
Net8PooledExecutor::Acquire()
{
    using Purity = Net8ServerPool::Purity;
    const auto ticket = m_broker.pool->Acquire(
        {.connectionClass = m_request.connectionClass,
         .purity = m_request.newSession ? Purity::NEW : Purity::SELF,
         .granted = [this](const Net8ServerPool::Lease& lease) { HandleGranted(lease); },
         .lost = [this] { HandleLost(); }});
    if (ticket != Net8ServerPool::REFUSED)
    {
        m_ticket = ticket;
        return;
    }
    m_done = nullptr;
    // The callback may end the session, and destroy this object.
    const auto refused = m_events.refused;
    refused(NO_SERVER_TEXT);
}

void
Net8PooledExecutor::HandleGranted(const Net8ServerPool::Lease& lease)
{
    m_ticket = 0;
    m_server = lease.server;
    m_broker.pool->BeginCall(m_server);
    const Time session = lease.reused ? Time() : SumOfTimes(m_broker.sessionTime);
    m_task.Start(m_broker.cpu, session, [this] { DoWork(); });
}

void
Net8PooledExecutor::HandleLost()
{
    m_server = 0;
    const auto lost = m_events.lost;
    lost();
}

void
Net8PooledExecutor::DoWork()
{
    m_task.Start(nullptr, m_work.wait, [this] {
        m_task.Start(m_broker.cpu, m_work.cpu, [this] { Finish(); });
    });
}

void
Net8PooledExecutor::Finish()
{
    if (m_work.stage == Stage::LOGOFF)
    {
        Release();
    }
    const auto done = std::exchange(m_done, nullptr);
    done();
}

void
Net8PooledExecutor::Release()
{
    if (m_server != 0)
    {
        // The session may be over before the broker gets to this.
        const auto giveBack = [pool = m_broker.pool, server = std::exchange(m_server, 0)] {
            pool->Release(server);
        };
        m_broker.process->Submit(SumOfTimes(m_broker.lendTime), giveBack);
    }
}

void
Net8PooledExecutor::Cancel()
{
    m_task.Cancel();
    m_broker.process->Cancel(m_job);
    m_broker.pool->CancelAuthentication(m_authentication);
    m_broker.pool->Cancel(m_ticket);
    m_ticket = 0;
    m_done = nullptr;
}

void
Net8PooledExecutor::Idle()
{
    m_broker.pool->EndCall(m_server);
}

} // namespace ns3::net8
