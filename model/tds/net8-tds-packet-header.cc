// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-packet-header.h"

#include "net8-tds-packet-type.h"

#include "ns3/net8-wire-reader.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

std::string
GetTdsPacketName(uint8_t type)
{
    constexpr std::array<std::pair<TdsPacketType, const char*>, 10> NAMES{{
        {TdsPacketType::BATCH, "batch"},
        {TdsPacketType::OLD_LOGIN, "old login"},
        {TdsPacketType::CALL, "call"},
        {TdsPacketType::REPLY, "reply"},
        {TdsPacketType::ATTENTION, "attention"},
        {TdsPacketType::BULK, "bulk"},
        {TdsPacketType::TRANSACTION, "transaction"},
        {TdsPacketType::LOGIN, "login"},
        {TdsPacketType::SSPI, "sspi"},
        {TdsPacketType::PRELOGIN, "prelogin"},
    }};
    for (const auto& [known, name] : NAMES)
    {
        if (static_cast<uint8_t>(known) == type)
        {
            return name;
        }
    }
    return "type " + std::to_string(type);
}

bool
TdsPacketHeader::IsLast() const
{
    return (status & END) != 0;
}

std::array<uint8_t, TdsPacketHeader::SIZE>
TdsPacketHeader::Encode() const
{
    const auto high = [](uint16_t value) { return static_cast<uint8_t>(value >> 8U); };
    const auto low = [](uint16_t value) { return static_cast<uint8_t>(value & 0xffU); };
    return {type, status, high(length), low(length), high(process), low(process), number, window};
}

std::optional<TdsPacketHeader>
TdsPacketHeader::Decode(std::span<const uint8_t> bytes)
{
    WireReader reader(bytes);
    TdsPacketHeader header;
    header.type = reader.U8();
    header.status = reader.U8();
    header.length = reader.U16();
    header.process = reader.U16();
    header.number = reader.U8();
    header.window = reader.U8();
    return reader.Failed() || header.length < SIZE ? std::nullopt : std::optional(header);
}

uint32_t
TdsPacketHeader::Grant(uint32_t asked, uint32_t own)
{
    return asked == 0 ? own : std::clamp(asked, LEAST, MOST);
}

} // namespace ns3::net8
