// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LOB_READS_H
#define NET8_LOB_READS_H

#include "net8-client-script.h"

#include "ns3/net8-ttc-prefix.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The calls by which an application reads the LOBs in the rows of a reply, one after the other: the
 * part of each value that did not come with its row, whole or in pieces.
 */
class LobReads
{
  public:
    /**
     * Create an object without LOBs.
     *
     * @param token whether calls have a token
     * @param amount maximum bytes to read per call; 0: a whole value
     */
    LobReads(bool token, uint32_t amount);

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
     * @return size of the next value, bytes; there must be one
     */
    uint32_t GetSize() const;

    /**
     * @return bytes of it that came with the row
     */
    uint32_t GetAhead() const;

    bool m_token;                        ///< Calls have a token.
    uint32_t m_amount;                   ///< Maximum bytes per call.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    uint64_t m_left{0};                  ///< LOBs not read yet.
    uint32_t m_offset{0};                ///< Bytes of the next one already received.
};

} // namespace ns3::net8

#endif /* NET8_LOB_READS_H */
