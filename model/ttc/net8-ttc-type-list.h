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
 * The list of data types in the negotiation, from client or server: how each type is sent. It
 * starts with VARCHAR2, which is sent unchanged; some ends send a time zone block before it.
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
        uint16_t sentAs{0};         ///< Number of the type that is sent; 0: not converted.
        uint16_t representation{0}; ///< Its representation.
    };

    std::string timeZone;       ///< Time zone block.
    std::vector<Entry> entries; ///< The types.

    /**
     * Find a type.
     * @param type number of the type
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
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
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
     * Read an entry.
     * @param io a reader
     * @return the next entry; type 0 after the last one
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
     * Write an entry.
     * @param entry the entry
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
