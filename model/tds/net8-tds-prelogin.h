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
 * PRELOGIN of a client and the answer of a server: options, each of 5 bytes that say where its
 * value stands, then 0xff and the values.
 */
class TdsPrelogin : public TdsCodec<TdsPrelogin>
{
  public:
    /// Which option.
    enum class Option : uint8_t
    {
        VERSION = 0,    ///< Version of the sender: 4 bytes, and 2 of a sub-build.
        ENCRYPTION = 1, ///< Whether TLS is used: a byte of Encryption.
        INSTANCE = 2,   ///< Name of an instance with a zero, or whether it is the right one.
        THREAD = 3,     ///< Number of the client's thread.
        MARS = 4        ///< Whether several requests may be under way.
    };

    /// What an end says of TLS.
    enum class Encryption : uint8_t
    {
        LOGIN_ONLY = 0,    ///< For the logon alone.
        ON = 1,            ///< For all of the session.
        NOT_SUPPORTED = 2, ///< It has none.
        REQUIRED = 3       ///< Not without.
    };

    /// Byte behind the options.
    static constexpr uint8_t END = 0xff;
    /// Most options that are read.
    static constexpr std::size_t OPTIONS_MAX = 32;

    /// Where an option has its value.
    struct Entry
    {
        uint8_t option{0};  ///< Which option.
        uint16_t offset{0}; ///< Bytes from the start of the message to its value.
        uint16_t length{0}; ///< Bytes of its value.
    };

    std::vector<Entry> entries; ///< The options.
    std::string data;           ///< The values.

    /**
     * Add an option behind those that are there.
     *
     * @param option which
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
     * @param option an option
     * @return its value; nothing if it is not there, or is said to stand outside of the message
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
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
     * @param entry an option
     * @param io takes or gives it
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
