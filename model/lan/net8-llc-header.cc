// SPDX-License-Identifier: GPL-2.0-only
#include "net8-llc-header.h"

namespace ns3::net8
{

namespace
{

constexpr uint8_t POLL_UNNUMBERED = 0x10; ///< Poll or final of an unnumbered frame.

} // namespace

void
LlcHeader::Encode(LanWriter& writer) const
{
    writer.U8(dsap);
    writer.U8(ssap);
    const auto last = static_cast<uint8_t>(receiveNumber << 1 | (pollFinal ? 1 : 0));
    switch (kind)
    {
    case Kind::INFORMATION:
        writer.U8(static_cast<uint8_t>(sendNumber << 1));
        writer.U8(last);
        break;
    case Kind::SUPERVISORY:
        writer.U8(static_cast<uint8_t>(function << 2 | 1));
        writer.U8(last);
        break;
    case Kind::UNNUMBERED:
        writer.U8(static_cast<uint8_t>(function | (pollFinal ? POLL_UNNUMBERED : 0)));
        break;
    }
}

LanError
LlcHeader::Decode(LanReader& reader, LlcHeader& out)
{
    out = {};
    out.dsap = reader.U8();
    out.ssap = reader.U8();
    const uint8_t control = reader.U8();
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if ((control & 3) == 3)
    {
        out.function = control & static_cast<uint8_t>(~POLL_UNNUMBERED);
        out.pollFinal = (control & POLL_UNNUMBERED) != 0;
        return LanError::NONE;
    }
    const uint8_t last = reader.U8();
    out.receiveNumber = last >> 1;
    out.pollFinal = (last & 1) != 0;
    out.function = 0;
    if ((control & 1) == 0)
    {
        out.kind = Kind::INFORMATION;
        out.sendNumber = control >> 1;
    }
    else
    {
        out.kind = Kind::SUPERVISORY;
        out.function = control >> 2;
        if (out.function > REJ)
        {
            return LanError::BAD_FIELD;
        }
    }
    return reader.Failed() ? LanError::TRUNCATED : LanError::NONE;
}

} // namespace ns3::net8
