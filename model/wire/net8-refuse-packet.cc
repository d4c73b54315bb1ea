// SPDX-License-Identifier: GPL-2.0-only
#include "net8-refuse-packet.h"

#include <algorithm>

namespace ns3::net8
{

void
RefusePacket::SetText(const std::string& refusal)
{
    textLength = static_cast<uint16_t>(std::min<size_t>(refusal.size(), 0xffff));
    text = refusal.substr(0, textLength);
}

void
RefusePacket::WriteOwn(WireWriter& writer) const
{
    writer.U8(userReason);
    writer.U8(systemReason);
}

void
RefusePacket::ReadOwn(WireReader& reader)
{
    userReason = reader.U8();
    systemReason = reader.U8();
}

} // namespace ns3::net8
