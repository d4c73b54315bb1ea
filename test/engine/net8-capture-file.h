// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CAPTURE_FILE_H
#define NET8_CAPTURE_FILE_H

#include "ns3/net8-packet-header.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A TNS packet from a capture.
 */
struct CapturedPacket
{
    bool ofClient{false};       ///< Whether the client sent it.
    PacketHeader header;        ///< Its header.
    std::vector<uint8_t> bytes; ///< The whole packet.
};

/**
 * @ingroup net8-test
 * @return folder of the captures, which is not part of this repository; nothing if there is none
 */
std::optional<std::filesystem::path> GetCaptureFolder();

/**
 * @ingroup net8-test
 * Read a capture file of Ethernet frames whose TCP segments are in order.
 *
 * @param file the file, in the original libpcap format
 * @param stream 0-based number of a TCP connection in it
 * @param skip number of segments with payload to skip at the start
 * @return the TNS packets of the connection, in the order of their last bytes; the client is the
 * end whose port is not the listener's, 1521 or 1522
 */
std::vector<CapturedPacket> ReadCapture(const std::filesystem::path& file,
                                        std::size_t stream = 0,
                                        std::size_t skip = 0);

} // namespace ns3::net8

#endif /* NET8_CAPTURE_FILE_H */
