// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_SET_H
#define NET8_HANDLER_SET_H

#include "net8-handler-kinds.h"

#include "ns3/object-factory.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * All handlers of an instance, with the pools behind them.
 *
 * Make creates them from a list of kinds: *dedicated* or *prespawned*, one handler; *shared*, one
 * per dispatcher, in front of one Net8SharedServers; *pooled*, one per broker, in front of one
 * Net8ServerPool; and the kinds added by AddKind. The parts have the attributes of the factories
 * passed to SetFactory, or their defaults.
 */
class Net8HandlerSet
{
  public:
    Net8HandlerSet();
    ~Net8HandlerSet();
    Net8HandlerSet(const Net8HandlerSet&) = delete;
    Net8HandlerSet& operator=(const Net8HandlerSet&) = delete;

    /**
     * Set the attributes of one kind of part.
     *
     * @param factory factory of Net8SharedServers, Net8Dispatcher, Net8ServerPool,
     * Net8PooledHandler or Net8PrespawnPool
     */
    void SetFactory(const ObjectFactory& factory);

    /**
     * Add a kind of handler. Must be called before Make.
     *
     * @param kind its word, and how to make it
     */
    void AddKind(const HandlerWord& kind);

    /**
     * Make the handlers. May be called once.
     *
     * @param settings what to make
     * @return the error in the settings, in one sentence; empty if there is none
     */
    std::string Make(const HandlerSettings& settings);

    /**
     * Set the random streams of the times that are drawn, for the handlers and pools that were
     * made.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Start the pools. May be called once.
     *
     * @param resources what processes and sessions use
     */
    void Open(const HostResources& resources);

    /**
     * Start the pools again after Close, with their initial servers.
     */
    void Reopen();

    /**
     * @return the handlers; the first is the dedicated or prespawned one, if there is one
     */
    const std::vector<Ptr<Net8Handler>>& GetHandlers() const;

    /**
     * Admit a session.
     *
     * @param handler number of a handler
     * @param request what the session asks for
     * @return the executor of the session's work, or null if no process or no memory is left
     */
    std::unique_ptr<Net8CallExecutor> Admit(uint32_t handler, const HandlerRequest& request);

    /**
     * @param handler number of a handler
     * @return what is registered about it with listeners, except its sessions
     */
    RegisteredHandler GetRegistration(uint32_t handler) const;

    /**
     * @return number of processes: servers of the pools, dispatchers and brokers
     */
    uint32_t GetProcesses() const;

    /**
     * @tparam T a class of pools
     * @return the pool, or null if there is none
     */
    template <typename T>
    Ptr<T> GetPool() const
    {
        for (const auto& [word, kind] : m_made)
        {
            if (const auto pool = DynamicCast<T>(kind->GetPool()))
            {
                return pool;
            }
        }
        return nullptr;
    }

    /**
     * @return counters of the calls, requests and servers of the pools, by name; only those that
     * are not 0
     */
    std::map<std::string, uint64_t> GetCounters() const;

    /**
     * End the pools and release what their servers reserved.
     */
    void Close();

    /**
     * Close, and drop the handlers.
     */
    void Dispose();

  private:
    /**
     * Make the handlers of one kind.
     *
     * @param word word of the list
     * @param settings what to make
     * @return the error, in one sentence; empty if there is none
     */
    std::string MakeKind(const std::string& word, const HandlerSettings& settings);

    /**
     * @param word word of the list
     * @return whether its kind was made
     */
    bool Has(const std::string& word) const;

    /**
     * @param settings what to make
     * @return the error in the combination of the settings, in one sentence; empty if there is none
     */
    std::string GetProblem(const HandlerSettings& settings) const;

    /// A kind that was made.
    struct Made
    {
        std::string word;                      ///< Its word.
        std::unique_ptr<Net8HandlerKind> kind; ///< The kind.
    };

    Net8HandlerParts m_parts;                 ///< Makes the parts of handlers.
    std::vector<HandlerWord> m_words;         ///< Kinds that may be named.
    std::vector<Made> m_made;                 ///< Kinds made, in the order of m_words.
    std::vector<Made> m_disposed;             ///< Kept, as their pools may still lose a server.
    std::vector<Ptr<Net8Handler>> m_handlers; ///< The handlers.
    uint32_t m_processes{0};                  ///< Most sessions of dedicated servers.
    bool m_hasRoom{true};                     ///< There was room for the initial servers.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_SET_H */
