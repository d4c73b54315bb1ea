// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-time.h"

namespace ns3::net8
{

namespace
{

/**
 * Encode a fraction of a second.
 *
 * @param nanoseconds the fraction, ns
 * @return its four bytes, big-endian
 */
std::string
GetFraction(uint32_t nanoseconds)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        bytes.push_back(static_cast<char>(nanoseconds >> shift));
    }
    return bytes;
}

} // namespace

std::string
TtcTime::GetDate() const
{
    std::string bytes;
    for (const int part :
         {year / 100 + 100, year % 100 + 100, +month, +day, hour + 1, minute + 1, second + 1})
    {
        bytes.push_back(static_cast<char>(part));
    }
    return bytes;
}

std::string
TtcTime::GetTimestamp() const
{
    return GetDate() + (nanoseconds == 0 ? std::string{} : GetFraction(nanoseconds));
}

std::string
TtcTime::GetZonedTimestamp() const
{
    constexpr char HOURS = 20;
    constexpr char MINUTES = 60;
    return GetDate() + GetFraction(nanoseconds) + HOURS + MINUTES;
}

} // namespace ns3::net8
