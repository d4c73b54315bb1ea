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
 * Parses, executes, describes and fetches, as its options say (OALL8). Definitions and values of
 * bind variables and of columns are left as they are.
 */
class TtcExecute : public TtcDriverCodec<TtcExecute>
{
  public:
    /// Most entries of the vector that are read.
    static constexpr uint32_t VECTOR_MAX = 64;
    /// Its entries.
    static constexpr uint32_t VECTOR = 13;

    TtcHead head{TtcFunction::EXECUTE}; ///< Start of the call.
    uint32_t options{0};       ///< What to do: 1 parse, 8 bind, 16 define, 32 execute, 64 fetch ...
    uint32_t cursor{0};        ///< Cursor of a statement that is open, 0 for a new one.
    std::string statement;     ///< Text, empty if the cursor has it.
    uint32_t prefetchBytes{0}; ///< Room for rows that come with the reply.
    uint32_t rows{0};          ///< Rows that are to come with it.
    uint32_t longest{0x7fffffff}; ///< Most bytes of a LONG.
    uint32_t binds{0};            ///< Bind variables.
    uint32_t defines{0};          ///< Columns that are defined.
    uint32_t registration{0};     ///< Of a query that is watched.
    uint32_t rowCounts{0};        ///< Iterations whose changed rows are to be told, from 12.1 on.
    /// Numbers, such as 1 for a parse and the iterations.
    std::vector<uint32_t> vector = std::vector<uint32_t>(VECTOR);
    std::string definitions; ///< Bind variables and columns.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
     * @param count how many there are of something
     * @param io takes or gives a pointer to them and their number
     */
    template <class COUNT, class IO>
    static void Present(COUNT& count, IO& io)
    {
        io.Fixed(count > 0 ? 1 : 0);
        io.Integer(count);
    }

    /**
     * @param fields how many there are
     * @param io takes or gives pointers to nothing and numbers of nothing
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
     * @param self the message
     * @param io takes or gives what came with later field versions
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
     * @param self the message
     * @param io takes or gives the text
     * @param size bytes of the text
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
