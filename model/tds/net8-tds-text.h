// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_TEXT_H
#define NET8_TDS_TEXT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Texts of TDS, which are kept as encoded on the wire: UTF-16, little-endian.
 */
class TdsText
{
  public:
    /**
     * Convert Latin-1 to UTF-16.
     * @param text the text in Latin-1
     * @return the text in UTF-16
     */
    static std::string Widen(std::string_view text)
    {
        std::string wide;
        wide.reserve(2 * text.size());
        for (const char character : text)
        {
            wide += character;
            wide += '\0';
        }
        return wide;
    }

    /**
     * Convert UTF-16 to Latin-1.
     * @param wide the text in UTF-16
     * @return the text in Latin-1, with question marks for other characters
     */
    static std::string Narrow(std::string_view wide)
    {
        std::string text;
        for (std::size_t at = 0; at + 1 < wide.size(); at += 2)
        {
            text += wide[at + 1] == '\0' ? wide[at] : '?';
        }
        return text;
    }

    /**
     * Visit a text with a one-byte length (B_VARCHAR).
     * @tparam TEXT type of the text
     * @tparam IO a writer or a reader
     * @param text UTF-16, at most 255 characters
     * @param io writes or reads the text
     */
    template <class TEXT, class IO>
    static void Short(TEXT& text, IO& io)
    {
        auto count = static_cast<uint8_t>(text.size() / 2);
        io.U8(count);
        io.Raw(text, 2U * count);
    }

    /**
     * Visit a text with a two-byte length (US_VARCHAR).
     * @tparam TEXT type of the text
     * @tparam IO a writer or a reader
     * @param text UTF-16, at most 65,535 characters
     * @param io writes or reads the text
     */
    template <class TEXT, class IO>
    static void Long(TEXT& text, IO& io)
    {
        auto count = static_cast<uint16_t>(text.size() / 2);
        io.Little(count, 2);
        io.Raw(text, 2U * count);
    }

    /**
     * Visit bytes with a one-byte length (B_VARBYTE).
     * @tparam TEXT type of the bytes
     * @tparam IO a writer or a reader
     * @param bytes at most 255 bytes
     * @param io writes or reads the bytes
     */
    template <class TEXT, class IO>
    static void Bytes(TEXT& bytes, IO& io)
    {
        auto count = static_cast<uint8_t>(bytes.size());
        io.U8(count);
        io.Raw(bytes, count);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_TEXT_H */
