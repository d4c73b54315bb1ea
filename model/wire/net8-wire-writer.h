// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WIRE_WRITER_H
#define NET8_WIRE_WRITER_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Builds one packet: the header first, then big-endian fields.
 */
class WireWriter
{
  public:
    /**
     * Start a packet with its header.
     * @param header common header; its length field is replaced by @p length
     * @param length size of the whole packet, bytes
     * @param form length form to write
     */
    WireWriter(PacketHeader header, uint32_t length, LengthForm form)
    {
        m_bytes.reserve(length);
        m_bytes.resize(PacketHeader::SIZE);
        header.length = length;
        header.Encode(form, std::span<uint8_t, PacketHeader::SIZE>{m_bytes.data(), m_bytes.size()});
    }

    /**
     * Append one byte.
     * @param value the byte
     */
    void U8(uint8_t value)
    {
        m_bytes.push_back(value);
    }

    /**
     * Append 2 bytes, big-endian.
     * @param value the number
     */
    void U16(uint16_t value)
    {
        U8(static_cast<uint8_t>(value >> 8));
        U8(static_cast<uint8_t>(value & 0xff));
    }

    /**
     * Append 4 bytes, big-endian.
     * @param value the number
     */
    void U32(uint32_t value)
    {
        U16(static_cast<uint16_t>(value >> 16));
        U16(static_cast<uint16_t>(value & 0xffff));
    }

    /**
     * Append bytes unchanged.
     * @param bytes the bytes
     */
    void Bytes(std::span<const uint8_t> bytes)
    {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }

    /**
     * Append text unchanged.
     * @param text the text
     */
    void Text(std::string_view text)
    {
        m_bytes.insert(m_bytes.end(), text.begin(), text.end());
    }

    /** @return the packet; the writer is empty afterwards */
    std::vector<uint8_t> Take()
    {
        return std::move(m_bytes);
    }

  private:
    std::vector<uint8_t> m_bytes; ///< the packet so far
};

} // namespace ns3::net8

#endif // NET8_WIRE_WRITER_H
