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
 * 1. Run reads a call: ReadTime of CPU, in turn with all else that the dispatcher does.
 * 2. The call goes to the common queue of the shared servers, and one of them does it.
 * 3. The reply waits in the response queue of this dispatcher until it is written: WriteTime of
 * CPU. Then the callback is called.
 *
 * Reads and writes stand in one line, in the order in which they come up.
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
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param cpu the CPU of the host, or nothing: work takes its time, whatever else goes on
     */
    void SetCpu(Ptr<Net8HostCpu> cpu);

    /**
     * @param servers the servers that do the calls
     */
    void SetServers(Ptr<Net8SharedServers> servers);

    /**
     * @param wait time that the server waits, without CPU
     * @param work CPU time of the server after that
     * @param done called when the reply is written, never from inside this method
     * @return number of the call
     */
    CallId Run(Time wait, Time work, std::function<void()> done);

    /**
     * @param call a call, wherever it is
     * @return whether it was under way
     */
    bool Cancel(CallId call);

    /**
     * Forget all calls, as a dispatcher that ends does; no end is told.
     */
    void Clear();

    /**
     * @return calls under way: being read or written, waiting, or with a server
     */
    uint32_t GetCalls() const;

    /**
     * @return most sessions that it takes; 0: any number
     */
    uint32_t GetConnections() const;

    /**
     * @return the process itself, for its trace sources
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
        Time wait;                  ///< Time without CPU.
        Time work;                  ///< CPU time of the server.
        std::function<void()> done; ///< Whom to tell of its end.
        bool atServers{false};      ///< It is in the queue of the servers or with one of them.
        uint64_t place{0};          ///< Its number with the servers or the process.
    };

    /**
     * @param id number of a call that was read
     */
    void Forward(CallId id);

    /**
     * @param id number of a call that a server has done
     */
    void Reply(CallId id);

    /**
     * @param id number of a call whose reply is written
     */
    void Finish(CallId id);

    uint32_t m_connections{0};             ///< CONNECTIONS.
    Ptr<RandomVariableStream> m_readTime;  ///< CPU time of reading a call, s.
    Ptr<RandomVariableStream> m_writeTime; ///< CPU time of writing a reply, s.
    Ptr<Net8SerialProcess> m_process;      ///< The process.
    Ptr<Net8SharedServers> m_servers;      ///< Who does the calls.
    CallId m_lastCall{0};                  ///< Calls so far.
    std::map<CallId, Call> m_calls;        ///< Calls under way.
};

} // namespace ns3::net8

#endif /* NET8_DISPATCHER_H */
