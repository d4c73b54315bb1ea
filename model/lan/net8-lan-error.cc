// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-error.h"

namespace ns3::net8
{

const char*
Sentence(LanError error)
{
    switch (error)
    {
    case LanError::NONE:
        return "Nothing is wrong.";
    case LanError::TRUNCATED:
        return "The frame ends before its header or its length field says.";
    case LanError::BAD_LENGTH:
        return "A length field has a value that no message of its kind has.";
    case LanError::UNKNOWN_TYPE:
        return "The type or framing has no name here.";
    case LanError::BAD_FIELD:
        return "A field that is reserved or fixed has another value.";
    }
    return "The error has no name.";
}

} // namespace ns3::net8
