// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-codec.h"

namespace ns3::net8
{

void
LanCodec::WriteServices(const LanEnds& /* ends */,
                        std::span<const uint16_t> /* services */,
                        LanWriter& /* writer */) const
{
}

} // namespace ns3::net8
