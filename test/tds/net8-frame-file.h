// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FRAME_FILE_H
#define NET8_FRAME_FILE_H

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Frames of capture files of the folder of transports, in the two forms that they have there: pcap
 * and pcapng, the lowest byte first.
 */
class FrameFile
{
  public:
    /// A frame.
    struct Frame
    {
        std::vector<uint8_t> bytes; ///< It, from its link header on.
        bool cooked{false};         ///< Its link header is that of Linux (16 bytes).
    };

    /**
     * @return folder of the captures, which is not part of this tree; nothing if there is none
     */
    static std::optional<std::filesystem::path> GetFolder()
    {
        const char* named = std::getenv("NET8_SHARED");
        const auto shared = named ? std::filesystem::path{named}
                                  : std::filesystem::path{NET8_TEST_DIR} / ".." / ".." / "shared";
        const auto folder = shared / "transports";
        return std::filesystem::is_directory(folder) ? std::optional(folder) : std::nullopt;
    }

    /**
     * @param file a capture file
     * @return its frames
     */
    static std::vector<Frame> Read(const std::filesystem::path& file)
    {
        std::ifstream stream{file, std::ios::binary};
        const std::vector<uint8_t> all{std::istreambuf_iterator<char>{stream}, {}};
        if (all.size() < 24)
        {
            throw std::runtime_error(file.string() + " is no capture");
        }
        return Number(all, 0) == 0x0a0d0d0a ? ReadBlocks(all) : ReadRecords(all);
    }

    /**
     * @param bytes bytes
     * @param at where a number of four bytes stands
     * @return it, the lowest byte first
     */
    static uint32_t Number(std::span<const uint8_t> bytes, std::size_t at)
    {
        return bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 |
               static_cast<uint32_t>(bytes[at + 3]) << 24;
    }

    /**
     * @param bytes bytes
     * @param at where a number of two bytes stands
     * @return it, the higher byte first
     */
    static uint32_t Short(std::span<const uint8_t> bytes, std::size_t at)
    {
        return static_cast<uint32_t>(bytes[at] << 8 | bytes[at + 1]);
    }

  private:
    static constexpr uint32_t COOKED = 113; ///< Link type of Linux' own headers.

    /**
     * @param all a pcap file
     * @return its frames
     */
    static std::vector<Frame> ReadRecords(const std::vector<uint8_t>& all)
    {
        std::vector<Frame> frames;
        for (std::size_t at = 24; at + 16 <= all.size();)
        {
            const std::size_t size = Number(all, at + 8);
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at) + 16;
            frames.push_back(
                {{begin, begin + static_cast<std::ptrdiff_t>(size)}, Number(all, 20) == COOKED});
            at += 16 + size;
        }
        return frames;
    }

    /**
     * @param all a pcapng file with one interface
     * @return its frames
     */
    static std::vector<Frame> ReadBlocks(const std::vector<uint8_t>& all)
    {
        std::vector<Frame> frames;
        bool cooked = false;
        for (std::size_t at = 0; at + 12 <= all.size(); at += Number(all, at + 4))
        {
            const uint32_t type = Number(all, at);
            cooked = type == 1 ? (Number(all, at + 8) & 0xffffU) == COOKED : cooked;
            if (type == 6)
            {
                const std::size_t size = Number(all, at + 20);
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at) + 28;
                frames.push_back({{begin, begin + static_cast<std::ptrdiff_t>(size)}, cooked});
            }
        }
        return frames;
    }
};

} // namespace ns3::net8

#endif /* NET8_FRAME_FILE_H */
