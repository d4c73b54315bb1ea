// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_RESULT_H
#define NET8_TDS_RESULT_H

#include "net8-result-set.h"

#include "ns3/net8-tds-server-script.h"
#include "ns3/net8-tds-table.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The rows of a Net8ResultSet as a result of SQL Server: a table of its columns, or one varchar as
 * long as its rows. Rows of one length are written once for all requests; others are written anew
 * for each.
 */
class Net8TdsResult
{
  public:
    /// Largest result, bytes; its bytes are real ones.
    static constexpr uint64_t BYTES_MOST = 1ULL << 30;

    /**
     * @param rows the rows
     * @param[out] error what has no counterpart in SQL Server, in one sentence; empty if nothing
     */
    Net8TdsResult(const Ptr<Net8ResultSet>& rows, std::string& error);

    /**
     * @return rows of the result
     */
    uint64_t GetRows() const;

    /**
     * @param layout layout of a session
     * @return the result for it
     */
    std::shared_ptr<const TdsServerScript::Result> Get(const TdsLayout& layout);

  private:
    /**
     * @param layout layout of a session
     * @return the result, newly written
     */
    std::shared_ptr<const TdsServerScript::Result> Write(const TdsLayout& layout) const;

    Ptr<Net8ResultSet> m_rows; ///< The rows.
    TdsTable m_table;          ///< Their columns.
    bool m_oneLength{false};   ///< All rows have the same length.
    std::array<std::shared_ptr<const TdsServerScript::Result>, 2>
        m_written; ///< Results written, by layout.
};

} // namespace ns3::net8

#endif /* NET8_TDS_RESULT_H */
