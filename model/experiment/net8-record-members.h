// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RECORD_MEMBERS_H
#define NET8_RECORD_MEMBERS_H

#include "ns3/net8-attempt-record.h"
#include "ns3/net8-call-record.h"
#include "ns3/net8-session-record.h"

#include <type_traits>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Pass all members of a record to an archive that writes or reads them. Each overload binds all
 * members by position, so that a new member of a record does not compile until it is added here.
 *
 * @param archive writer or reader
 * @param record the record
 */
template <typename ARCHIVE, typename RECORD>
    requires std::is_same_v<std::remove_const_t<RECORD>, CallRecord>
void
Pass(ARCHIVE& archive, RECORD& record)
{
    auto& [session,
           query,
           statement,
           transaction,
           execution,
           call,
           start,
           first,
           end,
           work,
           request,
           reply,
           requestPackets,
           packets,
           rows,
           failedRows,
           error,
           kind] = record;
    archive(session,
            query,
            statement,
            transaction,
            execution,
            call,
            start,
            first,
            end,
            work,
            request,
            reply,
            requestPackets,
            packets,
            rows,
            failedRows,
            error,
            kind);
}

/// @copydoc Pass
template <typename ARCHIVE, typename RECORD>
    requires std::is_same_v<std::remove_const_t<RECORD>, SessionRecord>
void
Pass(ARCHIVE& archive, RECORD& record)
{
    auto& [session,
           group,
           start,
           resolved,
           connected,
           accepted,
           ready,
           end,
           asked,
           repeated,
           limit,
           attempts,
           trips,
           version,
           sdu,
           tdu,
           sent,
           received,
           fetches,
           rows,
           failed,
           waits,
           closed,
           error,
           reported,
           code] = record;
    archive(session, group, start, resolved, connected, accepted, ready, end);
    archive(asked, repeated, limit, attempts, trips);
    archive(version, sdu, tdu, sent, received, fetches, rows, failed, waits, closed, error);
    archive(reported, code);
}

/// @copydoc Pass
template <typename ARCHIVE, typename RECORD>
    requires std::is_same_v<std::remove_const_t<RECORD>, AttemptRecord>
void
Pass(ARCHIVE& archive, RECORD& record)
{
    auto& [session,
           attempt,
           pass,
           address,
           ip,
           start,
           connected,
           accepted,
           end,
           redirects,
           outcome] = record;
    archive(session, attempt, pass, address, ip, start);
    archive(connected, accepted, end, redirects, outcome);
}

} // namespace ns3::net8

#endif /* NET8_RECORD_MEMBERS_H */
