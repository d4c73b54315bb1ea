// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-type.h"

#include <string_view>

namespace ns3::net8
{

const char*
Name(PacketType type)
{
    switch (type)
    {
    case PacketType::CONNECT:
        return "CONNECT";
    case PacketType::ACCEPT:
        return "ACCEPT";
    case PacketType::ACK:
        return "ACK";
    case PacketType::REFUSE:
        return "REFUSE";
    case PacketType::REDIRECT:
        return "REDIRECT";
    case PacketType::DATA:
        return "DATA";
    case PacketType::NULL_PACKET:
        return "NULL";
    case PacketType::ABORT:
        return "ABORT";
    case PacketType::RESEND:
        return "RESEND";
    case PacketType::MARKER:
        return "MARKER";
    case PacketType::ATTENTION:
        return "ATTENTION";
    case PacketType::CONTROL:
        return "CONTROL";
    case PacketType::DATA_DESCRIPTOR:
        return "DATA_DESCRIPTOR";
    }
    return "UNKNOWN";
}

bool
IsKnownType(uint8_t type)
{
    return std::string_view{Name(static_cast<PacketType>(type))} != "UNKNOWN";
}

} // namespace ns3::net8
