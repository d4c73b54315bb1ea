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
 * Columns of a result as a plan lists them, in types of SQL Server, and one row of them.
 */
class TdsTable
{
  public:
    /// Most bytes of a value of varchar or varbinary.
    static constexpr uint32_t VALUE_MOST = 8000;

    /**
     * @param list a list of columns as Column has it: varchar2, char: varchar; raw: varbinary;
     * nvarchar2, nchar: nvarchar; number: int, or float where it is no whole number of 32 bits;
     * binary_float: real; binary_double: float; boolean: bit; date, timestamp: datetime; null: an
     * int that is null
     * @param names names of the columns, separated by commas; those without one have six characters
     * @param[out] error what is wrong, and what would be right; empty: nothing
     * @return the columns
     */
    static TdsTable OfList(std::string_view list, std::string_view names, std::string& error);

    /**
     * @param bytes most bytes of the value of a row
     * @param names name of the column; empty: one of six characters
     * @return one column, varchar
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
     * @param bytes bytes of the value of a row with one column, varchar
     * @return such a row
     */
    TdsRow MakeRow(uint32_t bytes) const;

  private:
    /**
     * @param type type of a column
     * @param value its value in the row, as it stands on the wire
     * @param null it is null
     */
    void Add(const TdsType& type, const std::string& value, bool null = false);

    /**
     * @param names names of the columns, separated by commas
     */
    void Name(std::string_view names);

    TdsColumns m_columns; ///< The columns.
    TdsRow m_row;         ///< A row.
};

} // namespace ns3::net8

#endif /* NET8_TDS_TABLE_H */
