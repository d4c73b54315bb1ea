// SPDX-License-Identifier: GPL-2.0-only
#include "net8-capture-file.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-stream-reader.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

namespace
{

/// One end of a TCP connection: address and port.
using End = std::pair<uint32_t, uint16_t>;

/// Data sent by one end.
struct Direction
{
    StreamReader reader; ///< Splits it into packets.
    uint32_t next{0};    ///< Next sequence number.
    bool begun{false};   ///< A segment of it has been seen.
};

/**
 * Decode a number.
 *
 * @param bytes bytes in network order
 * @return the number
 */
uint32_t
ReadNumber(std::span<const uint8_t> bytes)
{
    uint32_t number = 0;
    for (const uint8_t byte : bytes)
    {
        number = number << 8 | byte;
    }
    return number;
}

/// A TCP segment.
struct Segment
{
    End from;                         ///< The sending end.
    End to;                           ///< The receiving end.
    uint32_t sequence{0};             ///< Sequence number of the first byte.
    std::span<const uint8_t> payload; ///< The payload.
};

/**
 * Decode a frame.
 *
 * @param frame an Ethernet frame
 * @return its TCP segment, if it has payload
 */
std::optional<Segment>
ReadFrame(std::span<const uint8_t> frame)
{
    constexpr std::size_t ETHERNET = 14;
    if (frame.size() < ETHERNET + 40 || ReadNumber(frame.subspan(12, 2)) != 0x0800)
    {
        return std::nullopt;
    }
    const auto ip = frame.subspan(ETHERNET);
    const std::size_t ipHead = (ip[0] & 0x0fU) * 4U;
    const std::size_t total = ReadNumber(ip.subspan(2, 2));
    if (ip[9] != 6 || total < ipHead + 20 || total > ip.size())
    {
        return std::nullopt;
    }
    const auto tcp = ip.first(total).subspan(ipHead);
    const std::size_t tcpHead = (tcp[12] >> 4U) * 4U;
    if (tcp.size() <= tcpHead)
    {
        return std::nullopt;
    }
    const auto port = [&](std::size_t at) {
        return static_cast<uint16_t>(ReadNumber(tcp.subspan(at, 2)));
    };
    return Segment{.from = {ReadNumber(ip.subspan(12, 4)), port(0)},
                   .to = {ReadNumber(ip.subspan(16, 4)), port(2)},
                   .sequence = ReadNumber(tcp.subspan(4, 4)),
                   .payload = tcp.subspan(tcpHead)};
}

/**
 * Read the frames of a capture file.
 *
 * @param file the capture file
 * @return its frames
 */
std::vector<std::vector<uint8_t>>
ReadFrames(const std::filesystem::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    std::vector<uint8_t> all{std::istreambuf_iterator<char>{stream}, {}};
    constexpr std::array<uint8_t, 4> MAGIC{0xd4, 0xc3, 0xb2, 0xa1};
    if (all.size() < 24 || !std::equal(MAGIC.begin(), MAGIC.end(), all.begin()))
    {
        throw std::runtime_error(file.string() + " is no capture of the form that is read here");
    }
    std::vector<std::vector<uint8_t>> frames;
    for (std::size_t at = 24; at + 16 <= all.size();)
    {
        const std::span<const uint8_t> head = std::span(all).subspan(at, 16);
        const std::size_t size = head[8] | head[9] << 8 | head[10] << 16 | head[11] << 24;
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at) + 16;
        frames.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
        at += 16 + size;
    }
    return frames;
}

} // namespace

std::optional<std::filesystem::path>
GetCaptureFolder()
{
    const char* named = std::getenv("NET8_SHARED");
    const auto shared = named ? std::filesystem::path{named}
                              : std::filesystem::path{NET8_TEST_DIR} / ".." / ".." / "shared";
    const auto folder = shared / "captures";
    return std::filesystem::is_directory(folder) ? std::optional(folder) : std::nullopt;
}

std::vector<CapturedPacket>
ReadCapture(const std::filesystem::path& file, std::size_t stream, std::size_t skip)
{
    std::vector<std::set<End>> connections;
    std::map<End, Direction> directions;
    std::vector<CapturedPacket> packets;
    for (const auto& frame : ReadFrames(file))
    {
        const auto segment = ReadFrame(frame);
        if (!segment)
        {
            continue;
        }
        const std::set<End> ends{segment->from, segment->to};
        if (std::ranges::find(connections, ends) == connections.end())
        {
            connections.push_back(ends);
        }
        auto& direction = directions[segment->from];
        const bool again = direction.begun && segment->sequence != direction.next;
        if (connections.size() <= stream || connections[stream] != ends || again)
        {
            continue;
        }
        if (skip > 0)
        {
            --skip;
            continue;
        }
        if (!direction.begun)
        {
            direction.reader.Configure(LengthForm::SHORT_16, 65535, 65535);
        }
        direction.begun = true;
        direction.next = segment->sequence + static_cast<uint32_t>(segment->payload.size());
        SpanSource source(segment->payload);
        while (const auto received = direction.reader.Next(source))
        {
            const auto type = static_cast<PacketType>(received->header.type);
            const bool ofServer = segment->from.second == 1521 || segment->from.second == 1522;
            packets.push_back({!ofServer, received->header, received->bytes});
            AcceptPacket accept;
            if (type == PacketType::ACCEPT &&
                AcceptPacket::Decode(received->bytes, LengthForm::SHORT_16, accept) ==
                    WireError::NONE)
            {
                for (const auto& end : ends)
                {
                    directions[end].reader.Configure(accept.GetLengthFormAfter(),
                                                     PacketHeader::MAX_LENGTH,
                                                     65535);
                }
            }
        }
    }
    return packets;
}

} // namespace ns3::net8
