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
 * Make makes them from a list of kinds: *dedicated* or *prespawned*, one handler; *shared*, one for
 * each dispatcher, in front of one Net8SharedServers; *pooled*, one for each broker, in front of
 * one Net8ServerPool; and those that AddKind was told of. Attributes of the parts are those of the
 * factories that SetFactory was given, else their defaults.
 */
class Net8HandlerSet
{
  public:
    Net8HandlerSet();
    ~Net8HandlerSet();
    Net8HandlerSet(const Net8HandlerSet&) = delete;
    Net8HandlerSet& operator=(const Net8HandlerSet&) = delete;

    /**
     * @param factory attributes of one kind of part: Net8SharedServers, Net8Dispatcher,
     * Net8ServerPool, Net8PooledHandler or Net8PrespawnPool
     */
    void SetFactory(const ObjectFactory& factory);

    /**
     * Know one more kind of handlers. Call it before Make.
     *
     * @param kind its word, and what that stands for
     */
    void AddKind(const HandlerWord& kind);

    /**
     * Make the handlers. May be called once.
     *
     * @param settings what is to be made
     * @return what is wrong with it, in one sentence; empty: nothing
     */
    std::string Make(const HandlerSettings& settings);

    /**
     * Fix the streams of times that are drawn, of the handlers and pools that were made.
     *
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

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
     * @tparam T a class of pools
     * @return the pool; nothing: there is none
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
     * @param word word of the list
     * @param settings what is to be made
     * @return what is wrong, in one sentence; empty: nothing
     */
    std::string MakeKind(const std::string& word, const HandlerSettings& settings);

    /**
     * @param word a word of the list
     * @return whether its kind was made
     */
    bool Has(const std::string& word) const;

    /**
     * @param settings what is to be made
     * @return what is wrong with all of it together, in one sentence; empty: nothing
     */
    std::string GetProblem(const HandlerSettings& settings) const;

    /// A kind that was made.
    struct Made
    {
        std::string word;                      ///< Its word.
        std::unique_ptr<Net8HandlerKind> kind; ///< The kind.
    };

    Net8HandlerParts m_parts;                 ///< What handlers are made of.
    std::vector<HandlerWord> m_words;         ///< Kinds that may be named.
    std::vector<Made> m_made;                 ///< Those that were, in the order of m_words.
    std::vector<Made> m_disposed;             ///< Their pools may still lose a server.
    std::vector<Ptr<Net8Handler>> m_handlers; ///< The handlers.
    uint32_t m_processes{0};                  ///< Most sessions of dedicated servers.
    bool m_hasRoom{true};                     ///< There was room for the servers of the start.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_SET_H */
