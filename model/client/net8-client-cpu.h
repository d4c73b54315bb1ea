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
 * The processor of a client host, and what calls, rows and bytes take of it. All sessions of the
 * host share its cores, as processes of a server do (Net8HostCpu).
 *
 * 1. Without Cores there is none: each session works by itself, and nothing is taken.
 * 2. Else work is done behind each reply, before the session goes on: CallCpuTime, RowCpuTime for
 * each row that is whole, ByteCpuTime for each byte of request and reply, and what packets and
 * bytes cost else (PacketTime, ByteTime, encryption). What packets and bytes of a request cost
 * beside ByteCpuTime is done before it leaves.
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
     * @return whether the host has a processor of its own
     */
    bool IsOn() const;

    /**
     * @param stream first stream of random numbers
     * @return number of streams that were taken; none without cores
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Make the processor, where there is one.
     *
     * @param settings settings of the sessions of a host, which are completed
     */
    void Equip(SessionSettings& settings) const;

  private:
    uint32_t m_cores{0};                  ///< Number of cores; 0: no processor.
    double m_speed{1};                    ///< Speed of a core.
    Time m_quantum;                       ///< Work between two switches.
    Time m_switchCost;                    ///< Time of a switch, with few jobs.
    double m_switchGrowth{0};             ///< Its growth for each waiting job per core.
    Ptr<RandomVariableStream> m_callTime; ///< For each call, s.
    Ptr<RandomVariableStream> m_rowTime;  ///< For each row, s.
    Ptr<RandomVariableStream> m_byteTime; ///< For each byte, s.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_CPU_H */
