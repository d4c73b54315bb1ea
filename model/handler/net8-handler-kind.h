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
 * What an instance says of its handlers.
 */
struct HandlerSettings
{
    std::string kinds{"dedicated"}; ///< Kinds of handlers, with commas between them.
    uint32_t dispatchers{1};        ///< Dispatchers, where there are shared servers.
    uint32_t brokers{1};            ///< Brokers, where there is a resident pool.
    uint32_t processes{0};          ///< Most sessions of dedicated servers; 0: any number.
    bool isStatic{false};           ///< Listeners know the instance from SID_LIST.
};

/**
 * @ingroup net8
 * A kind of handlers, as one word of Handlers names it: makes them, and looks after the pool of
 * servers behind them, if there is one. Without a pool, Make is all that it has to know.
 */
class Net8HandlerKind
{
  public:
    virtual ~Net8HandlerKind() = default;

    /**
     * Make the handlers. Called once.
     *
     * @param settings what the instance says
     * @param parts what they are made of
     * @return the handlers
     */
    virtual std::vector<Ptr<Net8Handler>> Make(const HandlerSettings& settings,
                                               const Net8HandlerParts& parts) = 0;

    /**
     * @return what is wrong with its attributes, in one sentence; empty: nothing
     */
    virtual std::string GetProblem() const
    {
        return "";
    }

    /**
     * Fix the streams of times of its pool that are drawn; constants take none.
     *
     * @param stream first random stream to use
     * @return number of random streams used
     */
    virtual int64_t AssignStreams([[maybe_unused]] int64_t stream)
    {
        return 0;
    }

    /**
     * @param resources what the servers of its pool take, from where
     */
    virtual void Open([[maybe_unused]] const HostResources& resources)
    {
    }

    /**
     * Start the servers of its pool; again, after Clear.
     *
     * @return whether there was room for them
     */
    virtual bool Start()
    {
        return true;
    }

    /**
     * End the servers of its pool: what they had is given back.
     */
    virtual void Clear()
    {
    }

    /**
     * @return servers of its pool
     */
    virtual uint32_t GetServers() const
    {
        return 0;
    }

    /**
     * @return its pool, or nothing
     */
    virtual Ptr<Object> GetPool() const
    {
        return nullptr;
    }

    /**
     * @return what came of calls, requests and servers, by name
     */
    virtual std::map<std::string, uint64_t> GetCounters() const
    {
        return {};
    }
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_KIND_H */
