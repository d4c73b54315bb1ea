// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-packet.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Check whether a frame carries IPX.
 *
 * @param frame a frame
 * @return whether it does
 */
bool
IsIpx(const LanFrame& frame)
{
    switch (frame.framing)
    {
    case LanFraming::RAW_802_3:
        return true;
    case LanFraming::LLC_802_2:
        return frame.llc.dsap == LlcHeader::SAP_IPX &&
               frame.llc.kind == LlcHeader::Kind::UNNUMBERED && frame.llc.function == LlcHeader::UI;
    case LanFraming::ETHERNET_II:
    case LanFraming::SNAP:
        return frame.type == LanFrame::TYPE_IPX;
    }
    return false;
}

/**
 * Check whether a frame carries NetBIOS over 802.2.
 *
 * @param frame a frame
 * @return whether it does
 */
bool
IsNetbios(const LanFrame& frame)
{
    return frame.framing == LanFraming::LLC_802_2 && frame.llc.dsap == LlcHeader::SAP_NETBIOS;
}

/**
 * Check whether a NetBIOS frame has an NBF header.
 *
 * @param frame a NetBIOS frame over 802.2
 * @return whether it does
 */
bool
HasNbf(const LanFrame& frame)
{
    return frame.llc.kind == LlcHeader::Kind::INFORMATION ||
           (frame.llc.kind == LlcHeader::Kind::UNNUMBERED && frame.llc.function == LlcHeader::UI);
}

/**
 * Decode the payload of a frame.
 *
 * @tparam Packet type of the payload
 * @param payload its bytes
 * @param[out] content receives the payload
 * @return the error found, or NONE
 */
template <typename Packet>
LanError
Read(std::span<const uint8_t> payload, LanPacket::Content& content)
{
    LanReader reader(payload);
    return Packet::Decode(reader, content.emplace<Packet>());
}

} // namespace

bool
LanPacket::IsKnown() const
{
    return content.index() != 0 || IsNetbios(frame);
}

std::vector<uint8_t>
LanPacket::Encode() const
{
    LanWriter inner;
    std::visit(
        [&](const auto& packet) {
            if constexpr (requires { packet.Encode(inner); })
            {
                packet.Encode(inner);
            }
            else
            {
                inner.Bytes(frame.payload);
            }
        },
        content);
    LanWriter writer;
    frame.EncodeHead(static_cast<uint32_t>(inner.GetSize()), writer);
    writer.Bytes(inner.Take());
    writer.Bytes(frame.trailer);
    return writer.Take();
}

LanError
LanPacket::DecodeContent()
{
    content = {};
    auto error = LanError::NONE;
    if (IsIpx(frame))
    {
        error = Read<IpxPacket>(frame.payload, content);
    }
    else if (frame.framing == LanFraming::ETHERNET_II && frame.type == LanFrame::TYPE_DECNET)
    {
        error = Read<DecnetPacket>(frame.payload, content);
    }
    else if (IsNetbios(frame) && HasNbf(frame))
    {
        error = Read<NbfPacket>(frame.payload, content);
    }
    else
    {
        return LanError::NONE;
    }
    frame.payload.clear();
    return error;
}

LanError
LanPacket::Decode(std::span<const uint8_t> bytes, LanPacket& out)
{
    const auto error = LanFrame::Decode(bytes, out.frame);
    return error == LanError::NONE ? out.DecodeContent() : error;
}

} // namespace ns3::net8
