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
 * The calls by which an application sends the LOBs of an array of binds, before the execute that
 * refers to them: for each value a temporary LOB is created, then written, whole or in pieces. The
 * temporary LOBs of an array are freed along with the execute of the next array, or with the
 * logoff.
 */
class LobWrites
{
  public:
    /**
     * Create an object without LOBs.
     *
     * @param token whether calls have a token
     * @param amount maximum bytes to write per call; 0: a whole value
     */
    LobWrites(bool token, uint32_t amount);

    /**
     * Start writing the LOBs of an array.
     *
     * @param query the statement; must exist until its last reply
     * @param rows number of rows of the array
     */
    void Begin(const ClientQuery& query, uint32_t rows);

    /**
     * @return the next call; nothing if all LOBs have been written
     */
    std::optional<TtcPrefix> Next();

    /**
     * Free the LOBs of the previous array, before the execute of this one.
     *
     * @param prefix the execute
     */
    void Free(TtcPrefix& prefix);

    /**
     * Free all remaining LOBs, before the last calls of a session.
     *
     * @param prefix the first of these calls
     */
    void FreeAll(TtcPrefix& prefix);

  private:
    /**
     * @return size of the next value, bytes; there must be one
     */
    uint32_t GetSize() const;

    bool m_token;                        ///< Calls have a token.
    uint32_t m_amount;                   ///< Maximum bytes per call.
    const ClientQuery* m_query{nullptr}; ///< The statement.
    uint64_t m_left{0};                  ///< LOBs not written yet.
    bool m_made{false};                  ///< The next one has been created.
    uint32_t m_offset{0};                ///< Bytes of it already written.
    uint64_t m_here{0};                  ///< LOBs of this array.
    uint64_t m_before{0};                ///< LOBs of the previous array.
};

} // namespace ns3::net8

#endif /* NET8_LOB_WRITES_H */
