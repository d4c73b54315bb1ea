// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_H
#define NET8_HANDLER_H

#include "net8-call-executor.h"
#include "net8-service-registration.h"

#include "ns3/object.h"

#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A service handler: what an instance serves sessions with.
 */
class Net8Handler : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param request what a new session asks for
     * @return what does the work of that session, or nothing if no process or no memory is left
     * (ORA-12518)
     */
    virtual std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) = 0;

    /**
     * @return whether the listener forks for each session
     */
    virtual bool NeedsFork() const = 0;
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_H */
