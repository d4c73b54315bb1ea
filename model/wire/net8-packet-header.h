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
 * The 8 bytes in front of every TNS packet.
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
    static constexpr uint32_t FLAGS_OFFSET = 5; ///< where its flags are
    static constexpr uint32_t MAX_SHORT_LENGTH =
        65535;                                      ///< longest packet of the 16-bit form, bytes
    static constexpr uint32_t MAX_LENGTH = SDU_MAX; ///< longest packet at all, bytes

    uint32_t length{SIZE};      ///< bytes of the packet, header included
    uint16_t packetChecksum{0}; ///< 0 in every capture; absent in the 32-bit form
    uint8_t type{0};            ///< a PacketType
    uint8_t flags{0};           ///< bits of namespace header_flag
    uint16_t headerChecksum{0}; ///< 0 in every capture

    /**
     * The caller checks Fits() first; of a longer length the upper bits are lost.
     * @param form length form to write
     * @param out receives the 8 bytes
     */
    void Encode(LengthForm form, std::span<uint8_t, SIZE> out) const;

    /**
     * Read a header. A zero 16-bit length means the 32-bit form, whatever @p form says.
     * @param bytes at least the 8 bytes of the header; more are not looked at
     * @param form length form of the connection
     * @param[out] out the fields, also filled when the length or the type is wrong
     * @return TRUNCATED, LENGTH_BELOW_HEADER, LENGTH_ABOVE_LIMIT, UNKNOWN_TYPE or NONE
     */
    static WireError Decode(std::span<const uint8_t> bytes, LengthForm form, PacketHeader& out);

    /**
     * Start the decoding of a whole packet: read its header, check length and type.
     * @param wholePacket exactly the bytes of one packet
     * @param form length form of the connection
     * @param expected the type asked for
     * @param[out] out the header
     * @param[out] body a reader that stands behind the header
     * @return what is wrong, or NONE
     */
    static WireError Open(std::span<const uint8_t> wholePacket,
                          LengthForm form,
                          PacketType expected,
                          PacketHeader& out,
                          WireReader& body);

    /**
     * @param bytes the beginning of a packet
     * @param form length form of the connection
     * @return the form that Decode uses for it: LONG_32 when the 16-bit length is zero, else @p
     * form
     */
    static LengthForm EffectiveForm(std::span<const uint8_t> bytes, LengthForm form);

    /**
     * @param size bytes of a packet
     * @param form length form
     * @return whether a packet of that size can be written in that form
     */
    static bool Fits(uint64_t size, LengthForm form);
};

} // namespace ns3::net8

#endif // NET8_PACKET_HEADER_H
