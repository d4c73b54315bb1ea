// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ROUND_TRIP_H
#define NET8_LAN_ROUND_TRIP_H

#include <cstdint>
#include <span>

namespace ns3::net8
{

/// What came of decoding bytes and encoding what was decoded.
enum class LanRoundTrip : uint8_t
{
    REFUSED,   ///< They do not decode.
    SAME,      ///< The same bytes came back.
    DIFFERENT, ///< Other bytes came back, which is a fault.
};

/**
 * @ingroup net8-test
 * @param input a byte that chooses the decoder, then what it reads
 * @return what came of it
 */
LanRoundTrip TryLanRoundTrip(std::span<const uint8_t> input);

} // namespace ns3::net8

#endif // NET8_LAN_ROUND_TRIP_H
