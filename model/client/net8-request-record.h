// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REQUEST_RECORD_H
#define NET8_REQUEST_RECORD_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One request of a user to an application with a pool of connections: it takes a connection, runs
 * one query or transaction, and returns the connection. Times of steps that were not reached are
 * negative.
 */
struct RequestRecord
{
    /// Error of a request cut off by the end of the run or of its host.
    static constexpr int32_t CUT_OFF = -1;

    uint32_t group{0};           ///< Number of the group.
    uint32_t user{0};            ///< 0-based number of the user in its group.
    uint32_t request{0};         ///< 0-based number of the request of the user.
    Time start{NanoSeconds(-1)}; ///< When the user sent the request.
    Time asked{NanoSeconds(-1)}; ///< When the application asked for a connection.
    Time got{NanoSeconds(-1)};   ///< When it received one.
    Time done{NanoSeconds(-1)};  ///< When the application was done with it.
    Time end{NanoSeconds(-1)};   ///< When the user had the answer.
    int32_t session{-1};         ///< Number of the session; -1: it received none.
    int32_t transaction{-1};     ///< Number of the transaction; -1: none.
    uint32_t execution{0};       ///< 0-based count of transactions in the session.
    int32_t error{CUT_OFF};      ///< Oracle error number; 0: success.
};

} // namespace ns3::net8

#endif /* NET8_REQUEST_RECORD_H */
