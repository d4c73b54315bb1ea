// SPDX-License-Identifier: GPL-2.0-only
#include "net8-nsp-message.h"

namespace ns3::net8
{

void
NspMessage::Encode(LanWriter& writer) const
{
    writer.U8(flags);
    writer.Le16(destination);
    if (flags == CONNECT_ACK)
    {
        return;
    }
    writer.Le16(source);
    for (const auto& number : {ack, secondAck})
    {
        if (number)
        {
            writer.Le16(*number);
        }
    }
    if (IsNumbered())
    {
        writer.Le16(segment);
    }
    if (flags == LINK_SERVICE)
    {
        writer.U8(flowControl);
        writer.U8(credits);
    }
    else if (IsConnect())
    {
        writer.U8(services);
        writer.U8(info);
        writer.Le16(segmentSize);
    }
    else if (IsDisconnect())
    {
        writer.Le16(reason);
    }
    writer.Bytes(data);
}

LanError
NspMessage::DecodeNumbered(LanReader& reader)
{
    uint16_t field = reader.Le16();
    const bool onlyAcks = !IsNumbered();
    for (auto* number : {&ack, &secondAck})
    {
        if ((field & PRESENT) == 0)
        {
            break;
        }
        *number = field;
        if (onlyAcks && reader.Left() == 0)
        {
            return LanError::NONE;
        }
        field = reader.Le16();
    }
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (onlyAcks || (field & ~(NUMBER | MAY_DELAY)) != 0)
    {
        return LanError::BAD_FIELD;
    }
    segment = field;
    if (flags == LINK_SERVICE)
    {
        flowControl = reader.U8();
        credits = reader.U8();
    }
    return LanError::NONE;
}

LanError
NspMessage::Decode(LanReader& reader, NspMessage& out)
{
    out = {};
    out.flags = reader.U8();
    out.destination = reader.Le16();
    if (out.flags == CONNECT_ACK)
    {
        return reader.Failed()     ? LanError::TRUNCATED
               : reader.Left() > 0 ? LanError::BAD_LENGTH
                                   : LanError::NONE;
    }
    out.source = reader.Le16();
    if (out.IsNumbered() || out.flags == DATA_ACK || out.flags == OTHER_ACK)
    {
        if (const auto error = out.DecodeNumbered(reader); error != LanError::NONE)
        {
            return error;
        }
    }
    else if (out.IsConnect())
    {
        out.services = reader.U8();
        out.info = reader.U8();
        out.segmentSize = reader.Le16();
    }
    else if (out.IsDisconnect())
    {
        out.reason = reader.Le16();
    }
    else
    {
        return reader.Failed() ? LanError::TRUNCATED : LanError::UNKNOWN_TYPE;
    }
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    out.data = reader.Rest();
    const bool hasData = out.IsData() || out.flags == INTERRUPT || out.IsConnect() ||
                         out.IsDisconnect() || out.data.empty();
    return hasData ? LanError::NONE : LanError::BAD_LENGTH;
}

} // namespace ns3::net8
