// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tns-stream.h"

#include "net8-packing.h"

#include "ns3/net8-packet-compression.h"

#include <span>
#include <utility>

namespace ns3::net8
{

void
TnsStream::SetAgreement(const Agreement& agreement)
{
    m_agreed = true;
    m_agreement = agreement;
    SetNegotiating(false);
}

void
TnsStream::SetNegotiating(bool open)
{
    m_reader.Configure(m_agreement.lengthForm,
                       m_agreement.sdu,
                       open ? StreamReader::LONG_COPY : StreamReader::SHORT_COPY);
}

void
TnsStream::SetSealing(const NativeSealing& sealing)
{
    m_sealing = sealing;
}

std::optional<TnsStream::Arrival>
TnsStream::Next(ByteSource& segment, std::chrono::nanoseconds now)
{
    if (m_error)
    {
        return std::nullopt;
    }
    if (!m_reader.IsInsidePacket())
    {
        m_packetStart = now;
    }
    const auto received = m_reader.Next(segment);
    if (!received)
    {
        m_error = m_reader.GetError();
        return std::nullopt;
    }
    if (m_agreed && received->header.type == static_cast<uint8_t>(PacketType::DATA))
    {
        return AddData(*received);
    }
    return Arrival{.packet = *received, .message = std::nullopt};
}

TnsStream::Arrival
TnsStream::AddData(const StreamReader::Received& received)
{
    Arrival arrival{.packet = received, .ofMessage = true, .message = std::nullopt};
    const auto& bytes = received.bytes;
    if (bytes.size() < Packing::OVERHEAD)
    {
        m_error = SessionError::MALFORMED_PACKET;
        return arrival;
    }
    std::span<const uint8_t> content = std::span(bytes).subspan(Packing::OVERHEAD);
    uint32_t payload = received.header.length - Packing::OVERHEAD;
    std::optional<NativeSealing::Opened> opened;
    if (m_sealing.IsOn())
    {
        opened = m_sealing.Open(content, payload);
        if (!opened)
        {
            m_error = SessionError::MALFORMED_PACKET;
            return arrival;
        }
        content = opened->bytes;
        payload = opened->payload;
    }
    const bool packed = ((bytes[8] << 8 | bytes[9]) & data_flag::COMPRESSED) != 0;
    std::optional<PacketCompression::Opened> whole;
    if (packed)
    {
        whole = PacketCompression::Open(content, payload);
        if (!whole)
        {
            m_error = SessionError::MALFORMED_PACKET;
            return arrival;
        }
        content = whole->bytes;
        payload = whole->payload;
    }
    if (!m_message && payload == 0)
    {
        arrival.ofMessage = false;
        return arrival;
    }
    if (!m_message)
    {
        const auto prefix = TtcPrefix::Decode(content, payload);
        if (!prefix)
        {
            m_error = SessionError::BAD_TTC_PREFIX;
            return arrival;
        }
        m_message =
            std::make_unique<Message>(Message{.prefix = *prefix, .firstByte = m_packetStart});
        m_messageBytes = 0;
    }
    m_message->wireBytes += received.header.length;
    m_message->unpacked += packed ? payload : 0;
    ++m_message->packets;
    m_messageBytes += payload;
    if (m_message->prefix.message == TtcMessage::NATIVE)
    {
        m_message->native.insert(m_message->native.end(), content.begin(), content.end());
    }
    if (m_messageBytes > m_message->prefix.length)
    {
        m_error = SessionError::MESSAGE_LENGTH;
    }
    else if (m_messageBytes == m_message->prefix.length)
    {
        arrival.message = std::move(*m_message);
        m_message.reset();
    }
    return arrival;
}

std::optional<SessionError>
TnsStream::GetError() const
{
    return m_error;
}

void
TnsStream::DropMessage()
{
    m_message.reset();
}

bool
TnsStream::IsInsidePacket() const
{
    return m_reader.IsInsidePacket();
}

bool
TnsStream::IsInsideMessage() const
{
    return m_message != nullptr;
}

} // namespace ns3::net8
