// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEQUENCE_H
#define NET8_TCP_SEQUENCE_H

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Compare two sequence numbers.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return whether @p a comes before @p b (RFC 9293, section 3.4)
 */
constexpr bool
SeqBefore(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) < 0;
}

/**
 * @ingroup net8
 * Compare two sequence numbers.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return whether @p a comes after @p b (RFC 9293, section 3.4)
 */
constexpr bool
SeqAfter(uint32_t a, uint32_t b)
{
    return SeqBefore(b, a);
}

/**
 * @ingroup net8
 * Get the later sequence number.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return the later of the two
 */
constexpr uint32_t
SeqMax(uint32_t a, uint32_t b)
{
    return SeqBefore(a, b) ? b : a;
}

/**
 * @ingroup net8
 * Get the earlier sequence number.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return the earlier of the two
 */
constexpr uint32_t
SeqMin(uint32_t a, uint32_t b)
{
    return SeqBefore(a, b) ? a : b;
}

} // namespace ns3::net8

#endif // NET8_TCP_SEQUENCE_H
