// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STREAM_NAME_H
#define NET8_STREAM_NAME_H

#include <cstdint>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Find the number of a stream of random numbers from what it is for: `StreamOf(StreamOf(link,
 * "up"), "losses")`. The number depends on the names alone, so that nothing else in a plan moves
 * it, as it would if streams were numbered one after the other.
 *
 * @param whole number of what it is a part of; 0: of the whole simulation
 * @param part name of the part
 * @return a number of 62 bits, so that there is room for ns-3's models, which count on from theirs
 */
int64_t StreamOf(int64_t whole, std::string_view part);

/**
 * @ingroup net8
 * The same for the members of a list, which have places instead of names.
 *
 * @param whole number of the list
 * @param place place in the list, from 0
 * @return a number of 62 bits
 */
int64_t StreamOf(int64_t whole, uint64_t place);

} // namespace ns3::net8

#endif /* NET8_STREAM_NAME_H */
