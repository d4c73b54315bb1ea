// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEGMENT_H
#define NET8_TCP_SEGMENT_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Compare two sequence numbers.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return whether @p a comes before @p b (RFC 9293, section 3.4)
 */
constexpr bool
SeqBefore(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) < 0;
}

/**
 * @ingroup net8
 * Compare two sequence numbers.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return whether @p a comes after @p b (RFC 9293, section 3.4)
 */
constexpr bool
SeqAfter(uint32_t a, uint32_t b)
{
    return SeqBefore(b, a);
}

/**
 * @ingroup net8
 * Get the later sequence number.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return the later of the two
 */
constexpr uint32_t
SeqMax(uint32_t a, uint32_t b)
{
    return SeqBefore(a, b) ? b : a;
}

/**
 * @ingroup net8
 * Get the earlier sequence number.
 *
 * @param a a sequence number
 * @param b another, less than 2^31 away
 * @return the earlier of the two
 */
constexpr uint32_t
SeqMin(uint32_t a, uint32_t b)
{
    return SeqBefore(a, b) ? a : b;
}

/**
 * @ingroup net8
 * A block of a SACK option (RFC 2018, section 3).
 */
struct TcpSackBlock
{
    uint32_t start{0}; ///< First sequence number of the block.
    uint32_t end{0};   ///< Sequence number after its last byte.

    /// @return whether two blocks are the same
    bool operator==(const TcpSackBlock&) const = default;
};

/**
 * @ingroup net8
 * The options of a segment: MSS (RFC 9293), window scale and timestamps (RFC 7323), SACK (RFC
 * 2018).
 */
struct TcpSegmentOptions
{
    /// Maximum number of blocks in 40 bytes of options.
    static constexpr uint8_t MAX_BLOCKS = 4;

    bool hasMss{false};                          ///< Whether it has the MSS option.
    bool hasWindowScale{false};                  ///< Whether it has the window scale option.
    bool sackPermitted{false};                   ///< Whether it has the SACK-permitted option.
    bool hasTimestamps{false};                   ///< Whether it has the timestamps option.
    uint8_t windowScale{0};                      ///< Shift count of the window scale option.
    uint8_t blocks{0};                           ///< Number of SACK blocks.
    uint16_t mss{0};                             ///< Value of the MSS option, bytes.
    uint32_t timestampValue{0};                  ///< TSval, ms in Linux.
    uint32_t timestampEcho{0};                   ///< TSecr, ms in Linux.
    std::array<TcpSackBlock, MAX_BLOCKS> sack{}; ///< The SACK blocks, newest first.

    /// @return size of the options on the wire, bytes, padded to words as in Linux
    uint32_t GetBytes() const;
};

/**
 * @ingroup net8
 * A segment as a value: it has the length of the payload but not its bytes, so that it is copied
 * and never allocated.
 *
 * A segment may be longer than the MSS if segmentation offload is on
 * (TcpSettings::maxBurstSegments), or if receive offload merged several; segmentBytes then tells
 * how the device splits it, or from what it was merged.
 */
struct TcpSegment
{
    static constexpr uint8_t FIN = 1;            ///< No more data from the sender.
    static constexpr uint8_t SYN = 2;            ///< Synchronize sequence numbers.
    static constexpr uint8_t RST = 4;            ///< Reset the connection.
    static constexpr uint8_t PSH = 8;            ///< Push function.
    static constexpr uint8_t ACK = 16;           ///< The acknowledgment field is valid.
    static constexpr uint8_t URG = 32;           ///< The urgent pointer is valid.
    static constexpr uint8_t ECE = 64;           ///< ECN echo.
    static constexpr uint8_t CWR = 128;          ///< Congestion window reduced.
    static constexpr uint32_t HEADER_BYTES = 20; ///< Header without options.

    /// @name Codepoints of ECN in the IP header (RFC 3168, section 5)
    /// @{
    static constexpr uint8_t NOT_ECT = 0; ///< Not ECN-capable.
    static constexpr uint8_t ECT_1 = 1;   ///< ECN-capable.
    static constexpr uint8_t ECT_0 = 2;   ///< ECN-capable; what senders use.
    static constexpr uint8_t CE = 3;      ///< Congestion experienced.
    /// @}

    uint32_t seq{0};           ///< Sequence number.
    uint32_t ack{0};           ///< Acknowledgment number.
    uint32_t length{0};        ///< Payload, bytes.
    uint32_t segmentBytes{0};  ///< Payload of one segment on the wire, bytes; 0: a single segment.
    uint16_t window{0};        ///< Window field, not scaled up.
    uint8_t flags{0};          ///< Control bits.
    uint8_t ecn{NOT_ECT};      ///< ECN codepoint of its IP header.
    uint16_t urgent{0};        ///< With URG: bytes from seq to the end of the urgent data.
    TcpSegmentOptions options; ///< Options.

    /**
     * @param flag control bits to test
     * @return whether any of them is set
     */
    bool Has(uint8_t flag) const
    {
        return (flags & flag) != 0;
    }

    /// @return sequence number after the segment; SYN and FIN count as one each
    uint32_t GetEnd() const
    {
        return seq + length + (Has(SYN) ? 1 : 0) + (Has(FIN) ? 1 : 0);
    }

    /// @return size of the TCP header with options, bytes
    uint32_t GetHeaderBytes() const
    {
        return HEADER_BYTES + options.GetBytes();
    }

    /// @return the segment in tcpdump's format: flags, seq:end(length), ack, win, options
    std::string ToString() const;
};

/**
 * @ingroup net8
 * Receives the segments of a connection. Transmit must not call the connection.
 */
class TcpOutput
{
  public:
    virtual ~TcpOutput() = default;

    /**
     * Transmit a segment.
     *
     * @param segment the received segment
     * @return whether the device accepted it; if not, sending is retried later
     */
    virtual bool Transmit(const TcpSegment& segment) = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_H
