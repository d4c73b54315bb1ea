// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-frame.h"

#include <array>

namespace ns3::net8
{

Net8StageHead::Ip
Net8StageHead::Ip::From(const Ipv6Address& ip)
{
    std::array<uint8_t, 16> bytes{};
    ip.GetBytes(bytes.data());
    Ip number;
    for (uint32_t i = 0; i < bytes.size() / 2; ++i)
    {
        number.high = number.high << 8 | bytes[i];
        number.low = number.low << 8 | bytes[bytes.size() / 2 + i];
    }
    return number;
}

Ipv4Address
Net8StageHead::Ip::To4() const
{
    return Ipv4Address(static_cast<uint32_t>(low));
}

Ipv6Address
Net8StageHead::Ip::To6() const
{
    std::array<uint8_t, 16> bytes{};
    for (uint32_t i = 0; i < bytes.size(); ++i)
    {
        bytes[i] = static_cast<uint8_t>((i < 8 ? high : low) >> (56 - 8 * (i % 8)));
    }
    return Ipv6Address(bytes.data());
}

} // namespace ns3::net8
