// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_CAPTURE_H
#define NET8_LAN_CAPTURE_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A frame of a capture.
 */
struct LanCaptureFrame
{
    bool cooked{false};           ///< Behind 16 bytes that Linux made up, in place of Ethernet's.
    std::vector<uint8_t> bytes{}; ///< All of it.
};

/**
 * @ingroup net8-test
 * @return folder of the captures of LAN protocols, which is not part of this tree; nothing if there
 * is none
 */
std::optional<std::filesystem::path> GetLanCaptureFolder();

/**
 * @ingroup net8-test
 * @param file a capture file, of libpcap's first form or pcapng, little-endian
 * @return its frames
 */
std::vector<LanCaptureFrame> ReadLanCapture(const std::filesystem::path& file);

} // namespace ns3::net8

#endif // NET8_LAN_CAPTURE_H
