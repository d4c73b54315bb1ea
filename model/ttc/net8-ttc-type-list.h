// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_TYPE_LIST_H
#define NET8_TTC_TYPE_LIST_H

#include "net8-ttc-codec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The list of data types of a negotiation, from client or server: how each type is sent. It starts
 * with VARCHAR2, which is sent as itself; some send a block on time zones in front of it.
 */
class TtcTypeList : public TtcDriverCodec<TtcTypeList>
{
  public:
    /// Representation of a type in universal form.
    static constexpr uint16_t UNIVERSAL = 1;

    /// One type.
    struct Entry
    {
        uint16_t type{0};           ///< Number of the type.
        uint16_t sentAs{0};         ///< Number of the type that is sent; 0: it is not converted.
        uint16_t representation{0}; ///< In which form.
    };

    std::string timeZone;       ///< Block on time zones.
    std::vector<Entry> entries; ///< The types.

    /**
     * @param type number of a type
     * @return its last entry, or nothing
     */
    std::optional<Entry> Find(uint16_t type) const
    {
        std::optional<Entry> found;
        for (const auto& entry : entries)
        {
            found = entry.type == type ? entry : found;
        }
        return found;
    }

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        if constexpr (requires { io.Fail(); })
        {
            io.Raw(self.timeZone, io.Find({0, 1, 0, 1, 0, 1, 0, 0}));
            for (Entry entry = TakeEntry(io); entry.type != 0; entry = TakeEntry(io))
            {
                self.entries.push_back(entry);
            }
        }
        else
        {
            io.Raw(self.timeZone);
            for (const auto& entry : self.entries)
            {
                PutEntry(entry, io);
            }
            io.U16(0);
        }
    }

  private:
    /**
     * @param io a reader
     * @return the next entry; type 0 behind the last one
     */
    template <class IO>
    static Entry TakeEntry(IO& io)
    {
        Entry entry;
        io.U16(entry.type);
        if (entry.type != 0)
        {
            io.U16(entry.sentAs);
        }
        if (entry.sentAs != 0)
        {
            uint16_t reserved = 0;
            io.U16(entry.representation);
            io.U16(reserved);
        }
        return io.Failed() ? Entry{} : entry;
    }

    /**
     * @param entry an entry
     * @param io a writer
     */
    template <class IO>
    static void PutEntry(const Entry& entry, IO& io)
    {
        io.U16(entry.type);
        io.U16(entry.sentAs);
        if (entry.sentAs != 0)
        {
            io.U16(entry.representation);
            io.U16(0);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_TYPE_LIST_H */
