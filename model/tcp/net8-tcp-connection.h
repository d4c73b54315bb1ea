// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONNECTION_H
#define NET8_TCP_CONNECTION_H

#include "net8-tcp-connection-core.h"
#include "net8-tcp-handshake.h"
#include "net8-tcp-state.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a TCP connection as in Linux 6.18, without socket, packets or clock.
 *
 * Inputs: segments (Receive), the user's calls (Connect, Write, Read, Shutdown, Close, SetOptions),
 * and the current time with each of them. Outputs: segments (TcpOutput), one next deadline
 * (GetDeadline; call Advance when it is reached), and readiness (IsReadable, IsWritable, GetError).
 * Each call may change the deadline and the readiness.
 *
 * Its parts: TcpOpening and TcpClosing, TcpSegmentCheck (whether a segment may be processed),
 * TcpDataIntake and TcpAcknowledger (the receiving half), TcpSender (the sending half).
 *
 * Payload is only a number of bytes; a user with real bytes stores them by their position in the
 * stream. Not modelled: accurate ECN, fast open, syncookies, TSQ and autocorking (a host whose
 * device accepts everything at once), receive offload, metrics of earlier connections. Urgent data
 * stay in the stream (SO_OOBINLINE).
 */
class TcpConnection
{
  public:
    /// Result of a write or a read.
    struct Result
    {
        uint64_t bytes{0}; ///< Bytes written or read; none read and no error: end of the stream.
        TcpError error{TcpError::NONE}; ///< The error if there were none.
    };

    /**
     * @param settings settings of the host; must outlive the connection
     * @param options options of the socket
     * @param output receives the segments; must outlive the connection
     */
    TcpConnection(const TcpSettings& settings, const TcpSocketOptions& options, TcpOutput& output);

    /// @name Opening
    /// @{

    /**
     * Send SYN.
     *
     * @param isn initial sequence number
     * @param now current time, ns
     */
    void Connect(uint32_t isn, TcpTime now);

    /**
     * Take over the result of a listener's handshake; the third segment must be received next.
     *
     * @param handshake what the handshake negotiated
     * @param now current time, ns
     */
    void Accept(const TcpHandshake& handshake, TcpTime now);

    /// Note that accept(2) has returned the connection: from now on, data beyond a gap also makes
    /// the receive buffer grow.
    void NoteAccepted()
    {
        m_core.accepted = true;
    }

    /// @}
    /// @name The user's calls
    /// @{

    /**
     * Write data.
     *
     * @param bytes number of bytes
     * @param flags flags of the write
     * @param now current time, ns
     * @return number of bytes accepted; fewer than requested if the send buffer is full: continue
     * when IsWritable returns true
     */
    Result Write(uint64_t bytes, TcpSender::WriteFlags flags, TcpTime now);

    /**
     * Read data.
     *
     * @param bytes maximum number of bytes
     * @param now current time, ns
     * @return number of bytes read
     */
    Result Read(uint32_t bytes, TcpTime now);

    /**
     * Close one or both directions (shutdown(2)).
     *
     * @param reading whether to close the receiving direction
     * @param writing whether to close the sending direction
     * @param now current time, ns
     * @return NOT_CONNECTED if there is no connection
     */
    TcpError Shutdown(bool reading, bool writing, TcpTime now);

    /**
     * Close the connection: send FIN, or RST if data is unread or SO_LINGER is 0.
     *
     * @param now current time, ns
     */
    void Close(TcpTime now);

    /**
     * Change options.
     *
     * @param options the complete set of options
     * @param now current time, ns
     */
    void SetOptions(const TcpSocketOptions& options, TcpTime now);

    /**
     * Set TCP_QUICKACK.
     *
     * @param on whether to send ACKs immediately
     * @param now current time, ns
     */
    void SetQuickAck(bool on, TcpTime now);

    /// @return the options of the socket
    const TcpSocketOptions& GetOptions() const
    {
        return m_core.options;
    }

    /// @}
    /// @name Events
    /// @{

    /**
     * Process a received segment.
     *
     * @param segment the received segment
     * @param now current time, ns
     */
    void Receive(const TcpSegment& segment, TcpTime now);

    /**
     * @return whether urgent data of the peer were announced since the last call (SIGURG); they
     * stay in the stream, as with SO_OOBINLINE
     */
    bool TakeUrgent()
    {
        return std::exchange(m_core.urgentNews, false);
    }

    /**
     * Process the message of a router that a segment is too large for its next link (RFC 1191, RFC
     * 8201). Segments become smaller, and what was too large is sent again at once.
     *
     * @param largest largest segment that fits, options included: the MTU of the link less the
     * headers of IP and TCP, bytes
     * @param seq sequence number of the segment
     * @param until how long this is believed, ns
     * @param now current time, ns
     * @return whether it is believed: the segment is outstanding
     */
    bool ReceivePacketTooBig(uint32_t largest, uint32_t seq, TcpTime until, TcpTime now);

    /**
     * Note what another connection of the host has learned of the path; from now on, segments fit.
     *
     * @param largest largest segment that fits, options included, bytes
     * @param until how long this is believed, ns
     */
    void LearnPath(uint32_t largest, TcpTime until)
    {
        m_core.sender.LearnPath(largest, until);
    }

    /// @return time at which Advance must be called next, ns; TcpTimers::NEVER if no timer runs
    TcpTime GetDeadline() const;

    /**
     * Handle the deadlines reached so far.
     *
     * @param now current time, ns
     */
    void Advance(TcpTime now);

    /// @}
    /// @name Readiness
    /// @{

    /// @return state of the connection
    TcpState GetState() const
    {
        return m_core.GetState();
    }

    /// @return whether a read returns bytes, the end of the stream, or an error
    bool IsReadable() const;

    /// @return whether a write accepts bytes or returns an error
    bool IsWritable() const;

    /// @return number of bytes available for reading (SIOCINQ)
    uint32_t GetReadable() const
    {
        return m_core.received.GetReadable();
    }

    /// @return whether the peer's FIN has been received
    bool HasPeerFinished() const
    {
        return m_core.peerFinished;
    }

    /// @return how long segments had been retransmitted when the connection was given up
    TcpGivenUp GetGivenUp() const
    {
        return m_core.givenUp;
    }

    /// @return the error that ended the connection, until it is taken; NONE if there is none
    TcpError GetError() const
    {
        return m_core.error;
    }

    /// @return the error that ended the connection, and clear it (SO_ERROR)
    TcpError TakeError();

    /// @return whether nothing is left to do: the connection is closed and no timer runs
    bool IsDone() const
    {
        return GetState() == TcpState::CLOSED;
    }

    /// @return the state needed to answer late segments, once; the connection is then done
    std::optional<TcpTimeWait> TakeTimeWait();

    /**
     * @param now current time, ns
     * @return values of TCP_INFO
     */
    TcpInfo GetInfo(TcpTime now) const;

    /// @return the sending half
    const TcpSender& GetSender() const
    {
        return m_core.sender;
    }

    /// @return size of the receive buffer, bytes of memory
    uint32_t GetReceiveBuffer() const
    {
        return m_core.window.GetBuffer();
    }

    /// @return used part of the receive buffer, bytes of memory
    uint32_t GetReceiveMemory() const
    {
        return m_core.received.GetMemory();
    }

    /// @}

    /**
     * Make the RST for a segment without a connection.
     *
     * @param segment a segment that belongs to no connection
     * @return the RST that answers it; none if it is itself a RST (RFC 9293, section 3.5.2)
     */
    static std::optional<TcpSegment> ResetFor(const TcpSegment& segment)
    {
        return TcpConnectionCore::ResetFor(segment);
    }

  private:
    /**
     * Process a segment in a synchronized state (RFC 9293, section 3.10.7.4).
     *
     * @param segment the received segment
     */
    void ReceiveSynchronized(const TcpSegment& segment);

    /**
     * Continue after an ACK was accepted in a state other than ESTABLISHED.
     *
     * @param segment the received segment
     * @return whether the segment's data is processed
     */
    bool AfterAck(const TcpSegment& segment);

    /**
     * Process the data of a segment whose acknowledgment was accepted.
     *
     * @param segment the received segment
     * @param rtoTicks as in TcpDataIntake
     * @return whether the connection continues
     */
    bool TakeData(const TcpSegment& segment, uint32_t rtoTicks);

    /// Send an ACK that is due (tcp_ack_snd_check).
    void CheckAck();

    TcpConnectionCore m_core; ///< State shared by its parts.
};

} // namespace ns3::net8

#endif // NET8_TCP_CONNECTION_H
