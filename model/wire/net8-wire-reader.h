// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WIRE_READER_H
#define NET8_WIRE_READER_H

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reads big-endian fields from a span. Reading past the end returns zeros and sets Failed(), so a
 * decoder can read all fields first and check once.
 */
class WireReader
{
  public:
    /**
     * Create a reader.
     * @param bytes bytes to read; must outlive the reader
     */
    explicit WireReader(std::span<const uint8_t> bytes = {})
        : m_bytes(bytes)
    {
    }

    /** @return the next byte */
    uint8_t U8()
    {
        return static_cast<uint8_t>(Number(1));
    }

    /** @return the next 2 bytes as a number */
    uint16_t U16()
    {
        return static_cast<uint16_t>(Number(2));
    }

    /** @return the next 4 bytes as a number */
    uint32_t U32()
    {
        return Number(4);
    }

    /**
     * Take bytes as a view.
     * @param size how many bytes to take
     * @return a view of them, empty if fewer are left
     */
    std::span<const uint8_t> View(size_t size)
    {
        if (size > Left())
        {
            m_failed = true;
            m_position = m_bytes.size();
            return {};
        }
        const auto view = m_bytes.subspan(m_position, size);
        m_position += size;
        return view;
    }

    /**
     * Take bytes as a copy.
     * @param size how many bytes to take
     * @return a copy of them, empty if fewer are left
     */
    std::vector<uint8_t> Bytes(size_t size)
    {
        const auto view = View(size);
        return {view.begin(), view.end()};
    }

    /**
     * Take bytes as text.
     * @param size how many bytes to take
     * @return a copy of them as text, empty if fewer are left
     */
    std::string Text(size_t size)
    {
        const auto view = View(size);
        return {view.begin(), view.end()};
    }

    /**
     * Fill a span with the next bytes.
     * @param target span to fill; unchanged if fewer bytes are left
     */
    void Copy(std::span<uint8_t> target)
    {
        const auto view = View(target.size());
        std::copy(view.begin(), view.end(), target.begin());
    }

    /** @return all remaining bytes */
    std::vector<uint8_t> Rest()
    {
        return Bytes(Left());
    }

    /** @return number of remaining bytes */
    size_t Left() const
    {
        return m_bytes.size() - m_position;
    }

    /** @return number of bytes read so far */
    size_t Position() const
    {
        return m_position;
    }

    /** @return whether any read went past the end */
    bool Failed() const
    {
        return m_failed;
    }

  private:
    /**
     * Read a big-endian number.
     * @param size its size: 1, 2 or 4 bytes
     * @return the number
     */
    uint32_t Number(size_t size)
    {
        uint32_t value = 0;
        for (const uint8_t byte : View(size))
        {
            value = value << 8 | byte;
        }
        return value;
    }

    std::span<const uint8_t> m_bytes; ///< what is read
    size_t m_position{0};             ///< bytes taken so far
    bool m_failed{false};             ///< whether a read passed the end
};

} // namespace ns3::net8

#endif // NET8_WIRE_READER_H
