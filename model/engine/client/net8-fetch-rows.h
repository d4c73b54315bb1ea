// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FETCH_ROWS_H
#define NET8_FETCH_ROWS_H

#include "net8-client-script.h"
#include "net8-client-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How many rows a driver requests with the execute of a statement and with each fetch.
 */
class FetchRows
{
  public:
    /**
     * @param driver the driver, adapted to its server
     * @param options settings of the application
     * @param query the statement
     */
    FetchRows(const DriverProfile& driver, const DriverOptions& options, const ClientQuery& query);

    /**
     * @return array size of the statement, rows
     */
    uint32_t GetArraySize() const;

    /**
     * @param piping whether the statement is in a pipeline
     * @return number of rows returned with its execute
     */
    uint32_t GetPrefetch(bool piping) const;

    /**
     * @return whether the columns are defined by a call of its own after the execute, as there are
     * LOBs
     */
    bool IsDefinedLater() const;

    /**
     * @return number of rows to request in the call that defines the columns
     */
    uint32_t GetWithDefine() const;

    /**
     * @param fetches fetches so far, without the execute
     * @param executeRows rows that its execute returned
     * @return number of rows to request in the next fetch
     */
    uint32_t GetNext(uint32_t fetches, uint32_t executeRows) const;

  private:
    /**
     * @return number of rows returned with the execute if there are no LOBs
     */
    uint32_t GetFirst() const;

    /**
     * @return whether rows with LOBs travel in another way than others, and there are LOBs
     */
    bool HasOwnWay() const;

    const DriverProfile& m_driver;  ///< The driver.
    const DriverOptions& m_options; ///< Settings of the application.
    const ClientQuery& m_query;     ///< The statement.
};

} // namespace ns3::net8

#endif /* NET8_FETCH_ROWS_H */
