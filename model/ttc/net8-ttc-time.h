// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_TIME_H
#define NET8_TTC_TIME_H

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A point in time as stored in columns: a DATE is century and year of the century plus 100, month,
 * day, then hour, minute and second plus one; a TIMESTAMP adds four bytes of nanoseconds, a
 * TIMESTAMP WITH TIME ZONE the hours plus 20 and the minutes plus 60 of its zone.
 */
struct TtcTime
{
    uint16_t year{1};        ///< Year, 1 to 9999.
    uint8_t month{1};        ///< Month, from 1.
    uint8_t day{1};          ///< Day of the month, from 1.
    uint8_t hour{0};         ///< Hour.
    uint8_t minute{0};       ///< Minute.
    uint8_t second{0};       ///< Second.
    uint32_t nanoseconds{0}; ///< Nanoseconds.

    /** @return a DATE, 7 bytes */
    std::string GetDate() const;

    /** @return a TIMESTAMP, 11 bytes; 7 if the fraction is zero, which drivers omit */
    std::string GetTimestamp() const;

    /** @return a TIMESTAMP WITH TIME ZONE of UTC, 13 bytes */
    std::string GetZonedTimestamp() const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_TIME_H */
