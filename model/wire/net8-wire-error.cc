// SPDX-License-Identifier: GPL-2.0-only
#include "net8-wire-error.h"

#include <array>
#include <cstddef>

namespace ns3::net8
{

namespace
{

/// Name and sentence of one error.
struct ErrorText
{
    const char* name;     ///< as in the enumeration
    const char* sentence; ///< what is wrong
};

/// In the order of the enumeration WireError.
constexpr std::array<ErrorText, 10> ERROR_TEXTS{{
    {"NONE", "The packet is well formed."},
    {"TRUNCATED", "The packet has fewer bytes than its length field says."},
    {"LENGTH_BELOW_HEADER", "The packet's length field is below the 8 bytes of a header."},
    {"LENGTH_ABOVE_LIMIT", "The packet's length field is above 2097152 bytes, the largest SDU."},
    {"LENGTH_MISMATCH", "The packet has more bytes than its length field says."},
    {"UNKNOWN_TYPE", "The packet's type is not one of 1-7, 9 and 11-15."},
    {"UNEXPECTED_TYPE", "The packet is not of the expected type."},
    {"BODY_TOO_SHORT", "The packet is too short for the fields of its type."},
    {"BAD_DATA_OFFSET", "The packet's text offset is inside its fixed part or beyond its end."},
    {"TEXT_BEYOND_PACKET", "The packet's text starts inside the packet and ends beyond it."},
}};

static_assert(ERROR_TEXTS.size() == static_cast<size_t>(WireError::TEXT_BEYOND_PACKET) + 1);

} // namespace

const char*
Name(WireError error)
{
    return ERROR_TEXTS.at(static_cast<size_t>(error)).name;
}

const char*
Sentence(WireError error)
{
    return ERROR_TEXTS.at(static_cast<size_t>(error)).sentence;
}

} // namespace ns3::net8
