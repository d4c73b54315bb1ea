// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_PRELOGIN_H
#define NET8_TDS_PRELOGIN_H

#include "net8-tds-codec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * PRELOGIN of a client and the answer of a server: options, each with 5 bytes that locate its
 * value, then 0xff and the values.
 */
class TdsPrelogin : public TdsCodec<TdsPrelogin>
{
  public:
    /// Type of an option.
    enum class Option : uint8_t
    {
        VERSION = 0,    ///< Version of the sender: 4 bytes, and 2 of the sub-build.
        ENCRYPTION = 1, ///< Use of TLS: a byte with an Encryption.
        INSTANCE = 2,   ///< Zero-terminated name of an instance, or whether it is the right one.
        THREAD = 3,     ///< Number of the client's thread.
        MARS = 4        ///< Whether several concurrent requests are supported.
    };

    /// TLS setting of an end.
    enum class Encryption : uint8_t
    {
        LOGIN_ONLY = 0,    ///< TLS for the logon only.
        ON = 1,            ///< TLS for the whole session.
        NOT_SUPPORTED = 2, ///< No TLS.
        REQUIRED = 3       ///< TLS required.
    };

    /// Byte after the options.
    static constexpr uint8_t END = 0xff;
    /// Maximum number of options read.
    static constexpr std::size_t OPTIONS_MAX = 32;

    /// Location of an option's value.
    struct Entry
    {
        uint8_t option{0};  ///< Type of the option.
        uint16_t offset{0}; ///< Offset of its value in the message, bytes.
        uint16_t length{0}; ///< Size of its value, bytes.
    };

    std::vector<Entry> entries; ///< The options.
    std::string data;           ///< The values.

    /**
     * Append an option.
     *
     * @param option the option
     * @param value its value
     */
    void Add(Option option, const std::string& value)
    {
        constexpr uint16_t ENTRY = 5;
        for (auto& entry : entries)
        {
            entry.offset = static_cast<uint16_t>(entry.offset + ENTRY);
        }
        const auto start = static_cast<uint16_t>(ENTRY * (entries.size() + 1) + 1 + data.size());
        entries.push_back(
            {static_cast<uint8_t>(option), start, static_cast<uint16_t>(value.size())});
        data += value;
    }

    /**
     * Get an option.
     * @param option the option
     * @return its value; nothing if it is absent, or located outside the message
     */
    std::optional<std::string> Get(Option option) const
    {
        const std::size_t start = 5 * entries.size() + 1;
        for (const auto& entry : entries)
        {
            if (entry.option == static_cast<uint8_t>(option) && entry.offset >= start &&
                entry.offset + entry.length <= start + data.size())
            {
                return data.substr(entry.offset - start, entry.length);
            }
        }
        return std::nullopt;
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
        if constexpr (TdsReads<IO>)
        {
            while (!io.Failed() && io.Left() > 0 && io.Peek() != END)
            {
                self.entries.emplace_back();
                TakeEntry(self.entries.back(), io);
                if (self.entries.size() > OPTIONS_MAX)
                {
                    io.Fail();
                }
            }
        }
        else
        {
            for (const auto& entry : self.entries)
            {
                TakeEntry(entry, io);
            }
        }
        io.Expect(END);
        io.Rest(self.data);
    }

  private:
    /**
     * Visit the location of an option.
     * @param entry the location
     * @param io writes or reads it
     */
    template <class ENTRY, class IO>
    static void TakeEntry(ENTRY& entry, IO& io)
    {
        io.U8(entry.option);
        io.U16(entry.offset);
        io.U16(entry.length);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_PRELOGIN_H */
