// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DURATION_H
#define NET8_DURATION_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A duration in the connect files: `3`, `3 sec`, `300ms`, `2 min`, `1 hr`.
 */
struct Duration
{
    static constexpr uint64_t MAX_MS = 1000ULL * 60 * 60 * 24 * 366; ///< longest duration read, ms

    uint64_t milliseconds{0}; ///< its length

    /**
     * Parse a duration.
     * @param text a number, optionally followed by ms, sec, min or hr in any case, with or without
     * a blank
     * @param unitMs unit of a bare number, milliseconds
     * @return the duration; nothing if @p text is not a duration or exceeds MAX_MS
     */
    static std::optional<Duration> Parse(std::string_view text, uint64_t unitMs = 1000);

    /** @return the shortest text that Parse reads as the same duration, in seconds or ms */
    std::string Print() const;
};

} // namespace ns3::net8

#endif // NET8_DURATION_H
