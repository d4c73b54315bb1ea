// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_SET_H
#define NET8_HANDLER_SET_H

#include "net8-handler.h"
#include "net8-prespawn-pool.h"
#include "net8-server-pool.h"
#include "net8-shared-servers.h"

#include "ns3/net8-process-gate.h"
#include "ns3/object-factory.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * All handlers of an instance, with the pools behind them.
 *
 * Make makes them from a list of kinds: *dedicated* or *prespawned*, one handler; *shared*, one for
 * each dispatcher, in front of one Net8SharedServers; *pooled*, one for each broker, in front of
 * one Net8ServerPool. Attributes of the parts are those of the factories that SetFactory was given,
 * else their defaults.
 */
class Net8HandlerSet
{
  public:
    /**
     * What is to be made.
     */
    struct Setting
    {
        std::string kinds{"dedicated"}; ///< Kinds of handlers, with commas between them.
        uint32_t dispatchers{1};        ///< Dispatchers, where there are shared servers.
        uint32_t brokers{1};            ///< Brokers, where there is a resident pool.
        uint32_t processes{0};          ///< Most sessions of dedicated servers; 0: any number.
        bool isStatic{false};           ///< Listeners know the instance from SID_LIST.
    };

    Net8HandlerSet() = default;
    ~Net8HandlerSet();
    Net8HandlerSet(const Net8HandlerSet&) = delete;
    Net8HandlerSet& operator=(const Net8HandlerSet&) = delete;

    /**
     * @param factory attributes of one kind of part: Net8SharedServers, Net8Dispatcher,
     * Net8ServerPool, Net8PooledHandler or Net8PrespawnPool
     */
    void SetFactory(const ObjectFactory& factory);

    /**
     * Make the handlers. May be called once.
     *
     * @param setting what is to be made
     * @return what is wrong with it, in one sentence; empty: nothing
     */
    std::string Make(const Setting& setting);

    /**
     * Start the pools. May be called once.
     *
     * @param resources what processes and sessions take, from where
     */
    void Open(const HostResources& resources);

    /**
     * Start the pools again after Close, with the servers that they have at the start.
     */
    void Reopen();

    /**
     * @return the handlers; a dedicated or prespawned one is the first
     */
    const std::vector<Ptr<Net8Handler>>& GetHandlers() const;

    /**
     * @param handler number of a handler
     * @param request what a new session asks for
     * @return what does the work of that session, or nothing if no process or no memory is left
     */
    std::unique_ptr<Net8CallExecutor> Admit(uint32_t handler, const HandlerRequest& request);

    /**
     * @param handler number of a handler
     * @return what listeners are told of it, without its sessions
     */
    RegisteredHandler GetRegistration(uint32_t handler) const;

    /**
     * @return servers of the pools, dispatchers and brokers
     */
    uint32_t GetProcesses() const;

    /**
     * @return the shared servers; nothing: there are none
     */
    Ptr<Net8SharedServers> GetSharedServers() const;

    /**
     * @return the resident pool; nothing: there is none
     */
    Ptr<Net8ServerPool> GetServerPool() const;

    /**
     * @return the prespawned servers; nothing: there are none
     */
    Ptr<Net8PrespawnPool> GetPrespawnPool() const;

    /**
     * @return what came of the calls, requests and servers of the pools, by name; those not 0
     */
    std::map<std::string, uint64_t> GetCounters() const;

    /**
     * End the pools: what their servers had is given back.
     */
    void Close();

    /**
     * Close, and forget the handlers.
     */
    void Dispose();

  private:
    /**
     * @tparam T a kind of part
     * @return one, made as its factory says
     */
    template <typename T>
    Ptr<T> Create() const;

    /**
     * @tparam T a kind of pool
     * @param servers a pool, or nothing
     * @param gate what stands before its servers
     * @param resources what they take, from where
     * @param sessionMemory memory of the session of each of them, bytes; 0: they have none
     */
    template <typename T>
    static void Connect(const Ptr<T>& servers,
                        Net8ProcessGate& gate,
                        const HostResources& resources,
                        uint64_t sessionMemory);

    /**
     * @param kind word of the list
     * @param setting what is to be made
     * @return what is wrong, in one sentence; empty: nothing
     */
    std::string MakeKind(const std::string& kind, const Setting& setting);

    /**
     * @param setting what is to be made
     * @return what is wrong with all of it together, in one sentence; empty: nothing
     */
    std::string GetProblem(const Setting& setting) const;

    std::map<TypeId, ObjectFactory> m_factories; ///< Attributes of parts.
    std::vector<Ptr<Net8Handler>> m_handlers;    ///< The handlers.
    uint32_t m_processes{0};                     ///< Most sessions of dedicated servers.
    bool m_dedicated{false};                     ///< The list names dedicated ones.
    Ptr<Net8SharedServers> m_shared;             ///< Shared servers.
    Ptr<Net8ServerPool> m_pool;                  ///< Resident pool.
    Ptr<Net8PrespawnPool> m_prespawn;            ///< Prespawned servers.
    Net8ProcessGate m_sharedGate;                ///< Stands before shared servers.
    Net8ProcessGate m_poolGate;                  ///< Stands before the resident pool.
    Net8ProcessGate m_prespawnGate;              ///< Stands before prespawned servers.
    bool m_hasRoom{true};                        ///< There was room for the servers of the start.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_SET_H */
