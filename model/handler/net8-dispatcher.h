// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DISPATCHER_H
#define NET8_DISPATCHER_H

#include "net8-shared-servers.h"

#include "ns3/net8-serial-process.h"
#include "ns3/random-variable-stream.h"

#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A dispatcher: the process in front of shared servers that reads the calls of many sessions and
 * writes the replies.
 *
 * 1. Run reads a call, which takes ReadTime of CPU and waits its turn behind the other work of the
 * dispatcher.
 * 2. The call enters the common queue of the shared servers, and one of them executes it.
 * 3. The reply waits in the response queue of this dispatcher until it is written, which takes
 * WriteTime of CPU. Then the callback is called.
 *
 * Reads and writes share one queue, first come first served.
 */
class Net8Dispatcher : public Object
{
  public:
    /// Number of a call, counted from 1 in the order of Run.
    using CallId = uint64_t;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Dispatcher();
    ~Net8Dispatcher() override;

    /**
     * Set the random streams of the times that are drawn.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Set the CPU that the process runs on.
     *
     * @param cpu the CPU of the host; null: work just takes its time
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * Set the servers that execute the calls.
     *
     * @param servers the servers
     */
    void SetServers(Ptr<Net8SharedServers> servers);

    /**
     * Note a session whose connection the dispatcher watches from now on.
     */
    void Watch();

    /**
     * Note the end of such a session.
     */
    void Unwatch();

    /**
     * Run a call.
     *
     * @param wait time that the server waits, without CPU
     * @param work CPU time of the server after that
     * @param done called when the reply is written, never from within this method
     * @return number of the call
     */
    CallId Run(Time wait, Time work, std::function<void()> done);

    /**
     * Cancel a call, at whatever stage.
     *
     * @param call number of the call
     * @return whether it was under way
     */
    bool Cancel(CallId call);

    /**
     * Drop all calls, as when the dispatcher ends; no callback is called.
     */
    void Clear();

    /**
     * @return calls under way: being read or written, waiting, or with a server
     */
    uint32_t GetCalls() const;

    /**
     * @return most sessions that it accepts; 0: no limit
     */
    uint32_t GetConnections() const;

    /**
     * @return the process, for its trace sources
     */
    Ptr<Net8SerialProcess> GetProcess() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * A call under way.
     */
    struct Call
    {
        Time wait;                  ///< Time of the server without CPU.
        Time work;                  ///< CPU time of the server.
        std::function<void()> done; ///< Called when the reply is written.
        bool atServers{false};      ///< Whether it is queued for or executed by a server.
        uint64_t place{0};          ///< Its number at the servers or at the process.
    };

    /**
     * Pass a call that was read to the servers.
     *
     * @param id number of the call
     */
    void Forward(CallId id);

    /**
     * Write the reply of a call that a server has executed.
     *
     * @param id number of the call
     */
    void Reply(CallId id);

    /**
     * Finish a call whose reply is written.
     *
     * @param id number of the call
     */
    void Finish(CallId id);

    uint32_t m_connections{0};             ///< CONNECTIONS.
    bool m_enhancedPoll{true};             ///< Waiting takes no time that grows with sessions.
    Ptr<RandomVariableStream> m_pollTime;  ///< CPU time of a poll for each session, s.
    uint32_t m_watched{0};                 ///< Sessions.
    Ptr<RandomVariableStream> m_readTime;  ///< CPU time to read a call, s.
    Ptr<RandomVariableStream> m_writeTime; ///< CPU time to write a reply, s.
    Ptr<Net8SerialProcess> m_process;      ///< The process.
    Ptr<Net8SharedServers> m_servers;      ///< The servers that execute the calls.
    CallId m_lastCall{0};                  ///< Calls so far.
    std::map<CallId, Call> m_calls;        ///< Calls under way.
};

} // namespace ns3::net8

#endif /* NET8_DISPATCHER_H */
