// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_ENVIRONMENT_H
#define NET8_TDS_ENVIRONMENT_H

#include "net8-tds-codec.h"
#include "net8-tds-text.h"
#include "net8-tds-token.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A change in the session environment (ENVCHANGE): new and old value.
 */
class TdsEnvironment : public TdsCodec<TdsEnvironment>
{
  public:
    /// Type of change.
    enum class Change : uint8_t
    {
        DATABASE = 1,    ///< Name of the database.
        LANGUAGE = 2,    ///< Name of the language.
        PACKET_SIZE = 4, ///< Packet size, in decimal digits.
        COLLATION = 7,   ///< Collation, 5 bytes rather than a text.
        BEGIN = 8,       ///< Transaction begun: its number, 8 bytes.
        COMMIT = 9,      ///< Transaction committed.
        ROLLBACK = 10    ///< Transaction rolled back.
    };

    uint8_t change{static_cast<uint8_t>(Change::PACKET_SIZE)}; ///< Type of change.
    std::string value; ///< New and old value with their lengths.

    /**
     * Make a token with text values.
     * @param change type of change, with text values
     * @param now new value, Latin-1
     * @param before old value, Latin-1
     * @return the token
     */
    static TdsEnvironment OfText(Change change, const std::string& now, const std::string& before)
    {
        const auto counted = [](const std::string& text) {
            return static_cast<char>(text.size()) + TdsText::Widen(text);
        };
        TdsEnvironment token;
        token.change = static_cast<uint8_t>(change);
        token.value = counted(now) + counted(before);
        return token;
    }

    /**
     * Make a token with binary values.
     * @param change type of change, with binary values
     * @param now new value
     * @param before old value
     * @return the token
     */
    static TdsEnvironment OfBytes(Change change, const std::string& now, const std::string& before)
    {
        TdsEnvironment token;
        token.change = static_cast<uint8_t>(change);
        token.value = static_cast<char>(now.size()) + now;
        token.value += static_cast<char>(before.size());
        token.value += before;
        return token;
    }

    /**
     * @return the new packet size, bytes; nothing if the token is not about it, or it is not a
     * number
     */
    std::optional<uint32_t> GetPacketSize() const
    {
        if (change != static_cast<uint8_t>(Change::PACKET_SIZE) || value.empty() ||
            value.size() < 1 + 2U * static_cast<uint8_t>(value[0]))
        {
            return std::nullopt;
        }
        const auto text =
            TdsText::Narrow(value.substr(1, std::size_t{2} * static_cast<uint8_t>(value[0])));
        uint32_t size = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
        return error == std::errc{} && end == text.data() + text.size() ? std::optional(size)
                                                                        : std::nullopt;
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& /* layout */)
    {
        io.Expect(static_cast<uint8_t>(TdsToken::ENVIRONMENT));
        auto length = static_cast<uint16_t>(1 + self.value.size());
        io.Little(length, 2);
        io.U8(self.change);
        if constexpr (TdsReads<IO>)
        {
            if (length == 0)
            {
                io.Fail();
            }
        }
        io.Raw(self.value, length - 1U);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_ENVIRONMENT_H */
