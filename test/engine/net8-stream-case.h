// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STREAM_CASE_H
#define NET8_STREAM_CASE_H

#include "ns3/net8-stream-reader.h"

#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A segmented byte stream made from arbitrary input, and what StreamReader must find in it.
 *
 * The first byte of the input selects: bit 0 the length form, bits 1 and 2 the copy limit, bits 3
 * and 4 the maximum length, bit 5 whether an ACCEPT switches to 32-bit lengths and short copies as
 * in a session. Segments follow: a byte below 128 and one more byte than its value, or a byte from
 * 128 on, for 16 zeros times its excess over 127.
 */
class StreamCase
{
  public:
    /**
     * Make the stream.
     *
     * @param input arbitrary bytes
     */
    explicit StreamCase(std::span<const uint8_t> input);

    /**
     * @return size of the stream, bytes
     */
    size_t GetSize() const;

    /**
     * @return number of whole packets in the stream
     */
    size_t GetPackets() const;

    /**
     * Let a StreamReader read the stream.
     *
     * @return first difference from the packets of the stream; empty if there is none
     */
    std::string Check() const;

  private:
    /**
     * Settings for StreamReader::Configure.
     */
    struct Settings
    {
        LengthForm form{LengthForm::SHORT_16}; ///< Form of the packet length.
        uint32_t maximumLength{0};             ///< Maximum packet length, bytes.
        uint32_t copyLimit{0};                 ///< Bytes to copy of each packet.
    };

    /**
     * Position of a segment.
     */
    struct Segment
    {
        size_t start; ///< Position of its first byte in the stream.
        size_t size;  ///< Number of bytes.
    };

    /**
     * A packet of the stream.
     */
    struct Expected
    {
        size_t start;        ///< Position of its first byte in the stream.
        size_t copied;       ///< Number of bytes the reader returns.
        PacketHeader header; ///< Common header.
    };

    /**
     * Select settings.
     *
     * @param number a small number
     * @return the settings it selects
     */
    static Settings Choose(uint8_t number);

    /**
     * Find the packets in the complete stream.
     */
    void Walk();

    /**
     * Compare a packet.
     *
     * @param place index of the packet
     * @param received packet returned by the reader
     * @return whether it is the expected packet
     */
    bool IsExpected(size_t place, const StreamReader::Received& received) const;

    Settings m_settings;              ///< Settings at the start.
    bool m_acceptSwitches{false};     ///< Whether an ACCEPT changes the settings.
    std::vector<uint8_t> m_stream;    ///< Bytes of all segments.
    std::vector<Segment> m_segments;  ///< Segments in which they arrive.
    std::vector<Expected> m_expected; ///< Packets of the stream.
    size_t m_end{0};                  ///< Position after the last whole packet.
    bool m_unreadable{false};         ///< Whether there is an invalid header.
};

} // namespace ns3::net8

#endif /* NET8_STREAM_CASE_H */
