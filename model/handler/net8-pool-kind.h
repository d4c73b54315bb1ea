// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOL_KIND_H
#define NET8_POOL_KIND_H

#include "net8-handler-kind.h"

#include "ns3/net8-process-gate.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A kind of handlers with a pool of servers behind them.
 *
 * @tparam POOL class of the pool
 */
template <typename POOL>
class Net8PoolKind : public Net8HandlerKind
{
  public:
    int64_t AssignStreams(int64_t stream) override
    {
        return m_pool->AssignStreams(stream);
    }

    void Open(const HostResources& resources) override
    {
        m_gate.Configure({.memory = resources.memory,
                          .hasProcess = resources.hasProcess,
                          .processMemory = resources.processMemory,
                          .sessionMemory = HasSessions() ? resources.sessionMemory : 0});
        m_pool->SetCpu(resources.cpu);
        m_pool->SetGate([this] { return m_gate.Admit(); });
        m_pool->TraceConnectWithoutContext("Servers",
                                           MakeCallback(&Net8ProcessGate::HandleServers, &m_gate));
    }

    bool Start() override
    {
        m_pool->Start();
        return m_gate.Open(m_pool->GetServers());
    }

    void Clear() override
    {
        m_pool->Clear();
        m_gate.HandleServers(0, 0);
    }

    uint32_t GetServers() const override
    {
        return m_pool->GetServers();
    }

    Ptr<Object> GetPool() const override
    {
        return m_pool;
    }

  protected:
    /**
     * @return whether each of its servers has a session
     */
    virtual bool HasSessions() const
    {
        return false;
    }

    Ptr<POOL> m_pool;       ///< The pool; made by Make.
    Net8ProcessGate m_gate; ///< Admission of servers to the pool.
};

} // namespace ns3::net8

#endif /* NET8_POOL_KIND_H */
