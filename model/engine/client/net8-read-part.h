// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_READ_PART_H
#define NET8_READ_PART_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The part of a message that was processed while it was being read, packet by packet, and needs no
 * more work once the message is complete.
 */
struct ReadPart
{
    uint32_t packets{0}; ///< Packets.
    uint64_t bytes{0};   ///< Bytes.
};

} // namespace ns3::net8

#endif /* NET8_READ_PART_H */
