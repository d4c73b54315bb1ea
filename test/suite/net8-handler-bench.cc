// SPDX-License-Identifier: GPL-2.0-only
#include "net8-handler-bench.h"

#include "ns3/double.h"
#include "ns3/net8-pooled-handler.h"
#include "ns3/net8-prespawn-pool.h"
#include "ns3/net8-server-pool.h"
#include "ns3/net8-shared-handler.h"
#include "ns3/net8-shared-servers.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

namespace
{

/**
 * @ingroup net8-test
 * @param constant value, s
 * @return a variable with this constant value
 */
Ptr<RandomVariableStream>
Constant(double constant)
{
    return CreateObjectWithAttributes<ConstantRandomVariable>("Constant", DoubleValue(constant));
}

} // namespace

HandlerBench::HandlerBench(const std::string& kinds,
                           const std::vector<ObjectFactory>& factories,
                           uint64_t limit)
    : m_memory(CreateObjectWithAttributes<Net8HostMemory>("Limit", UintegerValue(limit)))
{
    for (const auto& factory : factories)
    {
        m_handlers.SetFactory(factory);
    }
    const auto problem = m_handlers.Make({.kinds = kinds});
    NS_ABORT_MSG_IF(!problem.empty(), problem);
    m_handlers.Open({.memory = m_memory,
                     .execCpuTime = Constant(0.03),
                     .handoverTime = Constant(0.02),
                     .pathShareTime = Constant(0),
                     .processMemory = PROCESS_BYTES,
                     .sessionMemory = SESSION_BYTES});
}

uint64_t
HandlerBench::GetPeak(const std::string& name) const
{
    const auto found = m_memory->GetAccounts().find(name);
    return found == m_memory->GetAccounts().end() ? 0 : found->second.peakBytes;
}

ObjectFactory
Prespawn(uint32_t size, uint32_t most)
{
    return MakeFactory<Net8PrespawnPool>("PoolSize",
                                         UintegerValue(size),
                                         "PrespawnMax",
                                         UintegerValue(most),
                                         "SpawnTime",
                                         PointerValue(Constant(1)));
}

ObjectFactory
Shared(uint32_t servers)
{
    return MakeFactory<Net8SharedServers>("SharedServers",
                                          UintegerValue(servers),
                                          "MaxSharedServers",
                                          UintegerValue(servers));
}

ObjectFactory
Pool(uint32_t servers, uint32_t queueLimit)
{
    return MakeFactory<Net8ServerPool>("MinSize",
                                       UintegerValue(servers),
                                       "MaxSize",
                                       UintegerValue(servers),
                                       "QueueLimit",
                                       UintegerValue(queueLimit),
                                       "AuthenticationShare",
                                       DoubleValue(0),
                                       "MaxThinkTime",
                                       TimeValue(Seconds(5)));
}

ObjectFactory
SlowBroker()
{
    return MakeFactory<Net8PooledHandler>("AcceptTime",
                                          PointerValue(Constant(1)),
                                          "LendTime",
                                          PointerValue(Constant(2)),
                                          "SessionTime",
                                          PointerValue(Constant(20)),
                                          "ConnectionMemory",
                                          UintegerValue(CONNECTION_BYTES));
}

} // namespace ns3::net8
