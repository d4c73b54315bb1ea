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
/// Memory of a session there, bytes.
constexpr uint64_t SESSION_BYTES = 400000;
/// Memory of a connection with a broker there, bytes.
constexpr uint64_t CONNECTION_BYTES = 35000;

/**
 * @ingroup net8-test
 * A factory by class: names may not be registered yet when the suite is made.
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
 * The handlers of an instance on a host that is nothing but memory.
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
     * @param connectionClass connection class asked for
     * @return what does the work of one more session; nothing: there is no room
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
     * @return the most bytes that it held
     */
    uint64_t GetPeak(const std::string& name) const;

  private:
    Ptr<Net8HostMemory> m_memory; ///< Memory of the host.
    Net8HandlerSet m_handlers;    ///< The handlers.
};

/**
 * @ingroup net8-test
 * Prespawned servers as a factory.
 *
 * @param size POOL_SIZE
 * @param most PRESPAWN_MAX
 * @return the factory
 */
ObjectFactory Prespawn(uint32_t size, uint32_t most);

/**
 * @ingroup net8-test
 * A fixed number of shared servers as a factory.
 *
 * @param servers how many
 * @return the factory
 */
ObjectFactory Shared(uint32_t servers);

/**
 * @ingroup net8-test
 * A resident pool of a fixed size as a factory; none of it is kept for authentication.
 *
 * @param servers MINSIZE and MAXSIZE
 * @param queueLimit most requests that wait
 * @return the factory
 */
ObjectFactory Pool(uint32_t servers, uint32_t queueLimit = 1000000);

/**
 * @ingroup net8-test
 * A broker that takes a connection over in 1 s, lends a server in 2 s, and servers that make a
 * session in 20 s, as a factory.
 *
 * @return the factory
 */
ObjectFactory SlowBroker();

} // namespace ns3::net8

#endif /* NET8_HANDLER_BENCH_H */
