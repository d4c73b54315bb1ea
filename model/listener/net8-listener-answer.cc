// SPDX-License-Identifier: GPL-2.0-only
#include "net8-listener-answer.h"

#include "ns3/net8-service-registry.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace ns3::net8
{

std::string
AddInstanceName(std::string connectData, const std::string& name)
{
    static constexpr std::string_view BEFORE = "(CONNECT_DATA=";
    const auto capital = [](unsigned char c) { return static_cast<char>(std::toupper(c)); };
    std::string upper = connectData;
    std::ranges::transform(upper, upper.begin(), capital);
    const auto at = upper.find(BEFORE);
    if (at != std::string::npos && upper.find("(INSTANCE_NAME=") == std::string::npos)
    {
        connectData.insert(at + BEFORE.size(), "(INSTANCE_NAME=" + name + ")");
    }
    return connectData;
}

std::string
ReplacePort(std::string address, uint16_t port)
{
    static constexpr std::string_view NAME = "(PORT=";
    const auto at = address.find(NAME);
    if (at == std::string::npos)
    {
        // The listener was given no address: it is on the host that the client connected to.
        return "(ADDRESS=(PROTOCOL=tcp)(HOST=)(PORT=" + std::to_string(port) + "))";
    }
    const auto start = at + NAME.size();
    return address.replace(start, address.find(')', start) - start, std::to_string(port));
}

SessionError
GetReason(uint32_t code)
{
    using Registry = Net8ServiceRegistry;
    switch (code)
    {
    case ERROR_UNREADABLE:
        return SessionError::CONNECT_DATA_INVALID;
    case ERROR_HAND_OFF:
    case ERROR_NOT_STARTED:
        return SessionError::HAND_OFF_FAILED;
    case Registry::ERROR_NO_SERVICE_NAME:
    case Registry::ERROR_UNKNOWN_SID:
    case Registry::ERROR_UNKNOWN_SERVICE:
    case Registry::ERROR_UNKNOWN_INSTANCE:
        return SessionError::UNKNOWN_SERVICE;
    default:
        return SessionError::NO_HANDLER;
    }
}

} // namespace ns3::net8
