// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_TABLE_H
#define NET8_TDS_TABLE_H

#include "net8-tds-columns.h"
#include "net8-tds-row.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Columns of a result as listed in a plan, converted to SQL Server types, and a row of them.
 */
class TdsTable
{
  public:
    /// Maximum size of a varchar or varbinary value, bytes.
    static constexpr uint32_t VALUE_MOST = 8000;

    /**
     * Make a table from a list of columns.
     * @param list a list of columns in the syntax of Column: varchar2, char: varchar; raw:
     * varbinary; nvarchar2, nchar: nvarchar; number: int, or float if it is not a 32-bit integer;
     * binary_float: real; binary_double: float; boolean: bit; date, timestamp: datetime; null: a
     * null int
     * @param names names of the columns, comma-separated; missing names have six characters
     * @param[out] error what is wrong and what would be right; empty: no error
     * @return the columns
     */
    static TdsTable OfList(std::string_view list, std::string_view names, std::string& error);

    /**
     * Make a table with one varchar column.
     * @param bytes maximum size of its value, bytes
     * @param names name of the column; empty: a name of six characters
     * @return the table
     */
    static TdsTable OfLength(uint32_t bytes, std::string_view names);

    /**
     * @return the columns
     */
    const TdsColumns& GetColumns() const;

    /**
     * @return a row
     */
    const TdsRow& GetRow() const;

    /**
     * Make a row of a table with one varchar column.
     * @param bytes size of its value, bytes
     * @return the row
     */
    TdsRow MakeRow(uint32_t bytes) const;

  private:
    /**
     * Add a column.
     * @param type its type
     * @param value its value in the row, as encoded on the wire
     * @param null whether the value is null
     */
    void Add(const TdsType& type, const std::string& value, bool null = false);

    /**
     * Name the columns.
     * @param names their names, comma-separated
     */
    void Name(std::string_view names);

    TdsColumns m_columns; ///< The columns.
    TdsRow m_row;         ///< A row.
};

} // namespace ns3::net8

#endif /* NET8_TDS_TABLE_H */
