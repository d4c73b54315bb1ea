// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-routing.h"

namespace ns3::net8
{

namespace
{

/**
 * Compute the checksum of segments.
 *
 * @param bytes the segments
 * @return the checksum
 */
uint16_t
Sum(std::span<const uint8_t> bytes)
{
    uint32_t sum = 1;
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2)
    {
        sum += bytes[at] | uint32_t{bytes[at + 1]} << 8U;
        sum = (sum & 0xffffU) + (sum >> 16U);
    }
    return static_cast<uint16_t>(sum);
}

} // namespace

void
DecnetRouting::Encode(LanWriter& writer) const
{
    LanWriter inner;
    for (const auto& segment : segments)
    {
        inner.Le16(static_cast<uint16_t>(segment.costs.size()));
        inner.Le16(segment.first);
        for (const auto cost : segment.costs)
        {
            inner.Le16(cost);
        }
    }
    const auto bytes = inner.Take();
    writer.U8(LEVEL_1);
    writer.Le16(router);
    writer.U8(reserved);
    writer.Bytes(bytes);
    writer.Le16(Sum(bytes));
}

LanError
DecnetRouting::Decode(LanReader& reader, DecnetRouting& out)
{
    out = {};
    const uint8_t flags = reader.U8();
    out.router = reader.Le16();
    out.reserved = reader.U8();
    if (reader.Failed() || reader.Left() < 2)
    {
        return LanError::TRUNCATED;
    }
    const auto bytes = reader.View(reader.Left() - 2);
    if (flags != LEVEL_1)
    {
        return LanError::UNKNOWN_TYPE;
    }
    if (bytes.size() % 2 != 0)
    {
        return LanError::BAD_LENGTH;
    }
    if (reader.Le16() != Sum(bytes))
    {
        return LanError::BAD_FIELD;
    }
    LanReader inner(bytes);
    return out.DecodeSegments(inner);
}

LanError
DecnetRouting::DecodeSegments(LanReader& reader)
{
    while (reader.Left() > 0)
    {
        Segment segment;
        const uint16_t count = reader.Le16();
        segment.first = reader.Le16();
        if (reader.Failed() || reader.Left() < std::size_t{2} * count)
        {
            return LanError::TRUNCATED;
        }
        if (count == 0 || segment.first + count > AREA_NODES)
        {
            return LanError::BAD_FIELD;
        }
        segment.costs.reserve(count);
        for (uint16_t i = 0; i < count; ++i)
        {
            segment.costs.push_back(reader.Le16());
        }
        segments.push_back(std::move(segment));
    }
    return LanError::NONE;
}

} // namespace ns3::net8
