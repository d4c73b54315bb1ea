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
 * Fields of OCI messages: little-endian numbers, pointers, texts. In an aligned structure, fields
 * are at multiples of their sizes, counted from its start.
 *
 * @tparam IO a writer or a reader
 */
template <class IO>
class OciFields
{
  public:
    /// Value of a non-null pointer.
    static constexpr uint64_t PRESENT = 0xfffffffffffffffe;
    /// Length byte of a chunked text.
    static constexpr uint8_t LONG_TEXT = 0xfe;
    /// Maximum length of a text with a one-byte length.
    static constexpr uint32_t SHORT_TEXT = 252;

    /**
     * Create the fields of a message or a structure.
     * @param io writes or reads the fields
     * @param layout layout of the session
     * @param aligned whether fields are at multiples of their sizes
     */
    OciFields(IO& io, const OciLayout& layout, bool aligned = false)
        : m_io(io),
          m_layout(layout),
          m_start(Position()),
          m_aligned(aligned)
    {
    }

    /**
     * Visit one byte.
     * @param value the byte
     */
    template <class VALUE>
    void U8(VALUE& value)
    {
        Number(value, 1);
    }

    /**
     * Visit two bytes.
     * @param value the number
     */
    template <class VALUE>
    void U16(VALUE& value)
    {
        Number(value, 2);
    }

    /**
     * Visit four bytes.
     * @param value the number
     */
    template <class VALUE>
    void U32(VALUE& value)
    {
        Number(value, 4);
    }

    /**
     * Visit a pointer.
     * @param value PRESENT, or 0 for null
     */
    template <class VALUE>
    void Pointer(VALUE& value)
    {
        Number(value, m_layout.GetPointerBytes());
    }

    /**
     * Visit pointers whose targets do not matter.
     * @param count their number
     */
    void Pointers(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            uint64_t pointer = 0;
            Pointer(pointer);
        }
    }

    /**
     * Get the pointer to a list.
     * @param count length of the list
     * @return PRESENT, or 0 if the list is empty
     */
    static uint64_t PointTo(uint64_t count)
    {
        return count > 0 ? PRESENT : 0;
    }

    /** End the structure: another one may follow. */
    void End()
    {
        Align(m_widest);
    }

    /**
     * Visit a text with a length byte, or chunked if it is long.
     * @param text the text
     * @param chunk maximum size of a chunk, bytes
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
     * Visit a text preceded by its length in four bytes and, unless empty, again in one.
     * @param text the text
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
     * Get the encoded size of a text.
     * @param size length of the text, bytes
     * @param chunk maximum size of a chunk, bytes
     * @return its size with length bytes: one before it, or the marker of a chunked text, one for
     * each chunk, and a zero
     */
    static uint32_t GetTextSize(uint32_t size, uint32_t chunk)
    {
        return IsShort(size, chunk) ? 1 + size : 2 + (size + chunk - 1) / chunk + size;
    }

  private:
    /**
     * Check whether a text is encoded with a single length byte.
     * @param size length of the text, bytes
     * @param chunk maximum size of a chunk, bytes
     * @return whether it is
     */
    static bool IsShort(uint32_t size, uint32_t chunk)
    {
        return size <= std::min(chunk, SHORT_TEXT);
    }

    /**
     * Visit a little-endian number.
     * @param value a number
     * @param size its size, bytes
     */
    template <class VALUE>
    void Number(VALUE& value, uint32_t size)
    {
        Align(size);
        m_widest = std::max(m_widest, size);
        m_io.Little(value, size);
    }

    /**
     * Align the next field.
     * @param size its size, bytes
     */
    void Align(uint32_t size)
    {
        if (m_aligned)
        {
            m_io.Zeros((size - (Position() - m_start) % size) % size);
        }
    }

    /** @return position, bytes */
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

    /**
     * Read a text.
     * @param text receives the text
     */
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
     * Write a text.
     * @param text the text
     * @param chunk maximum size of a chunk, bytes
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

    IO& m_io;                  ///< Writes or reads the fields.
    const OciLayout& m_layout; ///< Layout of the session.
    uint64_t m_start;          ///< Where the structure starts.
    bool m_aligned;            ///< Fields are at multiples of their sizes.
    uint32_t m_widest{1};      ///< Size of its widest field, bytes.
};

} // namespace ns3::net8

#endif /* NET8_OCI_FIELDS_H */
