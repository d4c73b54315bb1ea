// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LOB_READS_H
#define NET8_LOB_READS_H

#include "net8-client-script.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-ttc-lob-call.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The calls by which an application reads the LOBs in the rows of a reply, one after the other: a
 * call for the length of each whose size did not come with its row, if the driver makes one, then
 * the part of its value that did not come, whole or in pieces, or of several LOBs at once.
 */
class LobReads
{
  public:
    /**
     * Create an object without LOBs.
     *
     * @param driver the driver, adapted to the server; must outlive this object
     */
    explicit LobReads(const DriverProfile& driver);

    /**
     * Start reading the LOBs of received rows.
     *
     * @param query the statement; must exist until its last reply
     * @param rows number of rows; 0: nothing is to be read
     */
    void Begin(const ClientQuery& query, uint32_t rows);

    /**
     * @return the next call; nothing if all LOBs have been read
     */
    std::optional<TtcPrefix> Next();

  private:
    /**
     * @return index of the next LOB column; there must be a LOB
     */
    std::size_t GetColumn() const;

    /**
     * @return the next LOB column; there must be one
     */
    const LobColumn& GetLob() const;

    /**
     * @return bytes of the next LOB still to be read
     */
    uint32_t GetRest() const;

    /**
     * @return whether the next call asks for the length of the next LOB
     */
    bool AsksLength() const;

    /**
     * Leave out LOBs of which nothing is left to be read.
     */
    void Skip();

    /**
     * Make a call.
     *
     * @param call its message
     * @param column index of the column of its first LOB
     * @param lobs number of its LOBs
     * @return its prefix
     */
    TtcPrefix Make(const TtcLobCall& call, std::size_t column, uint32_t lobs) const;

    const DriverProfile& m_driver;       ///< The driver.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    uint64_t m_left{0};                  ///< LOBs not read yet.
    uint32_t m_offset{0};                ///< Bytes of the next one already received by calls.
    bool m_measured{false};              ///< The next one was asked for its length.
};

} // namespace ns3::net8

#endif /* NET8_LOB_READS_H */
