// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_STREAM_H
#define NET8_PIPE_STREAM_H

#include "ns3/net8-byte-source.h"
#include "ns3/net8-session-counters.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Finds the packets of a NetBIOS session over TCP, or SMB messages without header as carried over
 * NetBIOS Frames, in a byte stream, independent of segment boundaries.
 */
class PipeStream
{
  public:
    /**
     * Create a reader.
     *
     * @param framed whether each message has the 4-byte header of a NetBIOS session over TCP
     */
    explicit PipeStream(bool framed);

    /**
     * Get the next packet.
     *
     * @param segment bytes of the stream, in order; those up to the end of the next packet are
     * consumed
     * @return the next packet with its header; nothing if the segment ends first or there is an
     * error
     */
    std::optional<std::vector<uint8_t>> Next(ByteSource& segment);

    /**
     * @return the error of the stream; once set, nothing more can be read
     */
    std::optional<SessionError> GetError() const;

  private:
    /**
     * @return size of the current packet, as far as the bytes received so far tell
     */
    std::size_t FindNeeded();

    bool m_framed;                       ///< Each message has a 4-byte header.
    std::vector<uint8_t> m_bytes;        ///< Received bytes of the current packet.
    std::optional<SessionError> m_error; ///< Why the stream is unreadable.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_STREAM_H */
