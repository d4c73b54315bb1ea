// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HOST_RESOURCES_H
#define NET8_HOST_RESOURCES_H

#include "net8-host-cpu.h"
#include "net8-host-memory.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the processes and sessions of an instance use of their host.
 */
struct HostResources
{
    Ptr<Net8HostCpu> cpu{};                    ///< CPU of the host; null: plain time.
    Ptr<Net8HostMemory> memory{};              ///< Memory of the host; null: no limit.
    Ptr<RandomVariableStream> execCpuTime{};   ///< CPU time to start the server and attach, s.
    Ptr<RandomVariableStream> handoverTime{};  ///< Time without CPU until the first answer, s.
    uint64_t environmentSize{0};               ///< Environment of the listener, bytes.
    Time environmentCpuTime{};                 ///< CPU time to pass 1,000 bytes of it on.
    uint32_t pathEntries{0};                   ///< Entries of its PATH that are searched.
    Time pathEntryCpuTime{};                   ///< CPU time to search one.
    uint32_t pathShares{0};                    ///< Entries among them on network shares.
    Ptr<RandomVariableStream> pathShareTime{}; ///< Time without CPU to search one of these, s.
    std::function<bool()> hasProcess{}; ///< Whether PROCESSES allows one more; empty: always.
    uint64_t processMemory{0};          ///< Memory of a process, bytes.
    uint64_t sessionMemory{0};          ///< Memory of a session, bytes.
};

} // namespace ns3::net8

#endif /* NET8_HOST_RESOURCES_H */
