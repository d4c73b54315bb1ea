// SPDX-License-Identifier: GPL-2.0-only
#include "net8-whole-packet-ns3-header.h"

#include <array>

namespace ns3::net8
{

namespace
{

/// Name of the ns-3 class over a codec class. @tparam CODEC the codec class
template <class CODEC>
constexpr const char* TYPE_ID_NAME = nullptr;

/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<ConnectPacket> = "ns3::net8::Net8ConnectHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<AcceptPacket> = "ns3::net8::Net8AcceptHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<AckPacket> = "ns3::net8::Net8AckHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<RefusePacket> = "ns3::net8::Net8RefuseHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<RedirectPacket> = "ns3::net8::Net8RedirectHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<NullPacket> = "ns3::net8::Net8NullHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<AbortPacket> = "ns3::net8::Net8AbortHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<ResendPacket> = "ns3::net8::Net8ResendHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<MarkerPacket> = "ns3::net8::Net8MarkerHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<AttentionPacket> = "ns3::net8::Net8AttentionHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<ControlPacket> = "ns3::net8::Net8ControlHeader";
/// Name of the ns-3 class over this one.
template <>
constexpr const char* TYPE_ID_NAME<DataDescriptorPacket> = "ns3::net8::Net8DataDescriptorHeader";

/**
 * Kinds without an overload below have no fields worth printing.
 * @tparam CODEC codec class
 */
template <class CODEC>
void
PrintFields(std::ostream&, const CODEC&)
{
}

/**
 * @param os where to print
 * @param packet what to print
 */
void
PrintFields(std::ostream& os, const ConnectPacket& packet)
{
    os << " version=" << packet.version << " lowestVersion=" << packet.lowestVersion
       << " sdu=" << packet.GetSdu() << " tdu=" << packet.GetTdu()
       << " connectDataLength=" << packet.connectDataLength
       << " dataFollows=" << packet.DataFollows();
}

/**
 * @param os where to print
 * @param packet what to print
 */
void
PrintFields(std::ostream& os, const AcceptPacket& packet)
{
    os << " version=" << packet.version << " sdu=" << packet.GetSdu() << " tdu=" << packet.GetTdu();
}

/**
 * @param os where to print
 * @param packet what to print
 */
void
PrintFields(std::ostream& os, const RefusePacket& packet)
{
    os << " userReason=" << +packet.userReason << " systemReason=" << +packet.systemReason
       << " textLength=" << packet.textLength << " text=" << packet.text;
}

/**
 * @param os where to print
 * @param packet what to print
 */
void
PrintFields(std::ostream& os, const RedirectPacket& packet)
{
    os << " textLength=" << packet.textLength
       << " address=" << RedirectPacket::AddressOf(packet.text);
}

/**
 * @tparam TYPE MARKER or ATTENTION
 * @param os where to print
 * @param packet what to print
 */
template <PacketType TYPE>
void
PrintFields(std::ostream& os, const BasicMarkerPacket<TYPE>& packet)
{
    os << " markerType=" << +packet.markerType << " data=" << +packet.data;
}

/**
 * @param os where to print
 * @param packet what to print
 */
void
PrintFields(std::ostream& os, const ControlPacket& packet)
{
    os << " command=" << packet.command << " facility=" << packet.facility
       << " error=" << packet.error << " value=" << packet.value;
}

/**
 * @param os where to print
 * @param packet what to print
 */
void
PrintFields(std::ostream& os, const AbortPacket& packet)
{
    os << " userReason=" << +packet.userReason << " systemReason=" << +packet.systemReason
       << " text=" << packet.text;
}

} // namespace

template <class CODEC>
Net8WholePacketHeader<CODEC>::Net8WholePacketHeader(LengthForm form)
    : m_form(form)
{
}

template <class CODEC>
TypeId
Net8WholePacketHeader<CODEC>::GetTypeId()
{
    static TypeId tid = TypeId(TYPE_ID_NAME<CODEC>)
                            .SetParent<Header>()
                            .SetGroupName("Net8")
                            .template AddConstructor<Net8WholePacketHeader>();
    return tid;
}

template <class CODEC>
TypeId
Net8WholePacketHeader<CODEC>::GetInstanceTypeId() const
{
    return GetTypeId();
}

template <class CODEC>
uint32_t
Net8WholePacketHeader<CODEC>::GetSerializedSize() const
{
    return fields.EncodedSize();
}

template <class CODEC>
void
Net8WholePacketHeader<CODEC>::Serialize(Buffer::Iterator start) const
{
    const auto bytes = fields.Encode(m_form);
    start.Write(bytes.data(), bytes.size());
}

template <class CODEC>
uint32_t
Net8WholePacketHeader<CODEC>::Deserialize(Buffer::Iterator start)
{
    std::array<uint8_t, PacketHeader::SIZE> front{};
    const uint32_t present = start.GetRemainingSize();
    const uint32_t frontSize = std::min(present, PacketHeader::SIZE);
    Buffer::Iterator peek = start;
    peek.Read(front.data(), frontSize);
    PacketHeader header;
    m_error = PacketHeader::Decode({front.data(), frontSize}, m_form, header);
    if (m_error != WireError::NONE)
    {
        return 0;
    }
    std::vector<uint8_t> bytes(std::min(present, header.length));
    start.Read(bytes.data(), bytes.size());
    m_error = CODEC::Decode(bytes, m_form, fields);
    return m_error == WireError::NONE ? header.length : 0;
}

template <class CODEC>
void
Net8WholePacketHeader<CODEC>::Print(std::ostream& os) const
{
    os << "type=" << Name(static_cast<PacketType>(fields.header.type))
       << " length=" << GetSerializedSize() << " flags=" << +fields.header.flags;
    PrintFields(os, fields);
}

template <class CODEC>
WireError
Net8WholePacketHeader<CODEC>::GetError() const
{
    return m_error;
}

template class Net8WholePacketHeader<ConnectPacket>;
template class Net8WholePacketHeader<AcceptPacket>;
template class Net8WholePacketHeader<AckPacket>;
template class Net8WholePacketHeader<RefusePacket>;
template class Net8WholePacketHeader<RedirectPacket>;
template class Net8WholePacketHeader<NullPacket>;
template class Net8WholePacketHeader<AbortPacket>;
template class Net8WholePacketHeader<ResendPacket>;
template class Net8WholePacketHeader<MarkerPacket>;
template class Net8WholePacketHeader<AttentionPacket>;
template class Net8WholePacketHeader<ControlPacket>;
template class Net8WholePacketHeader<DataDescriptorPacket>;

NS_OBJECT_ENSURE_REGISTERED(Net8ConnectHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8AcceptHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8AckHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8RefuseHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8RedirectHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8NullHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8AbortHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8ResendHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8MarkerHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8AttentionHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8ControlHeader);
NS_OBJECT_ENSURE_REGISTERED(Net8DataDescriptorHeader);

} // namespace ns3::net8
