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
 * A byte stream in segments, made of an input of any bytes, and what StreamReader must find in it.
 *
 * The first byte of the input chooses: bit 0 the length form, bits 1 and 2 the copy limit, bits 3
 * and 4 the maximum length, bit 5 whether an ACCEPT switches to 32-bit lengths and short copies as
 * in a session. Segments follow: a byte below 128 and as many bytes as it says plus one, or a byte
 * from 128 on, for 16 zeros times what it is above 127.
 */
class StreamCase
{
  public:
    /**
     * @param input any bytes
     */
    explicit StreamCase(std::span<const uint8_t> input);

    /**
     * @return bytes of the stream
     */
    size_t GetSize() const;

    /**
     * @return number of whole packets in the stream
     */
    size_t GetPackets() const;

    /**
     * Have a StreamReader read the stream.
     *
     * @return where it differs from the packets that stand in the stream; empty if nowhere
     */
    std::string Check() const;

  private:
    /**
     * What StreamReader::Configure takes.
     */
    struct Settings
    {
        LengthForm form{LengthForm::SHORT_16}; ///< Form of the packet length.
        uint32_t maximumLength{0};             ///< Longest packet allowed, bytes.
        uint32_t copyLimit{0};                 ///< Bytes copied of each packet.
    };

    /**
     * Bytes of one segment.
     */
    struct Segment
    {
        size_t start; ///< Place of its first byte in the stream.
        size_t size;  ///< Number of bytes.
    };

    /**
     * A packet of the stream.
     */
    struct Expected
    {
        size_t start;        ///< Place of its first byte in the stream.
        size_t copied;       ///< Bytes that the reader hands out.
        PacketHeader header; ///< Common header.
    };

    /**
     * @param number a small number
     * @return the setting that it chooses
     */
    static Settings Choose(uint8_t number);

    /**
     * Find the packets with the whole stream at hand.
     */
    void Walk();

    /**
     * @param place number of the packet
     * @param received what the reader handed out
     * @return whether it is the packet that was expected
     */
    bool IsExpected(size_t place, const StreamReader::Received& received) const;

    Settings m_settings;              ///< Settings at the start.
    bool m_acceptSwitches{false};     ///< Whether an ACCEPT changes it.
    std::vector<uint8_t> m_stream;    ///< Bytes of all segments.
    std::vector<Segment> m_segments;  ///< How they arrive.
    std::vector<Expected> m_expected; ///< Packets of the stream.
    size_t m_end{0};                  ///< Place behind the last whole packet.
    bool m_unreadable{false};         ///< Whether a header stands there that is none.
};

} // namespace ns3::net8

#endif /* NET8_STREAM_CASE_H */
