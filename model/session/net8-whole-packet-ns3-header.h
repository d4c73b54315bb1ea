// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WHOLE_PACKET_NS3_HEADER_H
#define NET8_WHOLE_PACKET_NS3_HEADER_H

#include "ns3/header.h"
#include "ns3/net8-packet.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A whole TNS packet, common header included, as an ns-3 header over its codec class.
 *
 * Deserialize takes as many bytes as the packet's length field says and never reads past the
 * buffer. When the bytes are no such packet it returns 0 and GetError tells why.
 * @tparam CODEC codec class of the packet kind
 */
template <class CODEC>
class Net8WholePacketHeader : public Header
{
  public:
    /**
     * @param form length form of the connection
     */
    explicit Net8WholePacketHeader(LengthForm form = LengthForm::SHORT_16);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /** @return what was wrong with the bytes last deserialized */
    WireError GetError() const;

    CODEC fields; ///< the fields, as in the codec

  private:
    LengthForm m_form;                  ///< length form of the connection
    WireError m_error{WireError::NONE}; ///< result of the last Deserialize
};

using Net8ConnectHeader = Net8WholePacketHeader<ConnectPacket>;               ///< CONNECT
using Net8AcceptHeader = Net8WholePacketHeader<AcceptPacket>;                 ///< ACCEPT
using Net8AckHeader = Net8WholePacketHeader<AckPacket>;                       ///< ACK
using Net8RefuseHeader = Net8WholePacketHeader<RefusePacket>;                 ///< REFUSE
using Net8RedirectHeader = Net8WholePacketHeader<RedirectPacket>;             ///< REDIRECT
using Net8NullHeader = Net8WholePacketHeader<NullPacket>;                     ///< NULL
using Net8AbortHeader = Net8WholePacketHeader<AbortPacket>;                   ///< ABORT
using Net8ResendHeader = Net8WholePacketHeader<ResendPacket>;                 ///< RESEND
using Net8MarkerHeader = Net8WholePacketHeader<MarkerPacket>;                 ///< MARKER
using Net8AttentionHeader = Net8WholePacketHeader<AttentionPacket>;           ///< ATTENTION
using Net8ControlHeader = Net8WholePacketHeader<ControlPacket>;               ///< CONTROL
using Net8DataDescriptorHeader = Net8WholePacketHeader<DataDescriptorPacket>; ///< DATA DESCRIPTOR

} // namespace ns3::net8

#endif // NET8_WHOLE_PACKET_NS3_HEADER_H
