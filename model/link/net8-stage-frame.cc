// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-frame.h"

#include <array>

namespace ns3::net8
{

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
