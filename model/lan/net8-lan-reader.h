// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_READER_H
#define NET8_LAN_READER_H

#include "ns3/net8-wire-reader.h"

#include <array>

namespace ns3::net8
{

/// MAC address of a station.
using LanAddress = std::array<uint8_t, 6>;

/**
 * @ingroup net8
 * Reads fields of LAN protocols: IPX is big-endian, DECnet and NetBIOS are little-endian.
 */
class LanReader : public WireReader
{
  public:
    using WireReader::WireReader;

    /** @return the next 2 bytes as a little-endian number */
    uint16_t Le16()
    {
        const uint16_t swapped = U16();
        return static_cast<uint16_t>(swapped << 8 | swapped >> 8);
    }

    /** @return the next 6 bytes */
    LanAddress Address()
    {
        LanAddress address{};
        Copy(address);
        return address;
    }
};

} // namespace ns3::net8

#endif // NET8_LAN_READER_H
