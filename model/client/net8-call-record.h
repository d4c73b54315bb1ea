// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_RECORD_H
#define NET8_CALL_RECORD_H

#include "ns3/net8-call-kind.h"
#include "ns3/net8-chrono.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One round trip of the database protocol, as the client sees it.
 */
struct CallRecord
{
    uint32_t session{0};        ///< Number of the session.
    uint32_t query{0};          ///< 0-based number of the statement in its session.
    int32_t statement{-1};      ///< 0-based number of the statement in the plan; -1: none.
    int32_t transaction{-1};    ///< 0-based number of its transaction; -1: none.
    uint32_t execution{0};      ///< 0-based count of transactions in the session.
    uint32_t call{0};           ///< 0-based number of the call in its session.
    Time start{};               ///< When the request was written.
    Time firstByte{};           ///< When the first byte of the reply arrived.
    Time end{};                 ///< When the last byte of the reply arrived.
    Time work{};                ///< Work of the client on the reply, after its last byte.
    uint64_t requestBytes{0};   ///< Bytes of the request, TNS headers included.
    uint64_t replyBytes{0};     ///< Bytes of the reply, TNS headers included.
    uint32_t requestPackets{0}; ///< TNS packets of the request.
    uint32_t replyPackets{0};   ///< TNS packets of the reply.
    uint32_t rows{0};           ///< Rows in the reply.
    uint32_t failedRows{0};     ///< Rows of binds that failed while the others were processed.
    uint32_t error{0};          ///< Oracle error number of the call; 0: none.
    CallKind kind{CallKind::EXECUTE}; ///< Purpose of the call.

    /**
     * @tparam CALL a call as an engine reports it
     * @param session number of the session
     * @param call the call
     * @return its times, sizes and error
     */
    template <typename CALL>
    static CallRecord Of(uint32_t session, const CALL& call)
    {
        return {.session = session,
                .start = ToTime(call.start),
                .firstByte = ToTime(call.firstByte),
                .end = ToTime(call.end),
                .work = ToTime(call.work),
                .requestBytes = call.requestBytes,
                .replyBytes = call.replyBytes,
                .requestPackets = call.requestPackets,
                .replyPackets = call.replyPackets,
                .rows = static_cast<uint32_t>(call.rows),
                .error = call.error};
    }

    /**
     * @param other another round trip
     * @return whether they are equal
     */
    bool operator==(const CallRecord& other) const = default;

    /**
     * @param calls a number of calls
     * @param by a time
     * @return a round trip like this one, that many calls and that time later
     */
    CallRecord MoveOn(uint64_t calls, Time by) const
    {
        CallRecord later = *this;
        later.call += static_cast<uint32_t>(calls);
        later.start += by;
        later.firstByte += by;
        later.end += by;
        return later;
    }
};

} // namespace ns3::net8

#endif /* NET8_CALL_RECORD_H */
