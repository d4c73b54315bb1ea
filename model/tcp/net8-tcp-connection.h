// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONNECTION_H
#define NET8_TCP_CONNECTION_H

#include "net8-tcp-connection-core.h"
#include "net8-tcp-handshake.h"
#include "net8-tcp-info.h"

#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a TCP connection as Linux 6.18 runs it, without socket, packet or clock.
 *
 * What goes in: segments (Receive), the user's calls (Connect, Write, Read, Shutdown, Close,
 * SetOptions), and the time with each of them. What comes out: segments (TcpOutput), one next
 * deadline (GetDeadline; call Advance when it is reached), and readiness (IsReadable, IsWritable,
 * GetError). After each call the deadline and the readiness may have changed.
 *
 * Its parts: TcpOpening and TcpClosing, TcpSegmentCheck (may a segment be worked on), TcpDataIntake
 * and TcpAcknowledger (the receiving half), TcpSender (the sending half).
 *
 * Payload is a number of bytes; who has real bytes keeps them by their place in the stream. What it
 * does not model: ECN, fast open, syncookies, path MTU discovery, urgent data, TSQ and autocorking
 * (a host whose device takes all at once), receive offload, metrics of earlier connections.
 */
class TcpConnection
{
  public:
    /// What a write or a read gave.
    struct Result
    {
        uint64_t bytes{0}; ///< Bytes taken or given; a read of 0 without an error is the end.
        TcpError error{TcpError::NONE}; ///< Why there were none.
    };

    /**
     * @param settings the host; must outlive the connection
     * @param options what was set for the socket
     * @param output where segments go; must outlive the connection
     */
    TcpConnection(const TcpSettings& settings, const TcpSocketOptions& options, TcpOutput& output);

    /// @name Opening
    /// @{

    /**
     * Send SYN.
     *
     * @param isn initial sequence number
     * @param now the time, ns
     */
    void Connect(uint32_t isn, TcpTime now);

    /**
     * Become what a listener agreed on; the third segment is to be received next.
     *
     * @param handshake what was agreed on
     * @param now the time, ns
     */
    void Accept(const TcpHandshake& handshake, TcpTime now);

    /// The user has it (accept(2)): from now on what comes beyond a gap makes the receive buffer
    /// grow.
    void NoteAccepted()
    {
        m_core.accepted = true;
    }

    /// @}
    /// @name The user's calls
    /// @{

    /**
     * Write.
     *
     * @param bytes how many
     * @param flags how
     * @param now the time, ns
     * @return how many were taken; fewer than asked for when the send buffer is full: go on when
     * IsWritable
     */
    Result Write(uint64_t bytes, TcpSender::WriteFlags flags, TcpTime now);

    /**
     * Read.
     *
     * @param bytes how many at most
     * @param now the time, ns
     * @return how many there were
     */
    Result Read(uint32_t bytes, TcpTime now);

    /**
     * End one direction or both (shutdown(2)).
     *
     * @param reading whether the reading one
     * @param writing whether the writing one
     * @param now the time, ns
     * @return NOT_CONNECTED when there is no connection
     */
    TcpError Shutdown(bool reading, bool writing, TcpTime now);

    /**
     * The user lets go: FIN, or RST when data are unread or SO_LINGER is 0.
     *
     * @param now the time, ns
     */
    void Close(TcpTime now);

    /**
     * Change options.
     *
     * @param options all of them
     * @param now the time, ns
     */
    void SetOptions(const TcpSocketOptions& options, TcpTime now);

    /**
     * TCP_QUICKACK.
     *
     * @param on whether ACKs leave at once
     * @param now the time, ns
     */
    void SetQuickAck(bool on, TcpTime now);

    /// @return what was set
    const TcpSocketOptions& GetOptions() const
    {
        return m_core.options;
    }

    /// @}
    /// @name Events
    /// @{

    /**
     * A segment came in.
     *
     * @param segment the segment
     * @param now the time, ns
     */
    void Receive(const TcpSegment& segment, TcpTime now);

    /// @return when Advance is to be called next, ns; TcpTimers::NEVER without a timer
    TcpTime GetDeadline() const;

    /**
     * The time has come to a deadline, or beyond.
     *
     * @param now the time, ns
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

    /// @return whether a read gives bytes, the end of the stream, or an error
    bool IsReadable() const;

    /// @return whether a write takes bytes or gives an error
    bool IsWritable() const;

    /// @return bytes that can be read (SIOCINQ)
    uint32_t GetReadable() const
    {
        return m_core.received.GetReadable();
    }

    /// @return whether the peer's FIN is in
    bool HasPeerFinished() const
    {
        return m_core.peerFinished;
    }

    /// @return why the connection ended, until it is taken; NONE if it did not
    TcpError GetError() const
    {
        return m_core.error;
    }

    /// @return why the connection ended; the next call gives NONE (SO_ERROR)
    TcpError TakeError();

    /// @return whether nothing is left to do: it is closed, and no timer runs
    bool IsDone() const
    {
        return GetState() == TcpState::CLOSED;
    }

    /// @return what has to stay for late segments, once; the connection is then done
    std::optional<TcpTimeWait> TakeTimeWait();

    /**
     * @param now the time, ns
     * @return what TCP_INFO tells
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

    /// @return what is held of it, bytes of memory
    uint32_t GetReceiveMemory() const
    {
        return m_core.received.GetMemory();
    }

    /// @}

    /**
     * @param segment a segment for which there is no connection
     * @return the RST that answers it; none when it is RST itself (RFC 9293, section 3.5.2)
     */
    static std::optional<TcpSegment> ResetFor(const TcpSegment& segment)
    {
        return TcpConnectionCore::ResetFor(segment);
    }

  private:
    /**
     * RFC 9293, section 3.10.7.4.
     *
     * @param segment the segment
     */
    void ReceiveSynchronized(const TcpSegment& segment);

    /**
     * An ACK was taken in a state that is not ESTABLISHED.
     *
     * @param segment the segment
     * @return whether its data are looked at
     */
    bool AfterAck(const TcpSegment& segment);

    /**
     * Take the data of a segment whose acknowledgment was taken.
     *
     * @param segment the segment
     * @param rtoTicks as TcpDataIntake has it
     * @return whether the connection goes on
     */
    bool TakeData(const TcpSegment& segment, uint32_t rtoTicks);

    /// Send an ACK that is due (tcp_ack_snd_check).
    void CheckAck();

    TcpConnectionCore m_core; ///< What its parts share.
};

} // namespace ns3::net8

#endif // NET8_TCP_CONNECTION_H
