// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-compression.h"

#include <algorithm>
#include <cmath>

namespace ns3::net8
{

namespace
{

/// CONNECT: compression is offered.
constexpr uint16_t OFFERED = 0x8000;
/// Bit position of the first scheme in a CONNECT; each further one is 4 bits lower.
constexpr int FIRST_SHIFT = 10;
/// Bits per scheme there.
constexpr int SCHEME_BITS = 4;
/// ACCEPT: compression is on.
constexpr uint8_t ON = 0x80;
/// Bit position of the scheme in an ACCEPT.
constexpr int ACCEPT_SHIFT = 2;
/// Mask of a scheme.
constexpr uint16_t SCHEME_MASK = 0x0f;

/// Size of header and data flags of a packet, bytes.
constexpr uint32_t HEAD = 10;
/// Bits flipped in the placeholder of the stream.
constexpr uint8_t STREAM_MASK = 0xa5;
/// Maximum payload, bytes: the largest SDU.
constexpr uint32_t PAYLOAD_MAX = 2'097'152;

/// Bytes per second that zlib compresses: 50 to 100 MB/s (general knowledge).
constexpr double ZLIB_RATE = 75e6;
/// The same for LZO, which is 5 to 10 times as fast.
constexpr double LZO_RATE = 500e6;
/// How much faster decompression is: zlib, 300 MB/s.
constexpr double BACK = 4;

/**
 * Convert a number of bytes to a time.
 *
 * @param bytes number of bytes
 * @param rate bytes per second
 * @return the time
 */
std::chrono::nanoseconds
GetTime(uint64_t bytes, double rate)
{
    const std::chrono::duration<double> time(static_cast<double>(bytes) / rate);
    return std::chrono::round<std::chrono::nanoseconds>(time);
}

} // namespace

uint16_t
CompressionOffer::ToConnect() const
{
    uint16_t word = schemes.empty() ? 0 : OFFERED;
    int shift = FIRST_SHIFT;
    for (const auto scheme : schemes)
    {
        word |= static_cast<uint16_t>(static_cast<uint16_t>(scheme) << shift);
        shift -= SCHEME_BITS;
    }
    return word;
}

uint8_t
CompressionOffer::ToAccept(uint16_t connect) const
{
    if ((connect & OFFERED) == 0)
    {
        return 0;
    }
    for (const auto scheme : schemes)
    {
        for (int shift = FIRST_SHIFT; shift > 0; shift -= SCHEME_BITS)
        {
            if (((connect >> shift) & SCHEME_MASK) == static_cast<uint16_t>(scheme))
            {
                return ON | static_cast<uint8_t>(static_cast<uint8_t>(scheme) << ACCEPT_SHIFT);
            }
        }
    }
    return 0;
}

PacketCompression::PacketCompression(uint8_t accept, const CompressionOffer& offer)
{
    if ((accept & ON) == 0 || offer.schemes.empty())
    {
        return;
    }
    const auto scheme = static_cast<CompressionScheme>((accept >> ACCEPT_SHIFT) & SCHEME_MASK);
    m_threshold = offer.threshold;
    m_ratio = offer.ratio;
    m_rate = offer.rate > 0 ? offer.rate : scheme == CompressionScheme::LZO ? LZO_RATE : ZLIB_RATE;
}

bool
PacketCompression::IsOn() const
{
    return m_ratio > 0;
}

uint32_t
PacketCompression::GetSize(uint32_t payload) const
{
    if (!IsOn() || payload + HEAD <= m_threshold)
    {
        return payload;
    }
    const auto size = static_cast<uint64_t>(std::ceil(payload / m_ratio)) + ENDS;
    return static_cast<uint32_t>(std::min<uint64_t>(std::max<uint64_t>(size, LEAST), payload));
}

std::vector<uint8_t>
PacketCompression::Write(std::span<const uint8_t> real, uint32_t payload)
{
    std::vector<uint8_t> bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        bytes.push_back(static_cast<uint8_t>(payload >> shift) ^ STREAM_MASK);
    }
    for (const uint8_t byte : real)
    {
        bytes.push_back(byte ^ STREAM_MASK);
    }
    return bytes;
}

std::optional<PacketCompression::Opened>
PacketCompression::Open(std::span<const uint8_t> compressed, uint32_t bytes)
{
    if (compressed.size() < FRONT)
    {
        return std::nullopt;
    }
    Opened opened;
    for (std::size_t i = 0; i < FRONT; ++i)
    {
        opened.payload = opened.payload << 8 | static_cast<uint8_t>(compressed[i] ^ STREAM_MASK);
    }
    if (opened.payload <= bytes || opened.payload > PAYLOAD_MAX)
    {
        return std::nullopt;
    }
    for (const uint8_t byte : compressed.subspan(FRONT))
    {
        opened.bytes.push_back(byte ^ STREAM_MASK);
    }
    return opened;
}

std::chrono::nanoseconds
PacketCompression::GetPackTime(uint64_t bytes) const
{
    return IsOn() && bytes + HEAD > m_threshold ? GetTime(bytes, m_rate)
                                                : std::chrono::nanoseconds(0);
}

std::chrono::nanoseconds
PacketCompression::GetUnpackTime(uint64_t bytes) const
{
    return IsOn() ? GetTime(bytes, m_rate * BACK) : std::chrono::nanoseconds(0);
}

} // namespace ns3::net8
