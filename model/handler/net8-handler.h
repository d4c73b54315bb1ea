// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_H
#define NET8_HANDLER_H

#include "net8-call-executor.h"

#include "ns3/net8-host-resources.h"
#include "ns3/net8-service-registration.h"
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
     * Fix the streams of times that are drawn; constants take none.
     *
     * @param stream first random stream to use
     * @return number of random streams used
     */
    virtual int64_t AssignStreams([[maybe_unused]] int64_t stream)
    {
        return 0;
    }

    /**
     * @param resources what processes and sessions take, from where
     */
    virtual void Open(const HostResources& resources);

    /**
     * @param request what a new session asks for
     * @return what does the work of that session, or nothing if no process or no memory is left
     * (ORA-12518)
     */
    virtual std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) = 0;

    /**
     * @return whether the listener forks for the next session
     */
    virtual bool NeedsFork() const = 0;

    /**
     * @return name, type and limit, as listeners are told
     */
    virtual RegisteredHandler GetRegistration() const = 0;

    /**
     * Let its own process, if it has one, stand still or go on.
     *
     * @param hangs whether it stands still
     */
    virtual void SetHanging([[maybe_unused]] bool hangs)
    {
    }

  protected:
    /**
     * @param name name of an account
     * @param bytes how much
     * @return whether the host had room for it
     */
    bool Reserve(const std::string& name, uint64_t bytes) const;

    /**
     * @param name name of an account
     * @param bytes how much is given back
     */
    void Release(const std::string& name, uint64_t bytes) const;

    HostResources m_resources; ///< What processes and sessions take.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_H */
