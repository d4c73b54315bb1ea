// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_STREAM_H
#define NET8_TDS_STREAM_H

#include "ns3/net8-byte-source.h"
#include "ns3/net8-session-counters.h"
#include "ns3/net8-tds-packet-header.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Finds TDS packets in a byte stream, independent of segment boundaries, and reassembles the
 * messages from them.
 */
class TdsStream
{
  public:
    /// Bytes kept of a message; of a longer one, the end is kept as well.
    static constexpr std::size_t KEPT = 65536;
    /// Bytes kept of the end: the tokens that end a call; for a batch, a DONE.
    static constexpr std::size_t END = 31;

    /// A complete message.
    struct Message
    {
        uint8_t type{0};            ///< Type of its packets.
        uint8_t status{0};          ///< Status of the first packet, without the end-of-message bit.
        std::vector<uint8_t> bytes; ///< Its bytes, as far as they are kept.
        std::vector<uint8_t> end;   ///< Its last bytes.
        uint64_t size{0};           ///< Its size, bytes.
        uint64_t wireBytes{0};      ///< Size of its packets, bytes.
        uint32_t packets{0};        ///< Number of its packets.
        std::chrono::nanoseconds firstByte{0}; ///< When its first byte arrived.
    };

    /// Called with the header of each packet once it is complete.
    using Seen = std::function<void(const TdsPacketHeader& header)>;

    /**
     * Create a stream.
     *
     * @param seen called for each packet; may be empty
     */
    explicit TdsStream(Seen seen = {});

    /**
     * Set the limit for later packets.
     *
     * @param longest maximum packet size, bytes
     */
    void SetLongest(uint32_t longest);

    /**
     * Get the next message.
     *
     * @param segment bytes of the stream, in order; those up to the end of the next message are
     * consumed
     * @param now current simulation time
     * @return the next message; nothing if the segment ends first, or there is an error
     */
    std::optional<Message> Next(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * @return the error of the stream; once set, nothing more can be read
     */
    std::optional<SessionError> GetError() const;

    /**
     * @return whether the stream position is inside a message
     */
    bool IsInsideMessage() const;

  private:
    /**
     * Handle a complete packet header.
     */
    void BeginPacket();

    /**
     * Add bytes to the current message.
     *
     * @param bytes the bytes
     */
    void Add(std::span<const uint8_t> bytes);

    Seen m_seen;                               ///< Called for each packet.
    uint32_t m_longest{TdsPacketHeader::MOST}; ///< Maximum packet size, bytes.
    std::vector<uint8_t> m_head;               ///< Bytes of an incomplete header.
    TdsPacketHeader m_header;                  ///< Header of the current packet.
    uint32_t m_left{0};                        ///< Bytes of it still missing.
    bool m_inPacket{false};                    ///< The stream is inside a packet.
    std::optional<Message> m_message;          ///< Current message.
    std::chrono::nanoseconds m_begun{0};       ///< When the current header began.
    std::optional<SessionError> m_error;       ///< Why the stream is unreadable.
};

} // namespace ns3::net8

#endif /* NET8_TDS_STREAM_H */
