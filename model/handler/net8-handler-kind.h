// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_KIND_H
#define NET8_HANDLER_KIND_H

#include "net8-handler-parts.h"
#include "net8-handler.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Settings of an instance for its handlers.
 */
struct HandlerSettings
{
    std::string kinds{"dedicated"}; ///< Kinds of handlers, separated by commas.
    uint32_t dispatchers{1};        ///< Number of dispatchers, with shared servers.
    uint32_t brokers{1};            ///< Number of brokers, with a resident pool.
    uint32_t processes{0};          ///< Most sessions of dedicated servers; 0: no limit.
    bool isStatic{false};           ///< Listeners know the instance from SID_LIST.
};

/**
 * @ingroup net8
 * A kind of handler, as named by one word of Handlers: makes the handlers, and manages the pool of
 * servers behind them, if there is one. A kind without a pool only implements Make.
 */
class Net8HandlerKind
{
  public:
    virtual ~Net8HandlerKind() = default;

    /**
     * Make the handlers. Called once.
     *
     * @param settings settings of the instance
     * @param parts supplies the objects that handlers consist of
     * @return the handlers
     */
    virtual std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& settings,
                                               const Net8HandlerParts& parts) = 0;

    /**
     * @return the error in its attributes, in one sentence; empty if there is none
     */
    virtual std::string GetProblem() const
    {
        return "";
    }

    /**
     * Set the random streams of the times of its pool that are drawn; constants use none.
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
     * @param resources what the servers of its pool use
     */
    virtual void Open([[maybe_unused]] const HostResources& resources)
    {
    }

    /**
     * Start the servers of its pool. May be called again after Clear.
     *
     * @return whether there was room for them
     */
    virtual bool Start()
    {
        return true;
    }

    /**
     * End the servers of its pool and release what they reserved.
     */
    virtual void Clear()
    {
    }

    /**
     * @return number of servers in its pool
     */
    virtual uint32_t GetServers() const
    {
        return 0;
    }

    /**
     * @return its pool, or null
     */
    virtual Ptr<Object> GetPool() const
    {
        return nullptr;
    }

    /**
     * @return counters of calls, requests and servers, by name
     */
    virtual std::map<std::string, uint64_t> GetCounters() const
    {
        return {};
    }
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_KIND_H */
