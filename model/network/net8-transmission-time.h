// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TRANSMISSION_TIME_H
#define NET8_TRANSMISSION_TIME_H

#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Compute the transmission time of a packet, to the nanosecond as ns-3 does
 * (DataRate::CalculateBytesTxTime).
 *
 * ns-3 divides bits by the rate to a fraction of 64 bits, truncates the rest, multiplies it by 10^9
 * and rounds to the next nanosecond. So 417,937.5 ns become 417,937 if the time in seconds has no
 * finite binary fraction, and 417,938 if it has one.
 *
 * @param bytes length of the packet with everything that is sent with it
 * @param bitsPerSecond rate, 1 or more
 * @return time from the first bit to the last, at most 292 years
 */
inline std::chrono::nanoseconds
GetTransmissionTime(uint32_t bytes, uint64_t bitsPerSecond)
{
    __extension__ typedef unsigned __int128 Wide;
    constexpr uint64_t NANO = 1'000'000'000;
    const uint64_t bits = uint64_t{bytes} * 8;
    const Wide fraction = (Wide{bits % bitsPerSecond} << 64) / bitsPerSecond;
    const auto rounded = static_cast<uint64_t>((fraction * NANO + (Wide{1} << 63)) >> 64);
    return std::chrono::nanoseconds(bits / bitsPerSecond * NANO + rounded);
}

} // namespace ns3::net8

#endif /* NET8_TRANSMISSION_TIME_H */
