// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_INFO_H
#define NET8_TCP_INFO_H

#include "net8-tcp-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What getsockopt(TCP_INFO) tells; names are those of linux/tcp.h without tcpi_.
 */
struct TcpInfo
{
    TcpState state{TcpState::CLOSED};     ///< State of the connection.
    TcpCaState caState{TcpCaState::OPEN}; ///< State of the sender.
    uint32_t retransmits{0};              ///< Timeouts in a row.
    uint32_t probes{0};                   ///< Unanswered window or keepalive probes.
    uint32_t backoff{0};                  ///< Doublings of the timeout.
    uint32_t rtoUs{0};                    ///< Retransmission timeout, us.
    uint32_t atoUs{0};                    ///< Time of the delayed ACK, us.
    uint32_t sndMss{0};                   ///< Segment size of the sender, bytes.
    uint32_t rcvMss{0};                   ///< Segment size the receiver has seen, bytes.
    uint32_t unacked{0};                  ///< Segments sent and not acknowledged.
    uint32_t sacked{0};                   ///< Of these: SACKed.
    uint32_t lost{0};                     ///< Of these: taken for lost.
    uint32_t retrans{0};                  ///< Of these: repeated and still on the way.
    uint32_t lastDataSentMs{0};           ///< Time since data was sent, ms.
    uint32_t lastDataRecvMs{0};           ///< Time since data came in, ms.
    uint32_t lastAckRecvMs{0};            ///< Time since an ACK came in, ms.
    uint32_t rcvSsthresh{0};              ///< Limit of the offered window, bytes.
    uint32_t rttUs{0};                    ///< Smoothed round-trip time, us.
    uint32_t rttVarUs{0};                 ///< Its mean deviation, us.
    uint32_t minRttUs{0};                 ///< Smallest round-trip time of the last minutes, us.
    uint32_t sndSsthresh{0};     ///< Slow start threshold, segments; 2147483647 means not set.
    uint32_t sndCwnd{0};         ///< Congestion window, segments.
    uint32_t advMss{0};          ///< Segment size offered to the peer less options, bytes.
    uint32_t reordering{0};      ///< Reordering seen, segments.
    uint32_t reordSeen{0};       ///< Times that reordering was seen.
    uint32_t rcvRttUs{0};        ///< Round-trip time as the receiver sees it, us.
    uint32_t rcvSpace{0};        ///< Bytes the reader took in one round trip.
    uint32_t totalRetrans{0};    ///< Segments repeated in all.
    uint32_t dsackDups{0};       ///< Segments that the peer reported as duplicates.
    uint32_t delivered{0};       ///< Segments delivered.
    uint32_t sndWnd{0};          ///< Window of the peer, bytes.
    uint32_t rcvWnd{0};          ///< Window offered, bytes.
    uint32_t notSentBytes{0};    ///< Bytes written and not sent.
    uint64_t bytesAcked{0};      ///< Bytes that the peer acknowledged.
    uint64_t bytesReceived{0};   ///< Bytes received in order.
    uint64_t pacingRate{0};      ///< Bytes/s.
    uint64_t busyTimeUs{0};      ///< Time with data in the send queue, us.
    uint64_t rwndLimitedUs{0};   ///< Of that: waiting for the peer's window, us.
    uint64_t sndbufLimitedUs{0}; ///< Of that: waiting for room in the send buffer, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_INFO_H
