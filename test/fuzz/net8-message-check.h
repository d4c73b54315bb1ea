// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MESSAGE_CHECK_H
#define NET8_MESSAGE_CHECK_H

#include <cstdint>
#include <span>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Hold what is read of some bytes against what is written of it.
 *
 * @tparam MESSAGE a message
 * @tparam LAYOUT what both ends of a session have come to
 * @param bytes what a peer sent
 * @param layout layout of the session
 * @return what is wrong, empty if nothing or if the bytes are no such message
 */
template <class MESSAGE, class LAYOUT>
std::string
CheckMessage(std::span<const uint8_t> bytes, const LAYOUT& layout)
{
    const auto message = MESSAGE::Decode(bytes, layout);
    if (!message)
    {
        return {};
    }
    const auto once = message->Encode(layout);
    if (message->Size(layout) != once.size())
    {
        return "what was counted is not as long as what was written";
    }
    const auto again = MESSAGE::Decode(once, layout);
    return again && again->Encode(layout) == once ? "" : "what was written does not read back";
}

} // namespace ns3::net8

#endif /* NET8_MESSAGE_CHECK_H */
