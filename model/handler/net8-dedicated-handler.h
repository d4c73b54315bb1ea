// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DEDICATED_HANDLER_H
#define NET8_DEDICATED_HANDLER_H

#include "net8-handler.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Dedicated servers: each session has its own process, which the listener forks and which ends with
 * the session. It takes the memory of a process and of a session.
 */
class Net8DedicatedHandler : public Net8Handler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    // Inherited
    std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) override;
    bool NeedsFork() const override;
    RegisteredHandler GetRegistration() const override;
};

} // namespace ns3::net8

#endif /* NET8_DEDICATED_HANDLER_H */
