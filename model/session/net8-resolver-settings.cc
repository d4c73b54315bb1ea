// SPDX-License-Identifier: GPL-2.0-only
#include "net8-resolver-settings.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Time without an answer after which the next name server is asked (resolv.conf, timeout).
const Time NAME_TIMEOUT = Seconds(5);

} // namespace

Time
ResolverSettings::GetNameTimeout(uint32_t server) const
{
    const Time first = timeout.IsZero() ? NAME_TIMEOUT : timeout;
    if (server == 0)
    {
        return first;
    }
    const auto seconds = static_cast<uint64_t>(first.GetSeconds()) << server;
    return Seconds(static_cast<double>(std::max<uint64_t>(seconds / servers, 1)));
}

Time
ResolverSettings::GetSilence() const
{
    const uint32_t unanswered = std::min(silent, servers);
    Time pass;
    for (uint32_t server = 0; server < unanswered; ++server)
    {
        pass += GetNameTimeout(server);
    }
    return unanswered == servers ? pass * static_cast<int64_t>(attempts) : pass;
}

} // namespace ns3::net8
