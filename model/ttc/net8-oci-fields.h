// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_FIELDS_H
#define NET8_OCI_FIELDS_H

#include "net8-oci-layout.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Fields of OCI's messages: numbers with their lowest byte first, pointers, texts. Those of a
 * structure stand at multiples of their sizes, counted from its start, if it is aligned.
 *
 * @tparam IO a writer or a reader
 */
template <class IO>
class OciFields
{
  public:
    /// Stands for a pointer to something.
    static constexpr uint64_t PRESENT = 0xfffffffffffffffe;
    /// Length byte of a text in chunks.
    static constexpr uint8_t LONG_TEXT = 0xfe;
    /// Longest text with a length of one byte.
    static constexpr uint32_t SHORT_TEXT = 252;

    /**
     * @param io takes or gives the fields
     * @param layout layout of the session
     * @param aligned fields stand at multiples of their sizes
     */
    OciFields(IO& io, const OciLayout& layout, bool aligned = false)
        : m_io(io),
          m_layout(layout),
          m_start(Position()),
          m_aligned(aligned)
    {
    }

    /** @param value one byte */
    template <class VALUE>
    void U8(VALUE& value)
    {
        Number(value, 1);
    }

    /** @param value two bytes */
    template <class VALUE>
    void U16(VALUE& value)
    {
        Number(value, 2);
    }

    /** @param value four bytes */
    template <class VALUE>
    void U32(VALUE& value)
    {
        Number(value, 4);
    }

    /** @param value a pointer, PRESENT or 0 if it is not known */
    template <class VALUE>
    void Pointer(VALUE& value)
    {
        Number(value, m_layout.GetPointerBytes());
    }

    /** @param count how many pointers follow, with what they point to left open */
    void Pointers(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            uint64_t pointer = 0;
            Pointer(pointer);
        }
    }

    /**
     * @param count how many there are of something
     * @return what a writer says of it: a pointer to it, or none
     */
    static uint64_t PointTo(uint64_t count)
    {
        return count > 0 ? PRESENT : 0;
    }

    /** A structure ends: the next one may stand behind it. */
    void End()
    {
        Align(m_widest);
    }

    /**
     * @param text a text behind a length byte, a long one in chunks
     * @param chunk most bytes of a chunk
     */
    template <class TEXT>
    void Text(TEXT& text, uint32_t chunk)
    {
        if constexpr (requires { m_io.Fail(); })
        {
            ReadText(text);
        }
        else
        {
            WriteText(text, chunk);
        }
    }

    /**
     * @param text a text behind its length in four bytes and, if it is not empty, in one
     */
    template <class TEXT>
    void Field(TEXT& text)
    {
        auto size = static_cast<uint32_t>(text.size());
        U32(size);
        if (size > 0)
        {
            Text(text, SHORT_TEXT);
        }
    }

    /**
     * @param size bytes of a text
     * @param chunk most bytes of a chunk
     * @return bytes with length bytes: one in front, or the mark of a long text, one for each
     * chunk, and a zero
     */
    static uint32_t GetTextSize(uint32_t size, uint32_t chunk)
    {
        return IsShort(size, chunk) ? 1 + size : 2 + (size + chunk - 1) / chunk + size;
    }

  private:
    /**
     * @param size bytes of a text
     * @param chunk most bytes of a chunk
     * @return whether one length byte is enough
     */
    static bool IsShort(uint32_t size, uint32_t chunk)
    {
        return size <= std::min(chunk, SHORT_TEXT);
    }

    /**
     * @param value a number
     * @param size its bytes
     */
    template <class VALUE>
    void Number(VALUE& value, uint32_t size)
    {
        Align(size);
        m_widest = std::max(m_widest, size);
        m_io.Little(value, size);
    }

    /** @param size where the next field may stand: at a multiple of it */
    void Align(uint32_t size)
    {
        if (m_aligned)
        {
            m_io.Zeros((size - (Position() - m_start) % size) % size);
        }
    }

    /** @return bytes so far */
    uint64_t Position() const
    {
        if constexpr (requires { m_io.Position(); })
        {
            return m_io.Position();
        }
        else
        {
            return m_io.GetSize();
        }
    }

    /** @param text receives a text */
    void ReadText(std::string& text)
    {
        uint8_t size = 0;
        m_io.U8(size);
        if (size != LONG_TEXT)
        {
            m_io.Raw(text, size);
            return;
        }
        text.clear();
        std::string part;
        for (m_io.U8(size); size > 0; m_io.U8(size))
        {
            m_io.Raw(part, size);
            text += part;
        }
    }

    /**
     * @param text a text
     * @param chunk most bytes of a chunk
     */
    void WriteText(std::string_view text, uint32_t chunk)
    {
        const auto size = static_cast<uint32_t>(text.size());
        if (IsShort(size, chunk))
        {
            m_io.U8(static_cast<uint8_t>(size));
            m_io.Raw(text);
            return;
        }
        m_io.U8(LONG_TEXT);
        for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(chunk, text.size())))
        {
            const auto part = text.substr(0, chunk);
            m_io.U8(static_cast<uint8_t>(part.size()));
            m_io.Raw(part);
        }
        m_io.U8(0);
    }

    IO& m_io;                  ///< Takes or gives the fields.
    const OciLayout& m_layout; ///< Layout of the session.
    uint64_t m_start;          ///< Where the structure starts.
    bool m_aligned;            ///< Fields stand at multiples of their sizes.
    uint32_t m_widest{1};      ///< Bytes of its widest field.
};

} // namespace ns3::net8

#endif /* NET8_OCI_FIELDS_H */
