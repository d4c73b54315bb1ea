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
 * LOGIN7: 94 bytes of numbers and of places, then texts in UTF-16. Without the places of a new
 * password and of a long authentication (before 7.2) there are 86.
 */
class TdsLogin : public TdsCodec<TdsLogin>
{
  public:
    /// Texts that a place is told of.
    enum class Item : uint8_t
    {
        HOST,         ///< Name of the client's host.
        USER,         ///< Name of the user.
        PASSWORD,     ///< Password, scrambled.
        PROGRAM,      ///< Name of the program.
        SERVER,       ///< Name of the server.
        EXTENSION,    ///< Bytes: where features are asked for.
        LIBRARY,      ///< Name of the driver.
        LANGUAGE,     ///< Language of messages.
        DATABASE,     ///< Database to begin with.
        SSPI,         ///< Bytes of an authentication of Windows.
        FILE,         ///< File of a database to attach.
        NEW_PASSWORD, ///< Password to change to.
        COUNT         ///< Number of the items.
    };

    /// Where an item stands.
    struct Place
    {
        uint16_t offset{0}; ///< Bytes from the start of the message.
        uint16_t count{0};  ///< Characters, or bytes of SSPI and EXTENSION.
    };

    /// Bytes in front of the texts.
    static constexpr uint32_t HEAD = 94;
    /// Bytes of the client's hardware address.
    static constexpr uint32_t ADDRESS = 6;

    uint32_t version{0x74000004};   ///< TDS version that is asked for.
    uint32_t packetSize{4096};      ///< Packet size that is asked for, bytes; 0: the server's.
    uint32_t programVersion{0};     ///< Version of the driver.
    uint32_t process{0};            ///< Process of the client.
    uint32_t connection{0};         ///< Connection that it belongs to, 0.
    std::array<uint8_t, 4> flags{}; ///< Flags 1, 2, of the type, and 3.
    uint32_t zone{0};               ///< Minutes behind UTC, a signed number.
    uint32_t locale{0};             ///< Number of the locale.
    std::array<Place, static_cast<std::size_t>(Item::COUNT)> places{}; ///< Where the items stand.
    std::string address = std::string(ADDRESS, '\0'); ///< Hardware address of the client.
    uint32_t sspiBytes{0};                            ///< Bytes of SSPI if they are 65,535 or more.
    std::string data;                                 ///< The items.

    /**
     * Add an item behind those that are there.
     *
     * @param item which
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
     * @param item an item
     * @return its bytes; none if it is said to stand outside of the message
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
     * @param password a password in UTF-16, or one that is scrambled
     * @return each byte with its halves exchanged and 0xa5 added without carry
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
     * @param scrambled a scrambled password
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
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
