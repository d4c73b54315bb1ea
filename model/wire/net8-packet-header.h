// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_HEADER_H
#define NET8_PACKET_HEADER_H

#include "net8-packet-type.h"
#include "net8-wire-error.h"

#include <cstdint>
#include <span>

namespace ns3::net8
{

class WireReader;

/**
 * @ingroup net8
 * The 8-byte header of every TNS packet.
 *
 * | offset | bytes | field                                       |
 * | ------ | ----- | ------------------------------------------- |
 * | 0      | 2 / 4 | length of the packet, these 8 bytes counted |
 * | 2      | 2 / 0 | packet checksum (16-bit form only)          |
 * | 4      | 1     | packet type                                 |
 * | 5      | 1     | header flags                                |
 * | 6      | 2     | header checksum                             |
 *
 * Source: public drivers and captures, section 1 of the fact sheet on TNS.
 */
struct PacketHeader
{
    static constexpr uint32_t SIZE = 8;         ///< bytes of the header
    static constexpr uint32_t FLAGS_OFFSET = 5; ///< offset of the flags, bytes
    static constexpr uint32_t MAX_SHORT_LENGTH =
        65535;                                      ///< longest packet of the 16-bit form, bytes
    static constexpr uint32_t MAX_LENGTH = SDU_MAX; ///< longest packet at all, bytes

    uint32_t length{SIZE};      ///< bytes of the packet, header included
    uint16_t packetChecksum{0}; ///< 0 in every capture; absent in the 32-bit form
    uint8_t type{0};            ///< a PacketType
    uint8_t flags{0};           ///< bits of namespace header_flag
    uint16_t headerChecksum{0}; ///< 0 in every capture

    /**
     * Encode the header. The caller checks Fits() first: a longer length loses its upper bits.
     * @param form length form to write
     * @param out receives the 8 bytes
     */
    void Encode(LengthForm form, std::span<uint8_t, SIZE> out) const;

    /**
     * Decode a header. A 16-bit length of zero means the 32-bit form, whatever @p form says.
     * @param bytes at least the 8 bytes of the header; any further bytes are ignored
     * @param form length form of the connection
     * @param[out] out the fields, also filled when the length or the type is wrong
     * @return TRUNCATED, LENGTH_BELOW_HEADER, LENGTH_ABOVE_LIMIT, UNKNOWN_TYPE or NONE
     */
    static WireError Decode(std::span<const uint8_t> bytes, LengthForm form, PacketHeader& out);

    /**
     * Start decoding a whole packet: read its header, then check its length and type.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param expected the packet type that is expected
     * @param[out] out receives the header
     * @param[out] body a reader positioned after the header
     * @return the error found, or NONE
     */
    static WireError Open(std::span<const uint8_t> wholePacket,
                          LengthForm form,
                          PacketType expected,
                          PacketHeader& out,
                          WireReader& body);

    /**
     * Get the length form that Decode uses for a packet.
     * @param bytes the beginning of a packet
     * @param form length form of the connection
     * @return LONG_32 if the 16-bit length is zero, else @p form
     */
    static LengthForm EffectiveForm(std::span<const uint8_t> bytes, LengthForm form);

    /**
     * Check whether a packet size can be written in a length form.
     * @param size size of a packet, bytes
     * @param form length form to write
     * @return whether the size fits the form
     */
    static bool Fits(uint64_t size, LengthForm form);
};

} // namespace ns3::net8

#endif // NET8_PACKET_HEADER_H
