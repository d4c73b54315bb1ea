// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WAITING_SERVERS_H
#define NET8_WAITING_SERVERS_H

#include "net8-server-port.h"

#include "ns3/net8-call-executor.h"
#include "ns3/net8-session-counters.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A process that serves a session.
 */
struct ServerProcess
{
    std::unique_ptr<Net8CallExecutor> executor{}; ///< Does its work and holds its memory.
    std::string rejection{}; ///< Error for its session if a limit is reached; else empty.
    bool forked{false};      ///< It was forked for the session.

    /**
     * @return whether it counts towards PROCESSES
     */
    bool Counts() const
    {
        return forked && rejection.empty();
    }
};

/**
 * @ingroup net8
 * Dedicated servers that a listener has started and that wait for their clients, each on a port of
 * its own.
 *
 * A process takes some time to start, then it listens, and the listener redirects the client to it.
 * If the client does not come, the process ends and releases what it had.
 */
class Net8WaitingServers
{
  public:
    /// Settings of a waiting process.
    struct Terms
    {
        Ptr<Node> node;  ///< The host.
        TypeId protocol; ///< The socket factory.
        Time timeout;    ///< Limit until the client's CONNECT arrives; 0: none.
        std::function<void(uint16_t)> opened{}; ///< Called with its port; 0 if it has none.
        /// Called when the CONNECT has arrived; the callee takes over the connection.
        std::function<void(ServerProcess, const Ptr<Net8Greeting>&)> taken{};
    };

    /**
     * Start a process.
     *
     * @param number number of its session
     * @param process the process
     * @param terms its settings
     */
    void Start(uint64_t number, ServerProcess process, const Terms& terms);

    /**
     * @return waiting processes that were forked
     */
    uint32_t GetForked() const;

    /**
     * @return counts of errors on connections to their ports, except those that were taken over
     */
    const SessionCounters& GetCounters() const;

    /**
     * Make the processes hang or continue.
     *
     * @param hangs whether they hang
     */
    void SetHanging(bool hangs);

    /**
     * End all processes.
     */
    void Abort();

    /**
     * Drop everything without calling anybody.
     */
    void Dispose();

  private:
    /// A waiting process.
    struct Waiting
    {
        ServerProcess process{};    ///< The process.
        Terms terms{};              ///< Its settings.
        Ptr<Net8ServerPort> port{}; ///< Its port; null: not started yet.
    };

    /**
     * Do a step of a process, once it does not hang.
     *
     * @param step the step
     */
    void Notice(std::function<void()> step);

    /**
     * Open the port of a process that has started.
     *
     * @param number number of its session
     */
    void Open(uint64_t number);

    /**
     * Hand over a process whose client has connected.
     *
     * @param number number of its session
     */
    void Take(uint64_t number);

    /**
     * End a process whose client does not come or has broken off.
     *
     * @param number number of its session
     */
    void End(uint64_t number);

    /**
     * Remove a process from the table.
     *
     * @param number number of its session
     * @return the process; nothing: there is none
     */
    std::optional<Waiting> Remove(uint64_t number);

    std::map<uint64_t, Waiting> m_waiting;     ///< Processes, by number of their session.
    uint32_t m_forked{0};                      ///< Those that count towards PROCESSES.
    SessionCounters m_counters;                ///< Counts of errors.
    std::vector<std::function<void()>> m_held; ///< Steps held back during a hang.
    bool m_hangs{false};                       ///< They hang.
};

} // namespace ns3::net8

#endif /* NET8_WAITING_SERVERS_H */
