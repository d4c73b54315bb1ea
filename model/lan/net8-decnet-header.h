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
 * Routing header of DECnet Phase IV, in its two forms for data, little-endian.
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
    static constexpr uint32_t SHORT_SIZE = 6; ///< Bytes of the short form.
    static constexpr uint32_t LONG_SIZE = 21; ///< Bytes of the long form.
    static constexpr uint8_t FORM = 0x07;     ///< Bits of the flags that tell the form.
    static constexpr uint8_t SHORT = 0x02;    ///< Short form.
    static constexpr uint8_t LONG = 0x06;     ///< Long form, as on Ethernet.
    static constexpr uint8_t INTRA = 0x20;    ///< The destination is on this Ethernet.

    /** @return whether it has the long form */
    bool IsLong() const
    {
        return (flags & FORM) == LONG;
    }

    /** @return bytes of the header */
    uint32_t GetSize() const
    {
        return IsLong() ? LONG_SIZE : SHORT_SIZE;
    }

    /**
     * @param node area << 10 | number
     * @return the address of its Ethernet devices
     */
    static LanAddress GetStation(uint16_t node)
    {
        const auto low = static_cast<uint8_t>(node & 0xff);
        return {0xaa, 0x00, 0x04, 0x00, low, static_cast<uint8_t>(node >> 8)};
    }

    /** @param writer takes the header */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader bytes that begin with the header
     * @param[out] out the header
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, DecnetHeader& out);

    uint8_t flags{LONG};     ///< Flags.
    uint16_t destination{0}; ///< Node that it is for.
    uint16_t source{0};      ///< Node that sent it.
    uint8_t visits{0};       ///< Routers visited.
};

} // namespace ns3::net8

#endif // NET8_DECNET_HEADER_H
