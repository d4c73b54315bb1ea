// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-frame.h"

namespace ns3::net8
{

namespace
{

constexpr uint32_t SNAP_SIZE = 8; ///< Size of 802.2 and SNAP, bytes.

/**
 * Check whether a frame has SNAP.
 *
 * @param llc its 802.2 header
 * @return whether SNAP follows
 */
bool
IsSnap(const LlcHeader& llc)
{
    return llc.dsap == LlcHeader::SAP_SNAP && llc.ssap == LlcHeader::SAP_SNAP &&
           llc.kind == LlcHeader::Kind::UNNUMBERED && llc.function == LlcHeader::UI &&
           !llc.pollFinal;
}

} // namespace

uint32_t
LanFrame::GetHeadSize() const
{
    switch (framing)
    {
    case LanFraming::ETHERNET_II:
    case LanFraming::RAW_802_3:
        return MAC_SIZE;
    case LanFraming::LLC_802_2:
        return MAC_SIZE + llc.GetSize();
    case LanFraming::SNAP:
        return MAC_SIZE + SNAP_SIZE;
    }
    return MAC_SIZE;
}

void
LanFrame::EncodeHead(uint32_t payloadSize, LanWriter& writer) const
{
    writer.Bytes(destination);
    writer.Bytes(source);
    if (framing == LanFraming::ETHERNET_II)
    {
        writer.U16(type);
        return;
    }
    writer.U16(static_cast<uint16_t>(GetHeadSize() - MAC_SIZE + payloadSize));
    if (framing == LanFraming::LLC_802_2)
    {
        llc.Encode(writer);
    }
    else if (framing == LanFraming::SNAP)
    {
        const LlcHeader head{.dsap = LlcHeader::SAP_SNAP, .ssap = LlcHeader::SAP_SNAP};
        head.Encode(writer);
        writer.Bytes(organization);
        writer.U16(type);
    }
}

std::vector<uint8_t>
LanFrame::Encode() const
{
    LanWriter writer;
    EncodeHead(static_cast<uint32_t>(payload.size()), writer);
    writer.Bytes(payload);
    writer.Bytes(trailer);
    return writer.Take();
}

LanError
LanFrame::Decode(std::span<const uint8_t> bytes, LanFrame& out)
{
    LanReader reader(bytes);
    out = {};
    out.destination = reader.Address();
    out.source = reader.Address();
    const uint16_t typeOrLength = reader.U16();
    return reader.Failed() ? LanError::TRUNCATED
                           : DecodeBody(typeOrLength, bytes.subspan(MAC_SIZE), out);
}

LanError
LanFrame::DecodeBody(uint16_t typeOrLength, std::span<const uint8_t> rest, LanFrame& out)
{
    if (typeOrLength >= FIRST_TYPE)
    {
        out.framing = LanFraming::ETHERNET_II;
        out.type = typeOrLength;
        out.payload.assign(rest.begin(), rest.end());
        return LanError::NONE;
    }
    if (typeOrLength > rest.size())
    {
        return LanError::TRUNCATED;
    }
    const auto counted = rest.first(typeOrLength);
    out.trailer.assign(rest.begin() + typeOrLength, rest.end());
    LanReader reader(counted);
    if (counted.size() >= 2 && counted[0] == 0xff && counted[1] == 0xff)
    {
        out.framing = LanFraming::RAW_802_3;
        out.payload = reader.Rest();
        return LanError::NONE;
    }
    if (const auto error = LlcHeader::Decode(reader, out.llc); error != LanError::NONE)
    {
        return error;
    }
    out.framing = LanFraming::LLC_802_2;
    if (IsSnap(out.llc))
    {
        out.framing = LanFraming::SNAP;
        reader.Copy(out.organization);
        out.type = reader.U16();
    }
    out.payload = reader.Rest();
    return reader.Failed() ? LanError::TRUNCATED : LanError::NONE;
}

} // namespace ns3::net8
