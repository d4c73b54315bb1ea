// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ERROR_H
#define NET8_LAN_ERROR_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What can be wrong with a frame of a LAN protocol. Bytes from a station are untrusted data:
 * decoding returns one of these and never throws.
 */
enum class LanError : uint8_t
{
    NONE,         ///< Nothing wrong.
    TRUNCATED,    ///< Fewer bytes than required by the header or its length field.
    BAD_LENGTH,   ///< A length field that is invalid for this message.
    UNKNOWN_TYPE, ///< An unsupported type or framing.
    BAD_FIELD,    ///< A reserved or fixed field with an unexpected value.
};

/**
 * @ingroup net8
 * Describe a decoding error.
 *
 * @param error a decoding result
 * @return one sentence that says what is wrong with the frame
 */
const char* Sentence(LanError error);

} // namespace ns3::net8

#endif // NET8_LAN_ERROR_H
