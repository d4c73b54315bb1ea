// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_EXECUTE_H
#define NET8_OCI_EXECUTE_H

#include "net8-oci-codec.h"
#include "net8-ttc-head.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Parses, executes, describes and fetches, in OCI's form from 10.2 on (OALL8). Definitions and
 * values of bind variables and columns are kept as raw bytes.
 */
class OciExecute : public OciDriverCodec<OciExecute>
{
  public:
    /// Maximum number of vector entries that is read.
    static constexpr uint32_t VECTOR_MAX = 64;
    /// Usual number of vector entries.
    static constexpr uint32_t VECTOR = 13;

    TtcHead head{TtcFunction::EXECUTE}; ///< Start of the call.
    uint32_t options{0};       ///< What to do: 1 parse, 8 bind, 16 define, 32 execute, 64 fetch ...
    uint32_t cursor{0};        ///< Cursor of an open statement; 0 for a new one.
    std::string statement;     ///< SQL text, up to 11 with a terminating zero byte.
    uint32_t room{0};          ///< Its size in another character set; 0: its length.
    uint32_t prefetchBytes{0}; ///< Buffer for rows returned with the reply, bytes.
    uint32_t rows{0};          ///< Number of rows to return with it.
    uint32_t longest{0};       ///< Maximum size of a LONG, bytes.
    uint32_t binds{0};         ///< Number of bind variables.
    uint32_t defines{0};       ///< Number of defined columns.
    uint32_t registration{0};  ///< Registration of a watched query.
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
    static void Fields(SELF& self, IO& io, const OciLayout& layout)
    {
        TtcHead::Fields(self.head, io, {});
        // The capture of 12.1 is the first one with parameters as a structure.
        OciFields fields(io, layout, layout.samePlatform && layout.IsOf12c());
        fields.U32(self.options);
        fields.U32(self.cursor);
        auto size = self.room > 0 ? self.room : static_cast<uint32_t>(self.statement.size());
        auto numbers = static_cast<uint32_t>(self.vector.size());
        Present(size, fields);
        Present(numbers, fields);
        Pointers(fields, {true, true});
        fields.U32(self.prefetchBytes);
        fields.U32(self.rows);
        fields.U32(self.longest);
        Present(self.binds, fields);
        // Context, transaction, its length, keywords, their number; definitions.
        Pointers(fields, {false, true, false, true, true, true});
        fields.U32(self.defines);
        fields.U32(self.registration);
        Pointers(fields, {true, true});
        Newer(fields, layout);
        OciFields behind(io, layout);
        if (size > 0)
        {
            behind.Text(self.statement, layout.chunk);
        }
        if constexpr (requires { io.Fail(); })
        {
            self.room = size == self.statement.size() ? 0 : size;
        }
        TtcList::Resize(self.vector, io, numbers, VECTOR_MAX);
        for (auto& number : self.vector)
        {
            behind.U32(number);
        }
        io.Rest(self.definitions);
    }

  private:
    /**
     * Visit pointers.
     * @param fields writes or reads them
     * @param present whether each one is set, in captures
     */
    template <class FIELDS>
    static void Pointers(FIELDS& fields, std::initializer_list<bool> present)
    {
        for (const bool one : present)
        {
            auto pointer = fields.PointTo(one ? 1 : 0);
            fields.Pointer(pointer);
        }
    }

    /**
     * Visit a pointer to a list and its length.
     * @param count length of the list
     * @param fields writes or reads both
     */
    template <class COUNT, class FIELDS>
    static void Present(COUNT& count, FIELDS& fields)
    {
        auto pointer = fields.PointTo(count);
        fields.Pointer(pointer);
        fields.U32(count);
    }

    /**
     * Visit the fields of later releases, all of them empty.
     * @param fields writes or reads them
     * @param layout layout of the session
     */
    template <class FIELDS>
    static void Newer(FIELDS& fields, const OciLayout& layout)
    {
        uint32_t nothing = 0;
        if (layout.HasQueryCache())
        {
            Present(nothing, fields);
            Present(nothing, fields);
            fields.U32(nothing);
        }
        if (layout.IsOf12c())
        {
            Present(nothing, fields);
            fields.Pointers(1);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_EXECUTE_H */
