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
 * The calls by which an application reads the LOBs of the rows of a reply, one after the other:
 * what of a value did not come with its row, whole or in pieces.
 */
class LobReads
{
  public:
    /**
     * @param token whether calls have a token
     * @param amount most bytes that are read in one call; 0: a whole value
     */
    LobReads(bool token, uint32_t amount);

    /**
     * Rows came, whose LOBs are to be read.
     *
     * @param query the statement; it must stay until its last reply
     * @param rows how many they are; 0: nothing is to be read
     */
    void Begin(const ClientQuery& query, uint32_t rows);

    /**
     * @return the call that is next; nothing: all LOBs are read
     */
    std::optional<TtcPrefix> Next();

  private:
    /**
     * @return which of the LOB columns is next; there must be a LOB
     */
    std::size_t GetColumn() const;

    /**
     * @return bytes of the value that is next; there must be one
     */
    uint32_t GetSize() const;

    /**
     * @return those of them that came with the row
     */
    uint32_t GetAhead() const;

    bool m_token;                        ///< Calls have a token.
    uint32_t m_amount;                   ///< Most bytes of a call.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    uint64_t m_left{0};                  ///< LOBs that are not read yet.
    uint32_t m_offset{0};                ///< Bytes of the next one that are there.
};

} // namespace ns3::net8

#endif /* NET8_LOB_READS_H */
