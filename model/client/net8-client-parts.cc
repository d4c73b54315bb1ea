// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-parts.h"

namespace ns3::net8
{

Net8ClientParts
Net8ClientParts::Make()
{
    return {.driver = CreateObject<Net8DriverChoice>(),
            .names = CreateObject<Net8ClientNames>(),
            .policy = CreateObject<Net8ConnectPolicy>(),
            .naming = CreateObject<Net8NamingPolicy>(),
            .work = CreateObject<Net8ClientWork>(),
            .timeouts = CreateObject<Net8ClientTimeouts>(),
            .cpu = CreateObject<Net8ClientCpu>(),
            .pool = CreateObject<Net8PoolPolicy>(),
            .tls = CreateObject<Net8Tls>(),
            .security = CreateObject<Net8NativeSecurity>()};
}

Net8ClientParts
Net8ClientParts::Share() const
{
    auto parts = *this;
    parts.naming = CreateObject<Net8NamingPolicy>();
    parts.work = work->Draws() ? CreateObject<Net8ClientWork>() : work;
    parts.cpu = cpu->IsOn() ? CreateObject<Net8ClientCpu>() : cpu;
    parts.pool = pool->IsOn() ? CreateObject<Net8PoolPolicy>() : pool;
    parts.tls = tls->Draws() ? CreateObject<Net8Tls>() : tls;
    return parts;
}

std::vector<Ptr<Object>>
Net8ClientParts::List() const
{
    return {driver, names, policy, naming, work, timeouts, security, tls, pool};
}

} // namespace ns3::net8
