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
 * Texts of TDS, which are kept as they are sent: UTF-16, the lower byte first.
 */
class TdsText
{
  public:
    /**
     * @param text Latin-1
     * @return it in UTF-16
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
     * @param wide UTF-16
     * @return it in Latin-1, with a question mark for what that has not
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
     * @tparam TEXT a text
     * @tparam IO a writer or a reader
     * @param text UTF-16 of at most 255 characters
     * @param io takes or gives its characters, counted in a byte (B_VARCHAR)
     */
    template <class TEXT, class IO>
    static void Short(TEXT& text, IO& io)
    {
        auto count = static_cast<uint8_t>(text.size() / 2);
        io.U8(count);
        io.Raw(text, 2U * count);
    }

    /**
     * @tparam TEXT a text
     * @tparam IO a writer or a reader
     * @param text UTF-16 of at most 65,535 characters
     * @param io takes or gives its characters, counted in two bytes (US_VARCHAR)
     */
    template <class TEXT, class IO>
    static void Long(TEXT& text, IO& io)
    {
        auto count = static_cast<uint16_t>(text.size() / 2);
        io.Little(count, 2);
        io.Raw(text, 2U * count);
    }

    /**
     * @tparam TEXT bytes
     * @tparam IO a writer or a reader
     * @param bytes at most 255 bytes
     * @param io takes or gives them, counted in a byte (B_VARBYTE)
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
