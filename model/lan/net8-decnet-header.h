// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DECNET_HEADER_H
#define NET8_DECNET_HEADER_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Routing header of DECnet Phase IV, in both of its forms for data, little-endian.
 *
 * | bytes, short | bytes, long | field                                                      |
 * | ------------ | ----------- | ---------------------------------------------------------- |
 * | 1            | 1           | flags: bits 0-2 = 2 (short) or 6 (long)                    |
 * |              | 2           | reserved                                                   |
 * | 2            | 6           | destination; long: aa 00 04 00, then the two bytes         |
 * |              | 2           | reserved                                                   |
 * | 2            | 6           | source, likewise                                           |
 * |              | 1           | reserved                                                   |
 * | 1            | 1           | routers visited                                            |
 * |              | 2           | reserved                                                   |
 */
class DecnetHeader
{
  public:
    static constexpr uint32_t SHORT_SIZE = 6; ///< Size of the short form, bytes.
    static constexpr uint32_t LONG_SIZE = 21; ///< Size of the long form, bytes.
    static constexpr uint8_t FORM = 0x07;     ///< Flag bits that select the form.
    static constexpr uint8_t SHORT = 0x02;    ///< Short form.
    static constexpr uint8_t LONG = 0x06;     ///< Long form, as on Ethernet.
    static constexpr uint8_t INTRA = 0x20;    ///< The destination is on this Ethernet.

    /** @return whether the header has the long form */
    bool IsLong() const
    {
        return (flags & FORM) == LONG;
    }

    /** @return size of the header, bytes */
    uint32_t GetSize() const
    {
        return IsLong() ? LONG_SIZE : SHORT_SIZE;
    }

    /**
     * Get the MAC address of a node.
     *
     * @param node the node: area << 10 | number
     * @return the address of its Ethernet devices
     */
    static LanAddress GetStation(uint16_t node)
    {
        const auto low = static_cast<uint8_t>(node & 0xff);
        return {0xaa, 0x00, 0x04, 0x00, low, static_cast<uint8_t>(node >> 8)};
    }

    /**
     * Encode the header.
     *
     * @param writer receives the header
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a header.
     *
     * @param reader bytes starting with the header
     * @param[out] out receives the header
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, DecnetHeader& out);

    uint8_t flags{LONG};     ///< Flags.
    uint16_t destination{0}; ///< Destination node.
    uint16_t source{0};      ///< Source node.
    uint8_t visits{0};       ///< Routers visited.
};

} // namespace ns3::net8

#endif // NET8_DECNET_HEADER_H
