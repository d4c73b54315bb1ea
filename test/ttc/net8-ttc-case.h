// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_CASE_H
#define NET8_TTC_CASE_H

#include "ns3/net8-ttc-layout.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * @param digits hexadecimal digits; blanks do not matter
 * @return the bytes
 */
inline std::vector<uint8_t>
FromHex(std::string_view digits)
{
    std::vector<uint8_t> bytes;
    std::string pair;
    for (const char digit : digits)
    {
        pair += digit == ' ' ? "" : std::string(1, digit);
        if (pair.size() == 2)
        {
            bytes.push_back(static_cast<uint8_t>(std::stoi(pair, nullptr, 16)));
            pair.clear();
        }
    }
    return bytes;
}

/**
 * @ingroup net8-test
 * @param bytes bytes
 * @return them in hexadecimal digits
 */
inline std::string
ToHex(const std::vector<uint8_t>& bytes)
{
    constexpr std::string_view DIGITS = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : bytes)
    {
        text += DIGITS[byte >> 4];
        text += DIGITS[byte & 0xf];
    }
    return text;
}

/**
 * @ingroup net8-test
 * @param text bytes of a message
 * @return them as text
 */
inline std::string
FromHexText(std::string_view text)
{
    const auto bytes = FromHex(text);
    return {bytes.begin(), bytes.end()};
}

/**
 * @ingroup net8-test
 * @param fieldVersion field version of a session with JDBC
 * @return its layout, which has the data types of 23 from 23 on
 */
inline TtcLayout
WithJdbc(uint8_t fieldVersion)
{
    TtcLayout layout;
    layout.fieldVersion = fieldVersion;
    layout.wideBytes = true;
    layout.textLengths = false;
    return layout;
}

} // namespace ns3::net8

#endif /* NET8_TTC_CASE_H */
