// SPDX-License-Identifier: GPL-2.0-only
#include "net8-rip-message.h"

namespace ns3::net8
{

void
RipMessage::Encode(LanWriter& writer) const
{
    writer.U16(operation);
    for (const auto& entry : entries)
    {
        writer.U32(entry.network);
        writer.U16(entry.hops);
        writer.U16(entry.ticks);
    }
}

LanError
RipMessage::Decode(LanReader& reader, RipMessage& out)
{
    out.entries.clear();
    out.operation = reader.U16();
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (reader.Left() % ENTRY_SIZE != 0)
    {
        return LanError::BAD_LENGTH;
    }
    out.entries.reserve(reader.Left() / ENTRY_SIZE);
    while (reader.Left() > 0)
    {
        RipEntry entry;
        entry.network = reader.U32();
        entry.hops = reader.U16();
        entry.ticks = reader.U16();
        out.entries.push_back(entry);
    }
    return LanError::NONE;
}

} // namespace ns3::net8
