// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_FORM_H
#define NET8_TTC_FORM_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How TTC writes strings and integers.
 */
struct TtcForm
{
    static constexpr uint8_t LONG_STRING = 0xfe; ///< Length byte of a chunked string.
    static constexpr uint8_t NULL_STRING = 0xff; ///< Length byte of a null.
    static constexpr uint8_t NEGATIVE = 0x80;    ///< Sign bit in the length byte of an integer.
    static constexpr uint32_t WIDEST = 8;        ///< Maximum size of an integer, bytes.
};

} // namespace ns3::net8

#endif /* NET8_TTC_FORM_H */
