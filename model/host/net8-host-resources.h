// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HOST_RESOURCES_H
#define NET8_HOST_RESOURCES_H

#include "net8-host-cpu.h"
#include "net8-host-memory.h"

#include "ns3/random-variable-stream.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What processes and sessions of an instance take from their host.
 */
struct HostResources
{
    Ptr<Net8HostCpu> cpu{};                   ///< Its CPU; nothing: CPU time is plain time.
    Ptr<Net8HostMemory> memory{};             ///< Its memory{}; nothing: without limit.
    Ptr<RandomVariableStream> execCpuTime{};  ///< CPU to start the server program and attach, s.
    Ptr<RandomVariableStream> handoverTime{}; ///< Time without CPU until the first answer, s.
    std::function<bool()> hasProcess{};       ///< PROCESSES allows one more; empty: always.
    uint64_t processMemory{0};                ///< Memory of a process, bytes.
    uint64_t sessionMemory{0};                ///< Memory of a session, bytes.
};

} // namespace ns3::net8

#endif /* NET8_HOST_RESOURCES_H */
