// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_WORK_H
#define NET8_SERVER_WORK_H

#include "ns3/net8-host-resources.h"
#include "ns3/net8-server-settings.h"
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
     * Let sessions draw what their calls, rows and packets take.
     *
     * @param[out] settings what all sessions get
     */
    void ApplyTo(ServerSettings& settings) const;

    /**
     * @return what processes and sessions take, without a host
     */
    const HostResources& GetResources() const;

  protected:
    void DoDispose() override;

  private:
    Ptr<RandomVariableStream> m_callTime;     ///< Time of a call without CPU, s.
    Ptr<RandomVariableStream> m_rowTime;      ///< Time of a row, s.
    Ptr<RandomVariableStream> m_packetTime;   ///< Time of a TNS packet, s.
    Ptr<RandomVariableStream> m_logonCpuTime; ///< CPU of an authentication, s.
    Ptr<RandomVariableStream> m_callCpuTime;  ///< CPU of a call, s.
    HostResources m_resources;                ///< What processes and sessions take.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_WORK_H */
