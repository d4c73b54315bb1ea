// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_STREAM_H
#define NET8_TDS_STREAM_H

#include "net8-byte-source.h"

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
 * Finds TDS packets in a stream of bytes, wherever its segments begin and end, and puts the
 * messages together that they are parts of.
 */
class TdsStream
{
  public:
    /// Bytes of a message that are kept; of a longer one its end is known, too.
    static constexpr std::size_t KEPT = 65536;
    /// Bytes of the end that are kept: those of the tokens that end a call, of a batch a DONE.
    static constexpr std::size_t END = 31;

    /// A whole message.
    struct Message
    {
        uint8_t type{0};            ///< Type of its packets.
        uint8_t status{0};          ///< Status of the first one, without the bit of the end.
        std::vector<uint8_t> bytes; ///< It, as far as it is kept.
        std::vector<uint8_t> end;   ///< Its last bytes.
        uint64_t size{0};           ///< Its bytes.
        uint64_t wireBytes{0};      ///< Bytes of its packets.
        uint32_t packets{0};        ///< Its packets.
        std::chrono::nanoseconds firstByte{0}; ///< When its first byte arrived.
    };

    /// Told of the header of each packet, when all of it is there.
    using Seen = std::function<void(const TdsPacketHeader& header)>;

    /**
     * @param seen told of each packet; may be empty
     */
    explicit TdsStream(Seen seen = {});

    /**
     * @param longest longest packet that may come from now on, bytes
     */
    void SetLongest(uint32_t longest);

    /**
     * @param segment bytes of the stream, in order; those up to the end of the next message are
     * used up
     * @param now the time
     * @return the next message; nothing if the segment ends first, or there is an error
     */
    std::optional<Message> Next(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * @return what is wrong with the stream; after an error it stays unreadable
     */
    std::optional<SessionError> GetError() const;

    /**
     * @return whether the stream stands inside a message
     */
    bool IsInsideMessage() const;

  private:
    /**
     * The header of a packet is there.
     */
    void BeginPacket();

    /**
     * @param bytes next bytes of the message
     */
    void Add(std::span<const uint8_t> bytes);

    Seen m_seen;                               ///< Told of each packet.
    uint32_t m_longest{TdsPacketHeader::MOST}; ///< Longest packet.
    std::vector<uint8_t> m_head;               ///< Bytes of a header that is not whole.
    TdsPacketHeader m_header;                  ///< Header of the packet under way.
    uint32_t m_left{0};                        ///< Bytes of it that are to come.
    bool m_inPacket{false};                    ///< A packet is under way.
    std::optional<Message> m_message;          ///< Message under way.
    std::chrono::nanoseconds m_begun{0};       ///< When the header under way began.
    std::optional<SessionError> m_error;       ///< Why the stream is unreadable.
};

} // namespace ns3::net8

#endif /* NET8_TDS_STREAM_H */
