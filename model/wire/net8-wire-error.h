// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WIRE_ERROR_H
#define NET8_WIRE_ERROR_H

namespace ns3::net8
{

/**
 * @ingroup net8
 * What can be wrong with the bytes of a packet. Bytes from a peer are untrusted data: decoding
 * returns one of these and never throws.
 */
enum class WireError
{
    NONE,                ///< nothing wrong
    TRUNCATED,           ///< fewer bytes present than the length field says
    LENGTH_BELOW_HEADER, ///< length field below 8
    LENGTH_ABOVE_LIMIT,  ///< length field above the largest SDU
    LENGTH_MISMATCH,     ///< more bytes present than the length field says
    UNKNOWN_TYPE,        ///< type number without a name
    UNEXPECTED_TYPE,     ///< a known type, but not the one asked for
    BODY_TOO_SHORT,      ///< length too small for the fields of this type
    BAD_DATA_OFFSET,     ///< text offset inside the fixed part or beyond the packet
    TEXT_BEYOND_PACKET,  ///< text starts inside the packet and ends beyond it
};

/**
 * @ingroup net8
 * Get the name of a decoding error.
 * @param error a decoding result
 * @return its name in capitals, as in the enumeration
 */
const char* Name(WireError error);

/**
 * @ingroup net8
 * Describe a decoding error.
 * @param error a decoding result
 * @return one sentence that says what is wrong with the packet
 */
const char* Sentence(WireError error);

} // namespace ns3::net8

#endif // NET8_WIRE_ERROR_H
