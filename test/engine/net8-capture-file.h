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
 * A TNS packet of a capture.
 */
struct CapturedPacket
{
    bool ofClient{false};       ///< The client sent it.
    PacketHeader header;        ///< Its header.
    std::vector<uint8_t> bytes; ///< All of it.
};

/**
 * @ingroup net8-test
 * @return folder of the captures, which is not part of this tree; nothing if there is none
 */
std::optional<std::filesystem::path> GetCaptureFolder();

/**
 * @ingroup net8-test
 * Read a capture file of Ethernet frames whose TCP segments come in order.
 *
 * @param file the file, in the first form of libpcap
 * @param stream 0-based number of a TCP connection in it
 * @param skip segments with bytes to pass over at its start
 * @return the TNS packets of the connection, each where its last byte came; the end without the
 * listener's port, 1521 or 1522, is the client
 */
std::vector<CapturedPacket> ReadCapture(const std::filesystem::path& file,
                                        std::size_t stream = 0,
                                        std::size_t skip = 0);

} // namespace ns3::net8

#endif /* NET8_CAPTURE_FILE_H */
