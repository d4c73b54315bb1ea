// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PRESPAWN_HANDLER_H
#define NET8_PRESPAWN_HANDLER_H

#include "net8-dedicated-handler.h"
#include "net8-prespawn-pool.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Prespawned dedicated servers: a session gets a process that already exists and that waits for the
 * next session afterwards. If none is idle, the listener forks one, as for a dedicated server.
 */
class Net8PrespawnHandler : public Net8DedicatedHandler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the pool of processes.
     *
     * @param pool the pool
     */
    void SetPool(Ptr<Net8PrespawnPool> pool);

    // Inherited
    std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) override;
    bool NeedsFork() const override;
    RegisteredHandler GetRegistration() const override;

  protected:
    void DoDispose() override;

  private:
    Ptr<Net8PrespawnPool> m_pool; ///< Pool of processes.
};

} // namespace ns3::net8

#endif /* NET8_PRESPAWN_HANDLER_H */
