// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_LOGIN_H
#define NET8_TDS_LOGIN_H

#include "net8-tds-codec.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * LOGIN7: 94 bytes of numbers and offsets, then texts in UTF-16. Without the offsets of a new
 * password and of a long SSPI (before 7.2) there are 86.
 */
class TdsLogin : public TdsCodec<TdsLogin>
{
  public:
    /// Variable items of the message.
    enum class Item : uint8_t
    {
        HOST,         ///< Name of the client's host.
        USER,         ///< Name of the user.
        PASSWORD,     ///< Password, scrambled.
        PROGRAM,      ///< Name of the program.
        SERVER,       ///< Name of the server.
        EXTENSION,    ///< Bytes: feature extensions.
        LIBRARY,      ///< Name of the driver.
        LANGUAGE,     ///< Language of messages.
        DATABASE,     ///< Database to begin with.
        SSPI,         ///< Bytes of a Windows authentication.
        FILE,         ///< Database file to attach.
        NEW_PASSWORD, ///< New password.
        COUNT         ///< Number of items.
    };

    /// Location of an item.
    struct Place
    {
        uint16_t offset{0}; ///< Offset in the message, bytes.
        uint16_t count{0};  ///< Length in characters, or in bytes for SSPI and EXTENSION.
    };

    /// Size of the fixed part before the texts, bytes.
    static constexpr uint32_t HEAD = 94;
    /// Size of the client's MAC address, bytes.
    static constexpr uint32_t ADDRESS = 6;

    uint32_t version{0x74000004};   ///< Requested TDS version.
    uint32_t packetSize{4096};      ///< Requested packet size, bytes; 0: default of the server.
    uint32_t programVersion{0};     ///< Version of the driver.
    uint32_t process{0};            ///< Process id of the client.
    uint32_t connection{0};         ///< Id of the connection, 0.
    std::array<uint8_t, 4> flags{}; ///< Flags 1 and 2, type flags, flags 3.
    uint32_t zone{0};               ///< Minutes west of UTC, signed.
    uint32_t locale{0};             ///< Locale id.
    std::array<Place, static_cast<std::size_t>(Item::COUNT)> places{}; ///< Locations of the items.
    std::string address = std::string(ADDRESS, '\0'); ///< MAC address of the client.
    uint32_t sspiBytes{0};                            ///< Size of SSPI if it is 65,535 bytes or
                                                      ///< more.
    std::string data;                                 ///< The items.

    /**
     * Append an item.
     *
     * @param item the item
     * @param bytes its bytes; texts in UTF-16, passwords scrambled
     */
    void Add(Item item, const std::string& bytes)
    {
        const bool plain = item == Item::SSPI || item == Item::EXTENSION;
        places[static_cast<std::size_t>(item)] = {
            static_cast<uint16_t>(HEAD + data.size()),
            static_cast<uint16_t>(plain ? bytes.size() : bytes.size() / 2)};
        data += bytes;
    }

    /**
     * Get an item.
     * @param item the item
     * @return its bytes; empty if its location is outside the message
     */
    std::string Get(Item item) const
    {
        const auto& place = places[static_cast<std::size_t>(item)];
        const bool plain = item == Item::SSPI || item == Item::EXTENSION;
        const std::size_t bytes = (plain ? 1U : 2U) * place.count;
        if (place.offset < HEAD || place.offset + bytes > HEAD + data.size())
        {
            return {};
        }
        return data.substr(place.offset - HEAD, bytes);
    }

    /**
     * Scramble a password.
     * @param password the password in UTF-16
     * @return each byte with its nibbles swapped and then XORed with 0xa5
     */
    static std::string Scramble(const std::string& password)
    {
        std::string other;
        for (const char character : password)
        {
            const auto byte = static_cast<uint8_t>(character);
            other += static_cast<char>(((byte & 0x0fU) << 4U | byte >> 4U) ^ 0xa5U);
        }
        return other;
    }

    /**
     * Unscramble a password.
     * @param scrambled the scrambled password
     * @return the password in UTF-16
     */
    static std::string Unscramble(const std::string& scrambled)
    {
        std::string other;
        for (const char character : scrambled)
        {
            const auto byte = static_cast<uint8_t>(character) ^ 0xa5U;
            other += static_cast<char>((byte & 0x0fU) << 4U | byte >> 4U);
        }
        return other;
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& /* layout */)
    {
        auto length = static_cast<uint32_t>(HEAD + self.data.size());
        io.Little(length, 4);
        io.Little(self.version, 4);
        io.Little(self.packetSize, 4);
        io.Little(self.programVersion, 4);
        io.Little(self.process, 4);
        io.Little(self.connection, 4);
        for (auto& flag : self.flags)
        {
            io.U8(flag);
        }
        io.Little(self.zone, 4);
        io.Little(self.locale, 4);
        for (std::size_t item = 0; item < self.places.size(); ++item)
        {
            if (item == static_cast<std::size_t>(Item::SSPI))
            {
                io.Raw(self.address, ADDRESS);
            }
            io.Little(self.places[item].offset, 2);
            io.Little(self.places[item].count, 2);
        }
        io.Little(self.sspiBytes, 4);
        if constexpr (TdsReads<IO>)
        {
            if (length < HEAD)
            {
                io.Fail();
            }
        }
        io.Raw(self.data, length - HEAD);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_LOGIN_H */
