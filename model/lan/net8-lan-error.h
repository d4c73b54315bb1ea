// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ERROR_H
#define NET8_LAN_ERROR_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What can be wrong with a frame of a LAN protocol. What a station sends is data: decoding returns
 * one of these and never throws.
 */
enum class LanError : uint8_t
{
    NONE,         ///< Nothing wrong.
    TRUNCATED,    ///< Fewer bytes than the header needs or its length field says.
    BAD_LENGTH,   ///< A length field that no message of its kind has.
    UNKNOWN_TYPE, ///< A type or framing without a name here.
    BAD_FIELD,    ///< A reserved or fixed field with another value.
};

/**
 * @ingroup net8
 * @param error a decoding result
 * @return one sentence that says what is wrong with the frame
 */
const char* Sentence(LanError error);

} // namespace ns3::net8

#endif // NET8_LAN_ERROR_H
