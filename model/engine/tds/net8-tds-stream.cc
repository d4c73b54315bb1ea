// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-stream.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3::net8
{

TdsStream::TdsStream(Seen seen)
    : m_seen(std::move(seen))
{
}

void
TdsStream::SetLongest(uint32_t longest)
{
    m_longest = longest;
}

std::optional<TdsStream::Message>
TdsStream::Next(ByteSource& segment, std::chrono::nanoseconds now)
{
    std::array<uint8_t, 4096> buffer{};
    while (!m_error && segment.GetSize() > 0)
    {
        const uint32_t wanted =
            m_inPacket ? m_left : TdsPacketHeader::SIZE - static_cast<uint32_t>(m_head.size());
        const auto bytes = std::span(buffer).first(
            std::min<std::size_t>({wanted, segment.GetSize(), buffer.size()}));
        segment.Take(bytes);
        if (m_inPacket)
        {
            Add(bytes);
        }
        else
        {
            m_begun = m_head.empty() ? now : m_begun;
            m_head.insert(m_head.end(), bytes.begin(), bytes.end());
            if (m_head.size() < TdsPacketHeader::SIZE)
            {
                continue;
            }
            BeginPacket();
        }
        if (!m_error && m_left == 0)
        {
            m_inPacket = false;
            if (m_header.IsLast())
            {
                return std::exchange(m_message, std::nullopt);
            }
        }
    }
    return std::nullopt;
}

void
TdsStream::BeginPacket()
{
    const auto header = TdsPacketHeader::Decode(m_head);
    m_head.clear();
    if (!header || header->length > m_longest)
    {
        m_error = header ? SessionError::LENGTH_ABOVE_SDU : SessionError::LENGTH_BELOW_HEADER;
        return;
    }
    if (m_message && m_message->type != header->type)
    {
        m_error = SessionError::UNEXPECTED_PACKET;
        return;
    }
    m_header = *header;
    m_left = header->length - TdsPacketHeader::SIZE;
    m_inPacket = true;
    if (!m_message)
    {
        m_message = Message{.type = header->type,
                            .status = static_cast<uint8_t>(header->status & ~TdsPacketHeader::END),
                            .bytes = {},
                            .end = {},
                            .firstByte = m_begun};
    }
    m_message->wireBytes += header->length;
    ++m_message->packets;
    if (m_seen)
    {
        m_seen(*header);
    }
}

void
TdsStream::Add(std::span<const uint8_t> bytes)
{
    m_left -= static_cast<uint32_t>(bytes.size());
    m_message->size += bytes.size();
    const auto kept = bytes.first(std::min(bytes.size(), KEPT - m_message->bytes.size()));
    m_message->bytes.insert(m_message->bytes.end(), kept.begin(), kept.end());
    auto& end = m_message->end;
    end.insert(end.end(), bytes.begin(), bytes.end());
    if (end.size() > END)
    {
        end.erase(end.begin(), end.end() - static_cast<std::ptrdiff_t>(END));
    }
}

std::optional<SessionError>
TdsStream::GetError() const
{
    return m_error;
}

bool
TdsStream::IsInsideMessage() const
{
    return m_message.has_value() || !m_head.empty();
}

} // namespace ns3::net8
