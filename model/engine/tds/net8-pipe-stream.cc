// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pipe-stream.h"

#include "ns3/net8-nbt-session.h"
#include "ns3/net8-smb-message.h"

#include <algorithm>
#include <span>

namespace ns3::net8
{

PipeStream::PipeStream(bool framed)
    : m_framed(framed)
{
}

std::size_t
PipeStream::FindNeeded()
{
    if (m_framed)
    {
        return m_bytes.size() < NbtSession::HEAD
                   ? NbtSession::HEAD
                   : NbtSession::GetLength(std::span(m_bytes).first<NbtSession::HEAD>());
    }
    // The words and bytes of the only command follow their counts.
    constexpr std::size_t WORDS = SmbMessage::HEAD;
    if (m_bytes.size() <= WORDS)
    {
        return WORDS + 1;
    }
    const std::size_t bytes = WORDS + 1 + 2U * m_bytes[WORDS];
    if (m_bytes.size() < bytes + 2)
    {
        return bytes + 2;
    }
    return bytes + 2 + (m_bytes[bytes] | static_cast<std::size_t>(m_bytes[bytes + 1]) << 8U);
}

std::optional<std::vector<uint8_t>>
PipeStream::Next(ByteSource& segment)
{
    while (!m_error && segment.GetSize() > 0)
    {
        const std::size_t there = m_bytes.size();
        const std::size_t part = std::min<std::size_t>(FindNeeded() - there, segment.GetSize());
        m_bytes.resize(there + part);
        segment.Take(std::span(m_bytes).subspan(there));
        if (!m_framed && m_bytes.front() != 0xff)
        {
            m_error = SessionError::MALFORMED_PACKET;
        }
        else if (FindNeeded() == m_bytes.size())
        {
            return std::exchange(m_bytes, {});
        }
    }
    segment.Skip(m_error ? segment.GetSize() : 0);
    return std::nullopt;
}

std::optional<SessionError>
PipeStream::GetError() const
{
    return m_error;
}

} // namespace ns3::net8
