// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet.h"

namespace ns3::net8
{

namespace
{

/**
 * Decode a packet of one class.
 * @tparam T packet class
 * @param bytes one whole packet
 * @param form length form of the connection
 * @param[out] out receives the packet, as a T
 * @return the error found, or NONE
 */
template <class T>
WireError
DecodeAs(std::span<const uint8_t> bytes, LengthForm form, AnyPacket& out)
{
    return T::Decode(bytes, form, out.emplace<T>());
}

} // namespace

WireError
DecodePacket(std::span<const uint8_t> wholePacket, LengthForm form, AnyPacket& out)
{
    PacketHeader header;
    const WireError error = PacketHeader::Decode(wholePacket, form, header);
    if (error != WireError::NONE)
    {
        return error;
    }
    switch (static_cast<PacketType>(header.type))
    {
    case PacketType::CONNECT:
        return DecodeAs<ConnectPacket>(wholePacket, form, out);
    case PacketType::ACCEPT:
        return DecodeAs<AcceptPacket>(wholePacket, form, out);
    case PacketType::ACK:
        return DecodeAs<AckPacket>(wholePacket, form, out);
    case PacketType::REFUSE:
        return DecodeAs<RefusePacket>(wholePacket, form, out);
    case PacketType::REDIRECT:
        return DecodeAs<RedirectPacket>(wholePacket, form, out);
    case PacketType::DATA:
        return DecodeAs<DataPacket>(wholePacket, form, out);
    case PacketType::NULL_PACKET:
        return DecodeAs<NullPacket>(wholePacket, form, out);
    case PacketType::ABORT:
        return DecodeAs<AbortPacket>(wholePacket, form, out);
    case PacketType::RESEND:
        return DecodeAs<ResendPacket>(wholePacket, form, out);
    case PacketType::MARKER:
        return DecodeAs<MarkerPacket>(wholePacket, form, out);
    case PacketType::ATTENTION:
        return DecodeAs<AttentionPacket>(wholePacket, form, out);
    case PacketType::CONTROL:
        return DecodeAs<ControlPacket>(wholePacket, form, out);
    case PacketType::DATA_DESCRIPTOR:
        return DecodeAs<DataDescriptorPacket>(wholePacket, form, out);
    }
    return WireError::UNKNOWN_TYPE;
}

std::vector<uint8_t>
EncodePacket(const AnyPacket& packet, LengthForm form)
{
    return std::visit([form](const auto& kind) { return kind.Encode(form); }, packet);
}

} // namespace ns3::net8
