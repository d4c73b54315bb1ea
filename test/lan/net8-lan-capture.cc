// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-capture.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

constexpr uint32_t PCAP = 0xa1b2c3d4;    ///< First number of libpcap's first form.
constexpr uint32_t SECTION = 0x0a0d0d0a; ///< Section header of pcapng.
constexpr uint32_t INTERFACE = 1;        ///< Description of an interface.
constexpr uint32_t ENHANCED = 6;         ///< A packet.
constexpr uint32_t LINK_COOKED = 113;    ///< Link type of Linux's cooked frames.
using Bytes = std::span<const uint8_t>;  ///< Bytes of a file.

/**
 * @param bytes bytes of a file
 * @param at where a number stands
 * @return the number, little-endian
 */
uint32_t
Number(Bytes bytes, std::size_t at)
{
    const auto field = bytes.subspan(at, 4);
    return static_cast<uint32_t>(field[0]) | static_cast<uint32_t>(field[1]) << 8 |
           static_cast<uint32_t>(field[2]) << 16 | static_cast<uint32_t>(field[3]) << 24;
}

/**
 * @param bytes bytes of a frame
 * @param linkType type of its link
 * @return the frame
 */
LanCaptureFrame
Make(Bytes bytes, uint32_t linkType)
{
    return {.cooked = linkType == LINK_COOKED, .bytes = {bytes.begin(), bytes.end()}};
}

/**
 * @param all a file of libpcap's first form
 * @return its frames
 */
std::vector<LanCaptureFrame>
ReadFirstForm(Bytes all)
{
    std::vector<LanCaptureFrame> frames;
    for (std::size_t at = 24; at + 16 <= all.size();)
    {
        const uint32_t size = Number(all, at + 8);
        frames.push_back(Make(all.subspan(at + 16, size), Number(all, 20)));
        at += 16 + size;
    }
    return frames;
}

/**
 * @param all a file of pcapng
 * @return its frames
 */
std::vector<LanCaptureFrame>
ReadBlocks(Bytes all)
{
    std::vector<LanCaptureFrame> frames;
    std::vector<uint32_t> links;
    for (std::size_t at = 0; at + 12 <= all.size(); at += Number(all, at + 4))
    {
        const uint32_t type = Number(all, at);
        if (type == INTERFACE)
        {
            links.push_back(Number(all, at + 8) & 0xffffU);
        }
        else if (type == ENHANCED)
        {
            const uint32_t link = links.at(Number(all, at + 8));
            frames.push_back(Make(all.subspan(at + 28, Number(all, at + 20)), link));
        }
    }
    return frames;
}

} // namespace

std::optional<std::filesystem::path>
GetLanCaptureFolder()
{
    const char* named = std::getenv("NET8_SHARED");
    const auto shared = named ? std::filesystem::path{named}
                              : std::filesystem::path{NET8_TEST_DIR} / ".." / ".." / "shared";
    const auto folder = shared / "transports";
    return std::filesystem::is_directory(folder) ? std::optional(folder) : std::nullopt;
}

std::vector<LanCaptureFrame>
ReadLanCapture(const std::filesystem::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    const std::vector<uint8_t> all{std::istreambuf_iterator<char>{stream}, {}};
    if (all.size() >= 24 && Number(all, 0) == PCAP)
    {
        return ReadFirstForm(all);
    }
    if (all.size() >= 24 && Number(all, 0) == SECTION)
    {
        return ReadBlocks(all);
    }
    throw std::runtime_error(file.string() + " is no capture of a form that is read here");
}

} // namespace ns3::net8
