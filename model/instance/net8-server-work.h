// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_WORK_H
#define NET8_SERVER_WORK_H

#include "ns3/net8-host-resources.h"
#include "ns3/net8-random.h"
#include "ns3/net8-server-settings.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the sessions of an instance use: CPU time, time without CPU, memory.
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
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Make sessions draw the times of their calls, rows and packets.
     *
     * @param[out] settings settings of sessions
     * @param own finds the variables that they draw from; by default those of the attributes, which
     * all sessions share
     */
    void ApplyTo(ServerSettings& settings, const OwnVariable& own = &KeepShared) const;

    /**
     * @return whether any of the times that sessions draw is random
     */
    bool Draws() const;

    /**
     * @return what processes and sessions use, without a host
     */
    const HostResources& GetResources() const;

  protected:
    void DoDispose() override;

  private:
    Ptr<RandomVariableStream> m_callTime;             ///< Time per call without CPU, s.
    Ptr<RandomVariableStream> m_rowTime;              ///< Time per row, s.
    Ptr<RandomVariableStream> m_packetTime;           ///< Time per TNS packet, s.
    Ptr<RandomVariableStream> m_notificationInterval; ///< Time to the next notification, s.
    uint32_t m_notificationLength{0};                 ///< TTC bytes of a notification.
    Ptr<RandomVariableStream> m_logonCpuTime;         ///< CPU time per authentication, s.
    Ptr<RandomVariableStream> m_callCpuTime;          ///< CPU time per call, s.
    HostResources m_resources;                        ///< What processes and sessions use.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_WORK_H */
