// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stream-case.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// After an ACCEPT: 32-bit lengths, the maximum SDU, short copies.
constexpr uint8_t AFTER_ACCEPT = 0b10011;

/**
 * Check for an out-of-band byte.
 *
 * @param stream rest of a stream, at least a header
 * @return whether it starts with a client's out-of-band byte and a marker of 11 bytes, up to the
 * first byte of the checksum
 */
bool
IsCheckByte(std::span<const uint8_t> stream)
{
    constexpr std::array<uint8_t, 4> SHORT{0, 11, 0, 0};
    constexpr std::array<uint8_t, 4> LONG{0, 0, 0, 11};
    const auto length = stream.subspan(1, 4);
    return stream[0] == '!' &&
           (std::ranges::equal(length, SHORT) || std::ranges::equal(length, LONG)) &&
           (stream[5] == 12 || stream[5] == 13) && stream[7] == 0;
}

} // namespace

StreamCase::StreamCase(std::span<const uint8_t> input)
{
    if (input.empty())
    {
        return;
    }
    m_settings = Choose(input[0]);
    m_acceptSwitches = input[0] & 0x20;
    for (size_t at = 1; at < input.size();)
    {
        const uint8_t lead = input[at++];
        const bool zeros = lead >= 128;
        const size_t size =
            zeros ? 16 * (lead - 127) : std::min<size_t>(lead + 1, input.size() - at);
        m_segments.push_back({.start = m_stream.size(), .size = size});
        m_stream.resize(m_stream.size() + size);
        if (!zeros)
        {
            std::copy_n(input.begin() + at, size, m_stream.end() - size);
            at += size;
        }
    }
    Walk();
}

StreamCase::Settings
StreamCase::Choose(uint8_t number)
{
    constexpr std::array<uint32_t, 4> COPY_LIMITS{8, StreamReader::SHORT_COPY, 300, 65535};
    constexpr std::array<uint32_t, 4> MAXIMA{512, 8192, 65535, PacketHeader::MAX_LENGTH};
    return {.form = number & 1 ? LengthForm::LONG_32 : LengthForm::SHORT_16,
            .maximumLength = MAXIMA[number >> 3 & 3],
            .copyLimit = COPY_LIMITS[number >> 1 & 3]};
}

void
StreamCase::Walk()
{
    const std::span<const uint8_t> stream{m_stream};
    Settings setting = m_settings;
    while (m_end + PacketHeader::SIZE <= stream.size())
    {
        if (IsCheckByte(stream.subspan(m_end)))
        {
            ++m_end;
            continue;
        }
        PacketHeader header;
        const auto error = PacketHeader::Decode(stream.subspan(m_end), setting.form, header);
        const bool isResend = header.type == static_cast<uint8_t>(PacketType::RESEND);
        m_unreadable = error != WireError::NONE || header.length > setting.maximumLength ||
                       (isResend && header.length != PacketHeader::SIZE);
        if (m_unreadable || m_end + header.length > stream.size())
        {
            return;
        }
        const size_t copied = std::min(header.length, setting.copyLimit);
        m_expected.push_back({.start = m_end, .copied = copied, .header = header});
        m_end += header.length;
        if (m_acceptSwitches && header.type == static_cast<uint8_t>(PacketType::ACCEPT))
        {
            setting = Choose(AFTER_ACCEPT);
        }
    }
}

size_t
StreamCase::GetSize() const
{
    return m_stream.size();
}

size_t
StreamCase::GetPackets() const
{
    return m_expected.size();
}

std::string
StreamCase::Check() const
{
    size_t count = 0;
    std::string wrong;
    StreamReader reader;
    reader.Configure(m_settings.form, m_settings.maximumLength, m_settings.copyLimit);
    // Bytes after an error are also fed: they change nothing.
    for (const Segment& segment : m_segments)
    {
        SpanSource bytes(std::span<const uint8_t>(m_stream).subspan(segment.start, segment.size));
        while (const auto received = reader.Next(bytes))
        {
            if (!IsExpected(count, *received) && wrong.empty())
            {
                wrong = "packet " + std::to_string(count) + " is another one";
            }
            ++count;
            if (m_acceptSwitches &&
                received->header.type == static_cast<uint8_t>(PacketType::ACCEPT))
            {
                const Settings after = Choose(AFTER_ACCEPT);
                reader.Configure(after.form, after.maximumLength, after.copyLimit);
            }
        }
    }
    const bool failed = reader.GetError().has_value();
    if (wrong.empty() && count != m_expected.size())
    {
        wrong = std::to_string(count) + " packets instead of " + std::to_string(m_expected.size());
    }
    if (wrong.empty() && failed != m_unreadable)
    {
        wrong = failed ? "an error where there is none" : "no error where there is one";
    }
    if (wrong.empty() && !failed && reader.IsInsidePacket() != (m_end < m_stream.size()))
    {
        wrong = "it does not know whether it is inside a packet";
    }
    return wrong;
}

bool
StreamCase::IsExpected(size_t place, const StreamReader::Received& received) const
{
    if (place >= m_expected.size())
    {
        return false;
    }
    const Expected& expected = m_expected[place];
    const PacketHeader& header = received.header;
    const auto start = m_stream.begin() + static_cast<std::ptrdiff_t>(expected.start);
    return header.length == expected.header.length && header.type == expected.header.type &&
           header.flags == expected.header.flags &&
           std::equal(received.bytes.begin(),
                      received.bytes.end(),
                      start,
                      start + static_cast<std::ptrdiff_t>(expected.copied));
}

} // namespace ns3::net8
