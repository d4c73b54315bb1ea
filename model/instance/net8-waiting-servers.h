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
    std::unique_ptr<Net8CallExecutor> executor{}; ///< Does its work, and holds its memory.
    std::string rejection{};                      ///< A limit that its session is told of, if any.
    bool forked{false};                           ///< It was forked for the session.

    /**
     * @return whether it counts for PROCESSES
     */
    bool Counts() const
    {
        return forked && rejection.empty();
    }
};

/**
 * @ingroup net8
 * Dedicated servers that a listener has started and that wait for its clients, each on a port of
 * its own.
 *
 * A process takes its time to be there, then it listens, and the listener sends the client to it.
 * One whose client does not come ends, and what it had is given back.
 */
class Net8WaitingServers
{
  public:
    /// What a process that waits does, and who is told.
    struct Terms
    {
        Ptr<Node> node;  ///< The host.
        TypeId protocol; ///< The socket factory.
        Time timeout;    ///< Until the client's CONNECT is there; 0: any time.
        std::function<void(uint16_t)> opened{}; ///< Called with its port; 0: it has none.
        /// Called when the CONNECT is there; who is called takes the connection.
        std::function<void(ServerProcess, const Ptr<Net8Greeting>&)> taken{};
    };

    /**
     * @param number number of a session
     * @param process the process that is to serve it
     * @param terms what it does
     */
    void Start(uint64_t number, ServerProcess process, const Terms& terms);

    /**
     * @return processes that wait and were forked
     */
    uint32_t GetForked() const;

    /**
     * @return what went wrong with connections to their ports; of those that were taken, nothing
     */
    const SessionCounters& GetCounters() const;

    /**
     * @param hangs whether the processes stand still
     */
    void SetHanging(bool hangs);

    /**
     * The processes are gone.
     */
    void Abort();

    /**
     * Forget all of it, and say nothing to anybody.
     */
    void Dispose();

  private:
    /// A process that waits.
    struct Waiting
    {
        ServerProcess process{};    ///< The process.
        Terms terms{};              ///< What it does.
        Ptr<Net8ServerPort> port{}; ///< Its port; nothing: it is not there yet.
    };

    /**
     * Let the process of a session do something, once it does not hang.
     *
     * @param step what it does
     */
    void Notice(std::function<void()> step);

    /**
     * The process of a session is there.
     *
     * @param number number of the session
     */
    void Open(uint64_t number);

    /**
     * The client of a session is there.
     *
     * @param number number of the session
     */
    void Take(uint64_t number);

    /**
     * A process ends: its client does not come, or has broken off.
     *
     * @param number number of its session
     */
    void End(uint64_t number);

    /**
     * @param number number of a session
     * @return its process, out of the table; nothing: there is none
     */
    std::optional<Waiting> Remove(uint64_t number);

    std::map<uint64_t, Waiting> m_waiting;     ///< Processes by the numbers of their sessions.
    uint32_t m_forked{0};                      ///< Those that count for PROCESSES.
    SessionCounters m_counters;                ///< What went wrong.
    std::vector<std::function<void()>> m_held; ///< What they do not notice yet.
    bool m_hangs{false};                       ///< They stand still.
};

} // namespace ns3::net8

#endif /* NET8_WAITING_SERVERS_H */
