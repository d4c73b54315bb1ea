// SPDX-License-Identifier: GPL-2.0-only
#include "net8-sap-message.h"

namespace ns3::net8
{

void
SapMessage::Encode(LanWriter& writer) const
{
    writer.U16(operation);
    if (IsQuery())
    {
        writer.U16(queried);
        return;
    }
    for (const auto& entry : entries)
    {
        writer.U16(entry.type);
        writer.Bytes(entry.name);
        writer.U32(entry.address.network);
        writer.Bytes(entry.address.node);
        writer.U16(entry.address.socket);
        writer.U16(entry.hops);
    }
}

LanError
SapMessage::Decode(LanReader& reader, SapMessage& out)
{
    out = {};
    out.operation = reader.U16();
    if (out.IsQuery())
    {
        out.queried = reader.U16();
        if (reader.Failed())
        {
            return LanError::TRUNCATED;
        }
        return reader.Left() > 0 ? LanError::BAD_LENGTH : LanError::NONE;
    }
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (out.operation != RESPONSE && out.operation != NEAREST_RESPONSE)
    {
        return LanError::UNKNOWN_TYPE;
    }
    if (reader.Left() % ENTRY_SIZE != 0)
    {
        return LanError::BAD_LENGTH;
    }
    while (reader.Left() > 0)
    {
        SapEntry entry;
        entry.type = reader.U16();
        reader.Copy(entry.name);
        entry.address.network = reader.U32();
        entry.address.node = reader.Address();
        entry.address.socket = reader.U16();
        entry.hops = reader.U16();
        out.entries.push_back(entry);
    }
    return LanError::NONE;
}

} // namespace ns3::net8
