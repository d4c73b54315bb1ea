// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_EXECUTE_H
#define NET8_TTC_EXECUTE_H

#include "net8-ttc-head.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Parses, executes, describes and fetches, depending on its options (OALL8). Definitions and values
 * of bind variables and columns are kept as raw bytes.
 */
class TtcExecute : public TtcDriverCodec<TtcExecute>
{
  public:
    /// Maximum number of vector entries that is read.
    static constexpr uint32_t VECTOR_MAX = 64;
    /// Usual number of vector entries.
    static constexpr uint32_t VECTOR = 13;

    TtcHead head{TtcFunction::EXECUTE}; ///< Start of the call.
    uint32_t options{0};       ///< What to do: 1 parse, 8 bind, 16 define, 32 execute, 64 fetch ...
    uint32_t cursor{0};        ///< Cursor of an open statement; 0 for a new one.
    std::string statement;     ///< SQL text, empty if the cursor has it.
    uint32_t prefetchBytes{0}; ///< Buffer for rows returned with the reply, bytes.
    uint32_t rows{0};          ///< Number of rows to return with it.
    uint32_t longest{0x7fffffff}; ///< Maximum size of a LONG, bytes.
    uint32_t binds{0};            ///< Number of bind variables.
    uint32_t defines{0};          ///< Number of defined columns.
    uint32_t registration{0};     ///< Registration of a watched query.
    uint32_t rowCounts{0};        ///< Iterations whose row counts are requested, from 12.1 on.
    /// Numbers, such as 1 for a parse, and the iterations.
    std::vector<uint32_t> vector = std::vector<uint32_t>(VECTOR);
    std::string definitions; ///< Definitions of bind variables and columns.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        TtcHead::Fields(self.head, io, layout);
        io.Integer(self.options);
        io.Integer(self.cursor);
        auto size = static_cast<uint32_t>(self.statement.size());
        Present(size, io);
        auto numbers = static_cast<uint32_t>(self.vector.size());
        Present(numbers, io);
        Absent(2, io);
        io.Integer(self.prefetchBytes);
        io.Integer(self.rows);
        io.Integer(self.longest);
        Present(self.binds, io);
        Absent(5, io);
        Present(self.defines, io);
        io.Integer(self.registration);
        Absent(1, io);
        io.Fixed(1);
        Newer(self, io, layout);
        Statement(self, io, size, layout);
        TtcList::Resize(self.vector, io, numbers, VECTOR_MAX);
        for (auto& number : self.vector)
        {
            io.Integer(number);
        }
        io.Rest(self.definitions);
    }

  private:
    /**
     * Visit a pointer to a list and its length.
     * @param count length of the list
     * @param io writes or reads both
     */
    template <class COUNT, class IO>
    static void Present(COUNT& count, IO& io)
    {
        io.Fixed(count > 0 ? 1 : 0);
        io.Integer(count);
    }

    /**
     * Visit null pointers and zero lengths.
     * @param fields their number
     * @param io writes or reads them
     */
    template <class IO>
    static void Absent(uint32_t fields, IO& io)
    {
        for (uint32_t field = 0; field < fields; ++field)
        {
            uint32_t nothing = 0;
            io.Integer(nothing);
        }
    }

    /**
     * Visit the fields of later field versions.
     * @param self the message
     * @param io writes or reads them
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Newer(SELF& self, IO& io, const TtcLayout& layout)
    {
        Absent(layout.HasQueryCache() ? 5 : 0, io);
        if (layout.HasRowCounts())
        {
            Present(self.rowCounts, io);
            io.Fixed(self.rowCounts > 0 ? 1 : 0);
        }
        Absent(layout.HasColumnId() ? 5 : 0, io);
        Absent(layout.HasChunkIds() ? 2 : 0, io);
    }

    /**
     * Visit the SQL text.
     * @param self the message
     * @param io writes or reads it
     * @param size its length, bytes
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Statement(SELF& self, IO& io, uint32_t size, const TtcLayout& layout)
    {
        if (size > 0 && layout.textLengths)
        {
            io.String(self.statement);
        }
        else
        {
            io.Raw(self.statement, size);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_EXECUTE_H */
