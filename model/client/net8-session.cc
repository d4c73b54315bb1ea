// SPDX-License-Identifier: GPL-2.0-only
#include "net8-session.h"

#include "net8-client-session.h"
#include "net8-tds-session.h"

namespace ns3::net8
{

std::unique_ptr<Net8Session>
Net8Session::Make(const SessionSettings& settings, uint32_t number)
{
    if (settings.tds)
    {
        return std::make_unique<Net8TdsSession>(settings, number);
    }
    return std::make_unique<Net8ClientSession>(settings, number);
}

} // namespace ns3::net8
