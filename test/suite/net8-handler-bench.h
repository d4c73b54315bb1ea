// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_BENCH_H
#define NET8_HANDLER_BENCH_H

#include "ns3/net8-handler-set.h"
#include "ns3/net8-host-memory.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/// Memory of a process in the documentation's example, bytes.
constexpr uint64_t PROCESS_BYTES = 4000000;
/// Memory of a session in that example, bytes.
constexpr uint64_t SESSION_BYTES = 400000;
/// Memory of a connection to a broker in that example, bytes.
constexpr uint64_t CONNECTION_BYTES = 35000;

/**
 * @ingroup net8-test
 * Make a factory by class, as names may not be registered yet when the suite is created.
 *
 * @tparam T a class
 * @tparam ARGUMENTS names and values
 * @param arguments names and values of attributes
 * @return the factory
 */
template <typename T, typename... ARGUMENTS>
ObjectFactory
MakeFactory(const ARGUMENTS&... arguments)
{
    ObjectFactory factory;
    factory.SetTypeId(T::GetTypeId());
    factory.Set(arguments...);
    return factory;
}

/**
 * @ingroup net8-test
 * The handlers of an instance on a host that has only memory.
 */
class HandlerBench
{
  public:
    /**
     * @param kinds kinds of handlers
     * @param factories attributes of their parts
     * @param limit memory of the host, bytes; 0: no limit
     */
    explicit HandlerBench(const std::string& kinds,
                          const std::vector<ObjectFactory>& factories = {},
                          uint64_t limit = 0);

    /**
     * @param connectionClass requested connection class
     * @return the executor of one more session; null if there is no room
     */
    std::unique_ptr<Net8CallExecutor> Admit(const std::string& connectionClass = "")
    {
        return m_handlers.Admit(0, {.connectionClass = connectionClass});
    }

    /**
     * @return the handlers
     */
    Net8HandlerSet& Get()
    {
        return m_handlers;
    }

    /**
     * @return bytes reserved now
     */
    uint64_t GetUsed() const
    {
        return m_memory->GetUsed();
    }

    /**
     * @param name name of an account
     * @return its peak, bytes
     */
    uint64_t GetPeak(const std::string& name) const;

  private:
    Ptr<Net8HostMemory> m_memory; ///< Memory of the host.
    Net8HandlerSet m_handlers;    ///< The handlers.
};

/**
 * @ingroup net8-test
 * Make a factory of prespawned servers.
 *
 * @param size POOL_SIZE
 * @param most PRESPAWN_MAX
 * @return the factory
 */
ObjectFactory Prespawn(uint32_t size, uint32_t most);

/**
 * @ingroup net8-test
 * Make a factory of a fixed number of shared servers.
 *
 * @param servers number of servers
 * @return the factory
 */
ObjectFactory Shared(uint32_t servers);

/**
 * @ingroup net8-test
 * Make a factory of a resident pool of a fixed size, with no servers reserved for authentication.
 *
 * @param servers MINSIZE and MAXSIZE
 * @param queueLimit most waiting requests
 * @return the factory
 */
ObjectFactory Pool(uint32_t servers, uint32_t queueLimit = 1000000);

/**
 * @ingroup net8-test
 * Make a factory of a broker that accepts a connection in 1 s and lends a server in 2 s, with
 * servers that make a session in 20 s.
 *
 * @return the factory
 */
ObjectFactory SlowBroker();

} // namespace ns3::net8

#endif /* NET8_HANDLER_BENCH_H */
