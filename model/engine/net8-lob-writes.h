// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LOB_WRITES_H
#define NET8_LOB_WRITES_H

#include "net8-client-script.h"

#include "ns3/net8-ttc-prefix.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The calls by which an application hands over the LOBs of an array of binds, before the execute
 * that names them: for each value a temporary LOB is made, then written, whole or in pieces. The
 * temporary LOBs of one array are freed in front of the execute with the next one, or of the
 * logoff.
 */
class LobWrites
{
  public:
    /**
     * @param token whether calls have a token
     * @param amount most bytes that are written in one call; 0: a whole value
     */
    LobWrites(bool token, uint32_t amount);

    /**
     * An array is to come.
     *
     * @param query the statement; it must stay until its last reply
     * @param rows rows of the array
     */
    void Begin(const ClientQuery& query, uint32_t rows);

    /**
     * @return the call that is next; nothing: all LOBs are written
     */
    std::optional<TtcPrefix> Next();

    /**
     * Free the LOBs of the array before, in front of the execute with this one.
     *
     * @param prefix the execute
     */
    void Free(TtcPrefix& prefix);

    /**
     * Free all that are left, in front of the last calls of a session.
     *
     * @param prefix the first of them
     */
    void FreeAll(TtcPrefix& prefix);

  private:
    /**
     * @return bytes of the value that is next; there must be one
     */
    uint32_t GetSize() const;

    bool m_token;                        ///< Calls have a token.
    uint32_t m_amount;                   ///< Most bytes of a call.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    uint64_t m_left{0};                  ///< LOBs that are not written yet.
    bool m_made{false};                  ///< The next one is made.
    uint32_t m_offset{0};                ///< Bytes of it that are written.
    uint64_t m_here{0};                  ///< LOBs of this array.
    uint64_t m_before{0};                ///< LOBs of the array before.
};

} // namespace ns3::net8

#endif /* NET8_LOB_WRITES_H */
