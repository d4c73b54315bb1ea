// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_LISTENER_H
#define NET8_TCP_LISTENER_H

#include "net8-tcp-connection.h"
#include "net8-tcp-handshake.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-timers.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a listener needs from its host. A peer is identified by a number, which the host assigns to
 * each pair of address and port.
 */
class TcpListenerHost
{
  public:
    /// Decision about a connection that would wait for accept.
    enum class Admission : uint8_t
    {
        TAKEN,   ///< It is accepted.
        DROPPED, ///< Its SYN, or its third segment, is dropped.
        RESET    ///< It is reset (tcp_abort_on_overflow; Windows also does this to the SYN).
    };

    virtual ~TcpListenerHost() = default;

    /**
     * Decide whether another connection may wait for accept, in addition to the listener's backlog;
     * for a host that keeps its own count.
     *
     * @return the decision
     */
    virtual Admission Admit()
    {
        return Admission::TAKEN;
    }

    /**
     * Forget a half-open connection that ended without being established: its number may be reused.
     *
     * @param peer number of its peer
     */
    virtual void ForgetPeer(uint64_t peer)
    {
        static_cast<void>(peer);
    }

    /**
     * Choose an initial sequence number.
     *
     * @param peer number of the peer
     * @return initial sequence number of a connection with it
     */
    virtual uint32_t MakeIsn(uint64_t peer) = 0;

    /**
     * Transmit a segment.
     *
     * @param peer number of the receiving peer
     * @param segment the received segment
     * @return whether the device accepted it
     */
    virtual bool TransmitTo(uint64_t peer, const TcpSegment& segment) = 0;

    /**
     * Provide the output of a connection that is about to be established.
     *
     * @param peer number of its peer
     * @return receives its segments
     */
    virtual TcpOutput& MakeOutput(uint64_t peer) = 0;

    /**
     * Take over an established connection, after it has processed the segment that established it.
     * The host keeps it, passes it everything received from its peer, and hands it out when Accept
     * returns the peer.
     *
     * @param peer number of its peer
     * @param connection the connection
     */
    virtual void TakeConnection(uint64_t peer, std::unique_ptr<TcpConnection> connection) = 0;
};

/**
 * @ingroup net8
 * A listening socket: half-open connections with their SYN-ACKs, and connections waiting for
 * accept, at most one more than the backlog (tcp_conn_request, tcp_check_req; syncookies are not
 * modelled: a SYN without room in the queue is dropped).
 *
 * The table of half-open connections is ordered by peer, so that nothing depends on memory
 * addresses.
 */
class TcpListener
{
  public:
    /**
     * Start to listen.
     *
     * @param settings settings of the host; must outlive the listener
     * @param options initial options of accepted connections
     * @param backlog backlog as in listen(2)
     * @param host keeps the connections; must outlive the listener
     */
    TcpListener(const TcpSettings& settings,
                const TcpSocketOptions& options,
                uint32_t backlog,
                TcpListenerHost& host);

    /**
     * Process a segment that belongs to no connection.
     *
     * @param peer number of the sending peer
     * @param segment the received segment
     * @param now current time, ns
     */
    void Receive(uint64_t peer, const TcpSegment& segment, TcpTime now);

    /// @return time at which Advance must be called next, ns; TcpTimers::NEVER if no timer runs
    TcpTime GetDeadline() const;

    /**
     * Handle the deadlines reached so far.
     *
     * @param now current time, ns
     */
    void Advance(TcpTime now);

    /// @return peer of the connection that has waited longest; none if none is waiting
    std::optional<uint64_t> Accept();

    /// @return whether Accept would return a connection
    bool IsReady() const
    {
        return !m_waiting.empty();
    }

    /**
     * Forget a waiting connection that has ended.
     *
     * @param peer number of its peer
     */
    void Forget(uint64_t peer);

    /**
     * Set the initial options of accepted connections.
     *
     * @param options the complete set of options
     */
    void SetOptions(const TcpSocketOptions& options)
    {
        m_options = options;
    }

    /// @return initial options of accepted connections
    const TcpSocketOptions& GetOptions() const
    {
        return m_options;
    }

    /// @return number of SYNs and third segments dropped for lack of room
    uint64_t GetDrops() const
    {
        return m_drops;
    }

  private:
    /// A half-open connection.
    struct Request
    {
        TcpHandshake handshake; ///< What was negotiated.
        TcpTime deadline{0};    ///< Time of the next SYN-ACK retransmission, ns.
        TcpTime lastAnswer{-1}; ///< Time of the last answer to a repeated SYN, ns; -1: never.
        uint32_t rtoTicks{0};   ///< Time to the next retransmission, ticks.
    };

    /// @return whether no further connection can wait (sk_acceptq_is_full)
    bool IsFull() const
    {
        return m_waiting.size() > m_backlog;
    }

    /**
     * Process a SYN.
     *
     * @param peer number of the sending peer
     * @param syn the SYN
     * @param now current time, ns
     */
    void ReceiveSyn(uint64_t peer, const TcpSegment& syn, TcpTime now);

    /**
     * Check whether there is room for a connection, and reject it if not.
     *
     * @param peer number of its peer
     * @param segment the segment that requests it
     * @return whether there is room
     */
    bool HasRoomFor(uint64_t peer, const TcpSegment& segment);

    /**
     * Process a segment for a half-open connection.
     *
     * @param peer number of the sending peer
     * @param request the half-open connection
     * @param segment the received segment
     * @param now current time, ns
     */
    void ReceiveForRequest(uint64_t peer, Request& request, const TcpSegment& segment, TcpTime now);

    /**
     * Process the third segment of the handshake.
     *
     * @param peer number of the sending peer
     * @param segment the received segment
     * @param now current time, ns
     */
    void Complete(uint64_t peer, const TcpSegment& segment, TcpTime now);

    /**
     * Send SYN-ACK.
     *
     * @param peer number of the receiving peer
     * @param request the half-open connection
     * @param now current time, ns
     */
    void SendSynAck(uint64_t peer, const Request& request, TcpTime now);

    /**
     * Answer a segment by RST.
     *
     * @param peer number of the receiving peer
     * @param segment the segment to answer
     */
    void Refuse(uint64_t peer, const TcpSegment& segment);

    /**
     * Start or restart the timer of a half-open connection.
     *
     * @param peer number of its peer
     * @param request the half-open connection
     * @param deadline time of the SYN-ACK retransmission, ns
     */
    void SetDeadline(uint64_t peer, Request& request, TcpTime deadline);

    /**
     * Remove a half-open connection.
     *
     * @param peer number of its peer
     */
    void Erase(uint64_t peer);

    const TcpSettings& m_settings;          ///< Settings of the host.
    TcpSocketOptions m_options;             ///< Initial options of accepted connections.
    uint32_t m_backlog;                     ///< Maximum number of waiting connections.
    TcpListenerHost& m_host;                ///< Keeps the connections.
    std::map<uint64_t, Request> m_requests; ///< Half-open connections by peer.
    std::set<std::pair<TcpTime, uint64_t>> m_deadlines; ///< Their timers, earliest first.
    std::deque<uint64_t> m_waiting; ///< Peers whose connections are waiting for accept.
    uint64_t m_drops{0};            ///< Segments dropped for lack of room.
};

} // namespace ns3::net8

#endif // NET8_TCP_LISTENER_H
