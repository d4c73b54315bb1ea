// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_STREAM_H
#define NET8_PIPE_STREAM_H

#include "net8-byte-source.h"

#include "ns3/net8-session-counters.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Finds packets of a NetBIOS session over TCP, or messages of SMB with nothing in front as they go
 * over NetBIOS Frames, in a stream of bytes, wherever its segments begin and end.
 */
class PipeStream
{
  public:
    /**
     * @param framed whether each has the 4 bytes of a NetBIOS session over TCP in front
     */
    explicit PipeStream(bool framed);

    /**
     * @param segment bytes of the stream, in order; those up to the end of the next packet are used
     * up
     * @return the next packet, with what is in front of it; nothing if the segment ends first, or
     * there is an error
     */
    std::optional<std::vector<uint8_t>> Next(ByteSource& segment);

    /**
     * @return what is wrong with the stream; after an error it stays unreadable
     */
    std::optional<SessionError> GetError() const;

  private:
    /**
     * @return bytes of the packet under way as far as those that are there tell
     */
    std::size_t FindNeeded();

    bool m_framed;                       ///< Each packet has 4 bytes in front.
    std::vector<uint8_t> m_bytes;        ///< What is there of the packet under way.
    std::optional<SessionError> m_error; ///< Why the stream is unreadable.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_STREAM_H */
