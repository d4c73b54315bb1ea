// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_STATE_H
#define NET8_TCP_STATE_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * States of a connection (RFC 9293, section 3.3.2).
 */
enum class TcpState : uint8_t
{
    CLOSED,       ///< There is no connection.
    SYN_SENT,     ///< Our SYN is out.
    SYN_RECEIVED, ///< Both ends sent a SYN, or a listener answered one.
    ESTABLISHED,  ///< Data flows.
    FIN_WAIT_1,   ///< Our FIN is out.
    FIN_WAIT_2,   ///< Our FIN is acknowledged.
    CLOSE_WAIT,   ///< The peer's FIN has been received.
    CLOSING,      ///< Both ends sent a FIN.
    LAST_ACK,     ///< Our FIN was sent after the peer's.
    TIME_WAIT     ///< Both FINs are acknowledged; old segments expire.
};

/**
 * @ingroup net8
 * Congestion state of the sender (TCP_CA_* of Linux); the values are those of tcpi_ca_state.
 */
enum class TcpCaState : uint8_t
{
    OPEN,     ///< No sign of trouble.
    DISORDER, ///< SACKs or duplicate ACKs were received.
    CWR,      ///< The window was reduced without a loss to repair.
    RECOVERY, ///< Fast retransmit.
    LOSS      ///< After a timeout.
};

/**
 * @ingroup net8
 * Reason why a call failed or a connection ended.
 */
enum class TcpError : uint8_t
{
    NONE,          ///< No error.
    WOULD_BLOCK,   ///< EAGAIN: no space or no data; retry when ready.
    NOT_CONNECTED, ///< ENOTCONN: the connection was never established.
    REFUSED,       ///< ECONNREFUSED: the SYN was answered by RST.
    RESET,         ///< ECONNRESET: the peer sent RST.
    BROKEN_PIPE,   ///< EPIPE: write after the end of the stream.
    TIMED_OUT,     ///< ETIMEDOUT: no answer within the time limit.
    INVALID        ///< EINVAL: the call is invalid in this state.
};

/**
 * @ingroup net8
 * Result of getsockopt(TCP_INFO); the names are those of linux/tcp.h without tcpi_.
 */
struct TcpInfo
{
    TcpState state{TcpState::CLOSED};     ///< State of the connection.
    TcpCaState caState{TcpCaState::OPEN}; ///< State of the sender.
    uint32_t retransmits{0};              ///< Consecutive timeouts.
    uint32_t probes{0};                   ///< Unanswered window or keepalive probes.
    uint32_t backoff{0};                  ///< Number of times the timeout was doubled.
    uint32_t rtoUs{0};                    ///< Retransmission timeout, us.
    uint32_t atoUs{0};                    ///< Delay of the delayed ACK, us.
    uint32_t sndMss{0};                   ///< Segment size of the sender, bytes.
    uint32_t rcvMss{0};                   ///< Segment size seen by the receiver, bytes.
    uint32_t unacked{0};                  ///< Segments sent and not acknowledged yet.
    uint32_t sacked{0};                   ///< Those of them that are SACKed.
    uint32_t lost{0};                     ///< Those of them considered lost.
    uint32_t retrans{0};                  ///< Those of them retransmitted and still in flight.
    uint32_t lastDataSentMs{0};           ///< Time since data was last sent, ms.
    uint32_t lastDataRecvMs{0};           ///< Time since data was last received, ms.
    uint32_t lastAckRecvMs{0};            ///< Time since an ACK was last received, ms.
    uint32_t rcvSsthresh{0};              ///< Limit of the advertised window, bytes.
    uint32_t rttUs{0};                    ///< Smoothed round-trip time, us.
    uint32_t rttVarUs{0};                 ///< Its mean deviation, us.
    uint32_t minRttUs{0};                 ///< Minimum round-trip time of the last minutes, us.
    uint32_t sndSsthresh{0};              ///< Slow start threshold, segments; 2147483647: not set.
    uint32_t sndCwnd{0};                  ///< Congestion window, segments.
    uint32_t advMss{0};          ///< Segment size advertised to the peer less options, bytes.
    uint32_t reordering{0};      ///< Observed reordering, segments.
    uint32_t reordSeen{0};       ///< Number of times reordering was observed.
    uint32_t rcvRttUs{0};        ///< Round-trip time measured by the receiver, us.
    uint32_t rcvSpace{0};        ///< Bytes read by the application in one round trip.
    uint32_t totalRetrans{0};    ///< Total number of retransmitted segments.
    uint32_t dsackDups{0};       ///< Segments reported as duplicates by the peer.
    uint32_t delivered{0};       ///< Segments delivered.
    uint32_t sndWnd{0};          ///< Window of the peer, bytes.
    uint32_t rcvWnd{0};          ///< Advertised window, bytes.
    uint32_t notSentBytes{0};    ///< Bytes written and not sent yet.
    uint64_t bytesAcked{0};      ///< Bytes acknowledged by the peer.
    uint64_t bytesReceived{0};   ///< Bytes received in order.
    uint64_t pacingRate{0};      ///< Pacing rate, bytes/s.
    uint64_t busyTimeUs{0};      ///< Time with data in the send queue, us.
    uint64_t rwndLimitedUs{0};   ///< Part of it spent waiting for the peer's window, us.
    uint64_t sndbufLimitedUs{0}; ///< Part of it spent waiting for space in the send buffer, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_STATE_H
