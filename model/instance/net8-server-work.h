// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_WORK_H
#define NET8_SERVER_WORK_H

#include "net8-server-session.h"

#include "ns3/net8-host-resources.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What sessions of an instance take: CPU time, time without CPU, memory.
 */
class Net8ServerWork : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerWork();
    ~Net8ServerWork() override;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Fill in what calls, rows and packets take.
     *
     * @param[out] settings what all sessions get
     */
    void Fill(Net8ServerSession::Settings& settings) const;

    /**
     * @param[out] resources what processes and sessions take
     */
    void Fill(HostResources& resources) const;

  protected:
    void DoDispose() override;

  private:
    Ptr<RandomVariableStream> m_handoverTime; ///< Time until the first answer, s.
    Ptr<RandomVariableStream> m_callTime;     ///< Time of a call without CPU, s.
    Ptr<RandomVariableStream> m_rowTime;      ///< Time of a row, s.
    Ptr<RandomVariableStream> m_packetTime;   ///< Time of a TNS packet, s.
    Ptr<RandomVariableStream> m_execCpuTime;  ///< CPU to start a process, s.
    Ptr<RandomVariableStream> m_logonCpuTime; ///< CPU of an authentication, s.
    Ptr<RandomVariableStream> m_callCpuTime;  ///< CPU of a call, s.
    uint64_t m_processMemory{0};              ///< Memory of a process, bytes.
    uint64_t m_sessionMemory{0};              ///< Memory of a session, bytes.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_WORK_H */
