// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_COLUMNS_H
#define NET8_TDS_COLUMNS_H

#include "net8-tds-codec.h"
#include "net8-tds-text.h"
#include "net8-tds-token.h"
#include "net8-tds-type.h"
#include "net8-tds-value.h"

#include "ns3/net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The columns of a result (COLMETADATA).
 */
class TdsColumns : public TdsCodec<TdsColumns>
{
  public:
    /// A column.
    struct Column
    {
        uint32_t userType{0};           ///< Number of a user-defined type.
        uint16_t flags{0};              ///< Flags: 1 nullable, 8 updatable ...
        TdsType type;                   ///< Its type.
        std::vector<std::string> table; ///< Parts of the table's name for long types, in UTF-16.
        std::string name;               ///< Its name, in UTF-16.
    };

    /// Maximum number of columns read: that of a wide table.
    static constexpr uint32_t COLUMNS_MAX = 30000;
    /// Column count that means no columns.
    static constexpr uint16_t NONE = 0xffff;
    /// Maximum number of parts in a table's name.
    static constexpr uint32_t PARTS_MAX = 4;

    std::vector<Column> columns; ///< The columns.

    /**
     * @return a row for these columns, without values
     */
    std::vector<TdsValue> MakeRow() const
    {
        std::vector<TdsValue> row;
        row.reserve(columns.size());
        for (const auto& column : columns)
        {
            row.emplace_back(column.type, true);
        }
        return row;
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(TdsToken::COLUMNS));
        auto count = self.columns.empty() ? NONE : static_cast<uint16_t>(self.columns.size());
        io.Little(count, 2);
        TtcList::Resize(self.columns, io, count == NONE ? 0 : count, COLUMNS_MAX);
        for (auto& column : self.columns)
        {
            Take(column, io, layout);
        }
        if constexpr (TdsReads<IO>)
        {
            if (count == 0)
            {
                io.Fail();
            }
        }
    }

  private:
    /**
     * Visit a column.
     * @param column a column
     * @param io writes or reads it
     * @param layout layout of the session
     */
    template <class COLUMN, class IO>
    static void Take(COLUMN& column, IO& io, const TdsLayout& layout)
    {
        io.Little(column.userType, layout.wide ? 4 : 2);
        io.Little(column.flags, 2);
        TdsType::Fields(column.type, io, layout);
        if constexpr (TdsReads<IO>)
        {
            if (column.type.GetCount() == TdsType::Count::FIXED && column.type.GetFixedSize() == 0)
            {
                io.Fail();
            }
        }
        if (column.type.GetCount() == TdsType::Count::LONG)
        {
            auto parts = static_cast<uint8_t>(column.table.size());
            if (layout.wide)
            {
                io.U8(parts);
            }
            TtcList::Resize(column.table, io, layout.wide ? parts : 1, PARTS_MAX);
            for (auto& part : column.table)
            {
                TdsText::Long(part, io);
            }
        }
        TdsText::Short(column.name, io);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_COLUMNS_H */
