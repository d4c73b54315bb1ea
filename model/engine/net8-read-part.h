// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_READ_PART_H
#define NET8_READ_PART_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What of a message was worked on while it was read, packet by packet: no more is to be done on it
 * once the message is there.
 */
struct ReadPart
{
    uint32_t packets{0}; ///< Packets.
    uint64_t bytes{0};   ///< Bytes.
};

} // namespace ns3::net8

#endif /* NET8_READ_PART_H */
