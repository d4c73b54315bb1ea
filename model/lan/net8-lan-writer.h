// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_WRITER_H
#define NET8_LAN_WRITER_H

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Builds a frame of a LAN protocol, field by field.
 */
class LanWriter
{
  public:
    /**
     * Append one byte.
     *
     * @param value the byte
     */
    void U8(uint8_t value)
    {
        m_bytes.push_back(value);
    }

    /**
     * Append 2 bytes, big-endian.
     *
     * @param value the number
     */
    void U16(uint16_t value)
    {
        U8(static_cast<uint8_t>(value >> 8));
        U8(static_cast<uint8_t>(value & 0xff));
    }

    /**
     * Append 4 bytes, big-endian.
     *
     * @param value the number
     */
    void U32(uint32_t value)
    {
        U16(static_cast<uint16_t>(value >> 16));
        U16(static_cast<uint16_t>(value & 0xffff));
    }

    /**
     * Append 2 bytes, little-endian.
     *
     * @param value the number
     */
    void Le16(uint16_t value)
    {
        U8(static_cast<uint8_t>(value & 0xff));
        U8(static_cast<uint8_t>(value >> 8));
    }

    /**
     * Append bytes unchanged.
     *
     * @param bytes the bytes
     */
    void Bytes(std::span<const uint8_t> bytes)
    {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }

    /** @return number of bytes so far */
    size_t GetSize() const
    {
        return m_bytes.size();
    }

    /** @return the bytes; the writer is empty afterwards */
    std::vector<uint8_t> Take()
    {
        return std::exchange(m_bytes, {});
    }

  private:
    std::vector<uint8_t> m_bytes; ///< The frame so far.
};

} // namespace ns3::net8

#endif // NET8_LAN_WRITER_H
