// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_CPU_H
#define NET8_CLIENT_CPU_H

#include "net8-session-settings.h"

#include "ns3/net8-host-cpu.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The processor of a client host, and the CPU time that calls, rows and bytes take. All sessions of
 * the host share its cores, like the processes of a server (Net8HostCpu).
 *
 * 1. Without Cores there is no processor: sessions do not compete, and no CPU time is taken.
 * 2. With Cores, work is done after each reply, before the session continues: CallCpuTime,
 * RowCpuTime for each complete row, ByteCpuTime for each byte of request and reply, and the other
 * costs of packets and bytes (PacketTime, ByteTime, encryption). The costs of a request other than
 * ByteCpuTime are spent before it is sent.
 */
class Net8ClientCpu : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ClientCpu();
    ~Net8ClientCpu() override;

    /**
     * @return whether the host has a processor
     */
    bool IsOn() const;

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used; 0 without cores
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Create the processor, if the host has one.
     *
     * @param settings settings of the sessions of the host, to be completed
     */
    void Equip(SessionSettings& settings) const;

  private:
    uint32_t m_cores{0};                  ///< Number of cores; 0: no processor.
    double m_speed{1};                    ///< Speed of a core.
    Time m_quantum;                       ///< Work between two switches.
    Time m_switchCost;                    ///< Time of a switch while few jobs wait.
    double m_switchGrowth{0};             ///< Growth of that time per waiting job per core.
    Ptr<RandomVariableStream> m_callTime; ///< CPU time per call, s.
    Ptr<RandomVariableStream> m_rowTime;  ///< CPU time per row, s.
    Ptr<RandomVariableStream> m_byteTime; ///< CPU time per byte, s.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_CPU_H */
