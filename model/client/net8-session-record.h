// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SESSION_RECORD_H
#define NET8_SESSION_RECORD_H

#include "ns3/net8-session-counters.h"
#include "ns3/net8-wait-statistics.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One session from its first SYN to its end, as the client sees it. Times of steps that were not
 * reached are negative.
 */
struct SessionRecord
{
    uint32_t session{0};             ///< Number of the session.
    uint32_t group{0};               ///< Number of its group.
    Time start{NanoSeconds(-1)};     ///< When the client began to connect.
    Time resolved{NanoSeconds(-1)};  ///< When the alias was found, if that takes time.
    Time connected{NanoSeconds(-1)}; ///< When TCP was connected, in the last attempt.
    Time accepted{NanoSeconds(-1)};  ///< When the ACCEPT arrived.
    Time ready{NanoSeconds(-1)};     ///< When the logon was complete.
    Time end{NanoSeconds(-1)};       ///< When the session ended.
    Time asked{NanoSeconds(-1)};     ///< When the call was sent that had no reply when it ended.
    Time retransmitted{NanoSeconds(-1)};       ///< How long TCP had retransmitted when it gave up.
    Time retransmissionLimit{NanoSeconds(-1)}; ///< Time after which its system gives up.
    uint32_t attempts{0};                      ///< Addresses tried.
    uint32_t roundTrips{0}; ///< Round trips from CONNECT to the end of the logon, TCP not counted.
    uint32_t sdu{0};        ///< Agreed SDU, bytes.
    uint32_t tdu{0};        ///< Agreed TDU, bytes.
    uint64_t bytesSent{0};  ///< Bytes given to TCP.
    uint64_t bytesReceived{0};         ///< Bytes taken from TCP.
    uint64_t rows{0};                  ///< Rows received.
    uint32_t fetchCalls{0};            ///< Calls that could return rows: executes and fetches.
    uint32_t failedCalls{0};           ///< Calls that ended with an error or were cancelled.
    uint32_t oraCode{0};               ///< Oracle error number that ended it; 0: none.
    WaitStatistics dblinkWaits;        ///< Waits of this session, if it is a database link.
    bool closed{false};                ///< The session ended in an orderly way.
    std::optional<SessionError> error; ///< Why it did not.
    std::string reported;              ///< Codes of its own that the driver reports then.
    uint16_t version{0};               ///< Agreed TNS version.
};

} // namespace ns3::net8

#endif /* NET8_SESSION_RECORD_H */
