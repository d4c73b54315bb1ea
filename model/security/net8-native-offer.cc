// SPDX-License-Identifier: GPL-2.0-only
#include "net8-native-offer.h"

#include <algorithm>

namespace ns3::net8
{

std::string
NativeOffer::Print() const
{
    std::string zero(1, '\0');
    if (level == NativeLevel::REJECTED || types.empty())
    {
        return zero;
    }
    std::string list(types.begin(), types.end());
    switch (level)
    {
    case NativeLevel::REQUIRED:
        return list;
    case NativeLevel::REQUESTED:
        return list + zero;
    default:
        return zero + list;
    }
}

NativeOffer
NativeOffer::Parse(std::string_view list)
{
    NativeOffer offer;
    for (const char one : list)
    {
        if (one != '\0')
        {
            offer.types.push_back(static_cast<uint8_t>(one));
        }
    }
    offer.level = offer.types.empty()    ? NativeLevel::REJECTED
                  : list.front() == '\0' ? NativeLevel::ACCEPTED
                  : list.back() == '\0'  ? NativeLevel::REQUESTED
                                         : NativeLevel::REQUIRED;
    return offer;
}

NativeOutcome
NativeOffer::Choose(const NativeOffer& client, const NativeOffer& server)
{
    const auto either = [&](NativeLevel level) {
        return client.level == level || server.level == level;
    };
    const bool required = either(NativeLevel::REQUIRED);
    if (either(NativeLevel::REJECTED))
    {
        return {.error = required ? NativeOutcome::INCOMPATIBLE : 0};
    }
    if (!required && !either(NativeLevel::REQUESTED))
    {
        return {};
    }
    for (const uint8_t type : server.types)
    {
        if (std::ranges::find(client.types, type) != client.types.end())
        {
            return {.type = type};
        }
    }
    return {.error = required ? NativeOutcome::NO_COMMON_ALGORITHM : 0};
}

} // namespace ns3::net8
