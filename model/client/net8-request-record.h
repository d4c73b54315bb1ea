// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REQUEST_RECORD_H
#define NET8_REQUEST_RECORD_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One request of a user to an application with a pool of connections: it takes one, does one query
 * or transaction, and gives it back. Times that were not reached are negative.
 */
struct RequestRecord
{
    /// Error of a request that the end of the run, or of its host, cut off.
    static constexpr int32_t CUT_OFF = -1;

    uint32_t group{0};           ///< Number of the group.
    uint32_t user{0};            ///< 0-based number of the user in its group.
    uint32_t request{0};         ///< 0-based number of the request of that user.
    Time start{NanoSeconds(-1)}; ///< When the user asks.
    Time asked{NanoSeconds(-1)}; ///< When the application asks for a connection.
    Time got{NanoSeconds(-1)};   ///< When it has got one.
    Time done{NanoSeconds(-1)};  ///< When the application is done with it.
    Time end{NanoSeconds(-1)};   ///< When the user has the answer.
    int32_t session{-1};         ///< Number of the session; -1: it got none.
    int32_t transaction{-1};     ///< Number of the transaction; -1: none.
    uint32_t execution{0};       ///< Which transaction of its session that was, from 0.
    int32_t error{CUT_OFF};      ///< Oracle error number; 0: it ended well.
};

} // namespace ns3::net8

#endif /* NET8_REQUEST_RECORD_H */
