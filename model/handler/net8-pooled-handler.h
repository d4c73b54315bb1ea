// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOLED_HANDLER_H
#define NET8_POOLED_HANDLER_H

#include "net8-handler.h"
#include "net8-server-pool.h"

#include "ns3/net8-serial-process.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A connection broker of a resident pool (DRCP), as seen by a listener.
 *
 * The broker is one process. It holds the connections, has clients authenticated, and lends them
 * servers of the pool that all brokers share; see Net8PooledExecutor. A connection takes
 * ConnectionMemory. The broker itself never blocks: requests wait in the pool.
 */
class Net8PooledHandler : public Net8Handler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8PooledHandler();
    ~Net8PooledHandler() override;

    /**
     * Set the pool.
     *
     * @param number number of the broker, from 0
     * @param pool the pool
     */
    void SetPool(uint32_t number, Ptr<Net8ServerPool> pool);

    // Inherited
    int64_t AssignStreams(int64_t stream) override;
    void Open(const HostResources& resources) override;
    std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) override;
    bool NeedsFork() const override;
    RegisteredHandler GetRegistration() const override;
    void SetHanging(bool hangs) override;

  protected:
    void DoDispose() override;

  private:
    // ATTRIBUTES
    uint32_t m_connections{0};               ///< MAXCONN_CBROK.
    uint64_t m_connectionMemory{0};          ///< Memory per connection, bytes.
    bool m_enhancedPoll{true};               ///< Waiting takes no time that grows with connections.
    Ptr<RandomVariableStream> m_pollTime;    ///< CPU time of a poll for each connection, s.
    uint32_t m_watched{0};                   ///< Connections.
    Ptr<RandomVariableStream> m_acceptTime;  ///< CPU time to accept a connection, s.
    Ptr<RandomVariableStream> m_lendTime;    ///< CPU time to lend or take back a server, s.
    Ptr<RandomVariableStream> m_sessionTime; ///< CPU time of a server to make a session, s.

    uint32_t m_number{0};             ///< Number of the broker.
    Ptr<Net8SerialProcess> m_process; ///< The process of the broker.
    Ptr<Net8ServerPool> m_pool;       ///< The pool.
};

} // namespace ns3::net8

#endif /* NET8_POOLED_HANDLER_H */
