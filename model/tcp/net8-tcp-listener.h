// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_LISTENER_H
#define NET8_TCP_LISTENER_H

#include "net8-tcp-connection.h"
#include "net8-tcp-handshake.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-socket-options.h"
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
 * What a listener needs of its host. A peer is a number that the host gives each pair of address
 * and port.
 */
class TcpListenerHost
{
  public:
    /// What becomes of a connection that would wait for accept.
    enum class Admission : uint8_t
    {
        TAKEN,   ///< There is room for it.
        DROPPED, ///< Its SYN, or its third segment, is dropped.
        RESET    ///< It is reset (tcp_abort_on_overflow, which Windows does to the SYN as well).
    };

    virtual ~TcpListenerHost() = default;

    /**
     * A host that counts by itself who waits for accept decides here, beside the backlog of the
     * listener.
     *
     * @return what becomes of another connection
     */
    virtual Admission Admit()
    {
        return Admission::TAKEN;
    }

    /**
     * A half-open connection is gone without becoming one: its number may name another peer.
     *
     * @param peer its peer
     */
    virtual void ForgetPeer(uint64_t peer)
    {
        static_cast<void>(peer);
    }

    /**
     * @param peer a peer
     * @return initial sequence number for a connection with it
     */
    virtual uint32_t MakeIsn(uint64_t peer) = 0;

    /**
     * Let a segment leave.
     *
     * @param peer where to
     * @param segment the segment
     * @return whether the device took it
     */
    virtual bool TransmitTo(uint64_t peer, const TcpSegment& segment) = 0;

    /**
     * A connection is about to be established.
     *
     * @param peer its peer
     * @return where its segments go
     */
    virtual TcpOutput& MakeOutput(uint64_t peer) = 0;

    /**
     * A connection is established, and the segment that made it so was given to it. The host keeps
     * it, gives it all that comes from its peer, and hands it out when Accept names the peer.
     *
     * @param peer its peer
     * @param connection the connection
     */
    virtual void TakeConnection(uint64_t peer, std::unique_ptr<TcpConnection> connection) = 0;
};

/**
 * @ingroup net8
 * A socket that listens: half-open connections with their SYN-ACKs, and those that wait for accept,
 * at most as many as the backlog and one more (tcp_conn_request, tcp_check_req; syncookies are not
 * modelled: a SYN that finds no room is dropped).
 *
 * The table of half-open connections is ordered by peer, so that nothing depends on places in
 * memory.
 */
class TcpListener
{
  public:
    /**
     * @param settings the host; must outlive the listener
     * @param options what accepted connections begin with
     * @param backlog as given to listen(2)
     * @param host who keeps the connections; must outlive the listener
     */
    TcpListener(const TcpSettings& settings,
                const TcpSocketOptions& options,
                uint32_t backlog,
                TcpListenerHost& host);

    /**
     * A segment came in for which there is no connection.
     *
     * @param peer from whom
     * @param segment the segment
     * @param now the time, ns
     */
    void Receive(uint64_t peer, const TcpSegment& segment, TcpTime now);

    /// @return when Advance is to be called next, ns; TcpTimers::NEVER without a timer
    TcpTime GetDeadline() const;

    /**
     * The time has come to a deadline, or beyond.
     *
     * @param now the time, ns
     */
    void Advance(TcpTime now);

    /// @return the peer of the connection that waited longest; none when none waits
    std::optional<uint64_t> Accept();

    /// @return whether Accept gives a connection
    bool IsReady() const
    {
        return !m_waiting.empty();
    }

    /**
     * A connection that waited is gone.
     *
     * @param peer its peer
     */
    void Forget(uint64_t peer);

    /**
     * Change what accepted connections begin with.
     *
     * @param options all options
     */
    void SetOptions(const TcpSocketOptions& options)
    {
        m_options = options;
    }

    /// @return what accepted connections begin with
    const TcpSocketOptions& GetOptions() const
    {
        return m_options;
    }

    /// @return number of half-open connections
    size_t GetHalfOpen() const
    {
        return m_requests.size();
    }

    /// @return SYNs and third segments that were dropped for want of room
    uint64_t GetDrops() const
    {
        return m_drops;
    }

  private:
    /// A half-open connection.
    struct Request
    {
        TcpHandshake handshake; ///< What was agreed on.
        TcpTime deadline{0};    ///< When the SYN-ACK is repeated, ns.
        TcpTime lastAnswer{-1}; ///< When a repeated SYN was answered last, ns; -1: never.
        uint32_t rtoTicks{0};   ///< Time to the next repetition, ticks.
    };

    /// @return whether no further connection may wait (sk_acceptq_is_full)
    bool IsFull() const
    {
        return m_waiting.size() > m_backlog;
    }

    /**
     * A SYN came in.
     *
     * @param peer from whom
     * @param syn the segment
     * @param now the time, ns
     */
    void ReceiveSyn(uint64_t peer, const TcpSegment& syn, TcpTime now);

    /**
     * Ask whether there is room for a connection, and turn it away if not.
     *
     * @param peer its peer
     * @param segment the segment that asks for it
     * @return whether there is room
     */
    bool HasRoomFor(uint64_t peer, const TcpSegment& segment);

    /**
     * A segment came in for a half-open connection.
     *
     * @param peer from whom
     * @param request the half-open connection
     * @param segment the segment
     * @param now the time, ns
     */
    void ReceiveForRequest(uint64_t peer, Request& request, const TcpSegment& segment, TcpTime now);

    /**
     * The third segment came in.
     *
     * @param peer from whom
     * @param segment the segment
     * @param now the time, ns
     */
    void Complete(uint64_t peer, const TcpSegment& segment, TcpTime now);

    /**
     * Send SYN-ACK.
     *
     * @param peer where to
     * @param request the half-open connection
     * @param now the time, ns
     */
    void SendSynAck(uint64_t peer, const Request& request, TcpTime now);

    /**
     * Answer by RST.
     *
     * @param peer where to
     * @param segment what is answered
     */
    void Refuse(uint64_t peer, const TcpSegment& segment);

    /**
     * Start or move the timer of a half-open connection.
     *
     * @param peer its peer
     * @param request the half-open connection
     * @param deadline when its SYN-ACK is repeated, ns
     */
    void SetDeadline(uint64_t peer, Request& request, TcpTime deadline);

    /**
     * A half-open connection is gone.
     *
     * @param peer its peer
     */
    void Erase(uint64_t peer);

    const TcpSettings& m_settings;                      ///< The host.
    TcpSocketOptions m_options;                         ///< What accepted connections begin with.
    uint32_t m_backlog;                                 ///< Connections that may wait.
    TcpListenerHost& m_host;                            ///< Who keeps the connections.
    std::map<uint64_t, Request> m_requests;             ///< Half-open connections by peer.
    std::set<std::pair<TcpTime, uint64_t>> m_deadlines; ///< Their timers, earliest first.
    std::deque<uint64_t> m_waiting; ///< Peers whose connections wait for accept.
    uint64_t m_drops{0};            ///< What was dropped for want of room.
};

} // namespace ns3::net8

#endif // NET8_TCP_LISTENER_H
