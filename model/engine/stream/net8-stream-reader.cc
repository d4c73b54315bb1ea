// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stream-reader.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Size of a MARKER or an ATTENTION, bytes.
constexpr uint32_t MARKER_SIZE = 11;

} // namespace

void
StreamReader::Configure(LengthForm form, uint32_t maximumLength, uint32_t copyLimit)
{
    m_form = form;
    m_maximumLength = maximumLength;
    m_copyLimit = std::max(copyLimit, PacketHeader::SIZE);
}

std::optional<StreamReader::Received>
StreamReader::Next(ByteSource& segment)
{
    if (m_whole)
    {
        m_head.clear();
        m_wanted = PacketHeader::SIZE;
        m_whole = m_markLost = false;
    }
    while (segment.GetSize() > 0 && !m_error && !m_whole)
    {
        if (m_skip > 0)
        {
            const uint32_t passed = std::min(m_skip, segment.GetSize());
            m_skip -= passed;
            segment.Skip(passed);
            m_whole = m_skip == 0;
            continue;
        }
        Copy(segment);
        if (m_head.size() == m_wanted)
        {
            Advance();
        }
    }
    if (m_whole)
    {
        return Received{m_header, m_head, m_markLost};
    }
    if (m_head.empty())
    {
        LendMemory();
    }
    return std::nullopt;
}

void
StreamReader::LendMemory()
{
    if (s_spare.capacity() == 0)
    {
        s_spare.swap(m_head);
        return;
    }
    std::vector<uint8_t>().swap(m_head);
}

std::optional<SessionError>
StreamReader::GetError() const
{
    return m_error;
}

void
StreamReader::Copy(ByteSource& segment)
{
    if (m_head.capacity() == 0)
    {
        m_head.swap(s_spare);
    }
    const auto have = m_head.size();
    const auto size = std::min<std::size_t>(m_wanted - have, segment.GetSize());
    m_head.resize(have + size);
    segment.Take(std::span(m_head).subspan(have));
    if (m_announced && m_head.front() == OUT_OF_BAND_BYTE)
    {
        m_head.erase(m_head.begin());
        m_announced = false;
    }
}

void
StreamReader::Advance()
{
    if (m_wanted == PacketHeader::SIZE)
    {
        if (StartsWithCheckByte())
        {
            m_head.erase(m_head.begin());
            m_markLost = true;
            return;
        }
        const auto error = PacketHeader::Decode(m_head, m_form, m_header);
        if (error == WireError::UNKNOWN_TYPE)
        {
            m_error = SessionError::UNKNOWN_TYPE;
        }
        else if (m_header.length < PacketHeader::SIZE)
        {
            m_error = SessionError::LENGTH_BELOW_HEADER;
        }
        else if (error != WireError::NONE || m_header.length > m_maximumLength)
        {
            m_error = SessionError::LENGTH_ABOVE_SDU;
        }
        else if (m_header.type == static_cast<uint8_t>(PacketType::RESEND) &&
                 m_header.length != PacketHeader::SIZE)
        {
            m_error = SessionError::MALFORMED_PACKET;
        }
        if (m_error)
        {
            return;
        }
        m_wanted = std::min(m_header.length, m_copyLimit);
        if (m_wanted > m_head.size())
        {
            return;
        }
    }
    m_skip = m_header.length - m_wanted;
    m_whole = m_skip == 0;
}

bool
StreamReader::StartsWithCheckByte() const
{
    if (m_head.front() != OUT_OF_BAND_BYTE)
    {
        return false;
    }
    // The last byte of the header is missing. It belongs to a checksum, which is 0.
    std::array<uint8_t, PacketHeader::SIZE> bytes{};
    std::copy(m_head.begin() + 1, m_head.end(), bytes.begin());
    PacketHeader header;
    const auto error = PacketHeader::Decode(bytes, LengthForm::SHORT_16, header);
    const bool marker = header.type == static_cast<uint8_t>(PacketType::MARKER) ||
                        header.type == static_cast<uint8_t>(PacketType::ATTENTION);
    return error == WireError::NONE && marker && header.length == MARKER_SIZE &&
           header.packetChecksum == 0 && header.headerChecksum == 0;
}

bool
StreamReader::IsInsidePacket() const
{
    return !m_head.empty() && !m_whole;
}

} // namespace ns3::net8
