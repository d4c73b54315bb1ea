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
 * A service handler: accepts sessions for an instance and supplies what does their work.
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
     * Set the random streams of the times that are drawn; constants use none.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    virtual int64_t AssignStreams([[maybe_unused]] int64_t stream)
    {
        return 0;
    }

    /**
     * Set the resources of the host.
     *
     * @param resources what processes and sessions use
     */
    virtual void Open(const HostResources& resources);

    /**
     * Admit a session.
     *
     * @param request what the session asks for
     * @return the executor of the session's work, or null if no process or no memory is left
     * (ORA-12518)
     */
    virtual std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) = 0;

    /**
     * @return whether the listener has to fork a process for the next session
     */
    virtual bool NeedsFork() const = 0;

    /**
     * @return name, type and limit, as registered with listeners
     */
    virtual RegisteredHandler GetRegistration() const = 0;

    /**
     * Make its own process, if it has one, hang or continue.
     *
     * @param hangs whether it hangs
     */
    virtual void SetHanging([[maybe_unused]] bool hangs)
    {
    }

  protected:
    /**
     * Reserve memory of the host.
     *
     * @param name name of an account
     * @param bytes number of bytes
     * @return whether there was room
     */
    bool Reserve(const std::string& name, uint64_t bytes) const;

    /**
     * Release memory of the host.
     *
     * @param name name of an account
     * @param bytes number of bytes
     */
    void Release(const std::string& name, uint64_t bytes) const;

    HostResources m_resources; ///< What processes and sessions use.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_H */
