// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TNS_CONNECTION_H
#define NET8_TNS_CONNECTION_H

#include "net8-deadlines.h"
#include "net8-outbox.h"
#include "net8-tls-end.h"
#include "net8-tns-stream.h"
#include "net8-unit-time.h"

#include "ns3/net8-negotiation.h"
#include "ns3/net8-session-counters.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Processor cost of TLS.
 */
struct TlsCosts
{
    UnitTime handshake{}; ///< Cost of a handshake with one certificate.
    double cipherRate{0}; ///< Bytes of records per second; 0: default of the cipher (TlsRecords).
};

/**
 * @ingroup net8
 * One end of an Oracle Net connection, without the socket: received packets and messages, data
 * written but not yet taken, the agreed parameters, and errors.
 *
 * The owner of the socket feeds Receive and passes the output of Take to the socket; once IsClosing
 * and IsDrained are true, it closes the socket.
 */
class TnsConnection
{
  public:
    /**
     * Apply the agreed parameters to all packets after this one.
     *
     * @param agreement version, sizes and length form
     * @param rule whether the TDU limits packets
     */
    void SetAgreement(const Agreement& agreement, TduRule rule);

    /**
     * @return what was agreed
     */
    const Agreement& GetAgreement() const;

    /**
     * @return whether an ACCEPT was exchanged
     */
    bool IsAgreed() const;

    /**
     * Start or end the negotiation of the native services.
     *
     * @param open whether their messages are read whole
     */
    void SetNegotiating(bool open);

    /**
     * Apply encryption or checksums to all later DATA packets of both ends.
     *
     * @param sealing encryption and checksums
     */
    void SetSealing(const NativeSealing& sealing);

    /**
     * Compress DATA packets from now on, before they are sealed.
     *
     * @param compression the compression
     */
    void SetCompression(const PacketCompression& compression);

    /**
     * Get the compression time of a message.
     *
     * @param bytes size of a message to send, bytes
     * @return time this end needs to compress it
     */
    std::chrono::nanoseconds GetPackTime(uint64_t bytes) const;

    /**
     * Get the decompression time of a message.
     *
     * @param message a received message
     * @return time this end needs to decompress it
     */
    std::chrono::nanoseconds GetUnpackTime(const TnsStream::Message& message) const;

    /**
     * @return packet size for messages, without the overhead of native encryption, bytes
     */
    uint32_t GetPacketLimit() const;

    /**
     * Cut a message into packets, the first of which has all that the other end reads of it.
     *
     * @param prefix its first bytes, with its length
     * @param own most bytes of a packet with its header; 0: as agreed
     * @return its packets
     */
    Packing Cut(const TtcPrefix& prefix, uint32_t own) const;

    /**
     * Get the encryption time of packets.
     *
     * @param rate bytes per second that native encryption and checksums process; 0: no cost
     * @param bytes size of the packets, bytes
     * @return time for them under native encryption or TLS; 0 without these
     */
    std::chrono::nanoseconds GetCipherTime(double rate, uint64_t bytes) const;

    /**
     * Get the size of a message on the wire.
     *
     * @param packing how a message is cut
     * @return size of its packets as sent, bytes
     */
    uint64_t GetWireBytes(const Packing& packing) const;

    // TLS

    /**
     * Use TLS below the connection: data to send waits for its handshake.
     *
     * @param role which end this is
     * @param parameters what this end offers
     * @param costs processor cost of this end
     */
    void BeginTls(TlsEnd::Role role, TlsParameters parameters, const TlsCosts& costs);

    /**
     * Repeat the handshake, like a process to which the connection was handed over: what was sent
     * before leaves as encrypted then. Does nothing without TLS.
     */
    void RenewTls();

    /**
     * @return the TLS end below the connection, or nullptr
     */
    const TlsEnd* GetTls() const;

    /**
     * @return when the current part of a handshake is done; NEVER if there is none
     */
    std::chrono::nanoseconds GetTlsDeadline() const;

    /**
     * Finish the current part of a handshake.
     */
    void FinishTlsWork();

    // SENDING

    /**
     * Set the header flags of later DATA packets.
     *
     * @param flags header flags
     */
    void SetHeaderFlags(uint8_t flags);

    /**
     * Set header flags of all later packets.
     *
     * @param flags header flags, in addition to those of the packet
     */
    void SetCommonFlags(uint8_t flags);

    /**
     * Send a packet.
     *
     * @param bytes a whole encoded TNS packet
     */
    void SendPacket(const std::vector<uint8_t>& bytes);

    /**
     * Send bytes that are not a packet, as only an attacker does.
     *
     * @param bytes the bytes
     */
    void SendBytes(const std::vector<uint8_t>& bytes);

    /**
     * Send the out-of-band byte as TCP urgent data.
     */
    void SendUrgent();

    /**
     * Send a message in as many DATA packets as needed.
     *
     * @param prefix its first bytes, with its length
     * @param lastFlags data flags of the last packet
     * @param flags data flags of all of them
     */
    void SendMessage(const TtcPrefix& prefix, uint16_t lastFlags, uint16_t flags = 0);

    /**
     * Send one packet of a message.
     *
     * @param prefix first bytes of the message, with its length
     * @param packing its packets
     * @param number which of them
     * @param lastFlags data flags of the last packet
     * @param flags data flags of all of them
     */
    void SendPacket(const TtcPrefix& prefix,
                    const Packing& packing,
                    uint64_t number,
                    uint16_t lastFlags,
                    uint16_t flags = 0);

    /**
     * Send a message in the given packets.
     *
     * @param prefix its first bytes, with its length
     * @param packing its packets
     * @param lastFlags data flags of the last packet
     * @param flags data flags of all of them
     */
    void SendMessage(const TtcPrefix& prefix,
                     const Packing& packing,
                     uint16_t lastFlags,
                     uint16_t flags = 0);

    /**
     * Send a message of the native services, whose bytes are all real.
     *
     * @param bytes the message
     */
    void SendNative(std::span<const uint8_t> bytes);

    /**
     * Send one DATA packet of a message.
     *
     * @param real its first bytes
     * @param payload bytes of the message in this packet, including the real ones
     * @param flags data flags
     */
    void SendData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags);

    /**
     * Discard the written packets of which no byte has been taken yet.
     */
    void DropQueued();

    /**
     * Take bytes to send.
     *
     * @param room bytes the socket has room for
     * @return bytes of one packet; none if nothing is waiting
     */
    Outbox::Taken Take(uint32_t room);

    /**
     * @return whether everything written has been taken
     */
    bool IsDrained() const;

    // RECEIVING

    /**
     * Receive data.
     *
     * @param segment bytes of the stream, in order, of any size; those of the next packet are
     * consumed
     * @param now current simulation time
     * @return the next packet, valid until the next call; nothing if the segment ends first or
     * there is an error
     */
    std::optional<TnsStream::Arrival> Receive(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * Note that TCP announced urgent data: the next out-of-band byte is not part of a packet.
     */
    void NoteUrgent();

    /**
     * @return when bytes arrived last; zero if none have
     */
    std::chrono::nanoseconds GetLastReceived() const;

    /**
     * Go on after a time that was skipped.
     *
     * @param by its length
     */
    void Skip(std::chrono::nanoseconds by)
    {
        m_lastReceived += by;
        m_stream.Skip(by);
    }

    /**
     * @return the error of the received data, if any; after an error nothing more can be read
     */
    std::optional<SessionError> GetStreamError() const;

    /**
     * Discard the current message: what arrives next starts a new one.
     */
    void DropMessage();

    /**
     * @return whether a packet or a message is incomplete
     */
    bool IsInsideMessage() const;

    // THE END

    /**
     * Count an error, discard waiting data and close. Only the first call has an effect.
     *
     * @param error what went wrong
     */
    void Fail(SessionError error);

    /**
     * Close once all waiting data has been taken; later received data is ignored.
     */
    void Close();

    /**
     * Close and discard waiting data.
     */
    void Drop();

    /**
     * @return whether this end has closed, or is about to
     */
    bool IsClosing() const;

    /**
     * Count an error that does not end the connection.
     *
     * @param error what went wrong
     */
    void CountError(SessionError error);

    /**
     * @return the error counters of this connection
     */
    const SessionCounters& GetCounters() const;

  private:
    /**
     * Encrypt waiting data, if there are keys.
     */
    void FillTls();

    /// TLS below a connection.
    struct Tls
    {
        TlsEnd end;                          ///< This end of TLS.
        TlsCosts costs;                      ///< Processor cost.
        std::chrono::nanoseconds due{NEVER}; ///< When the current part of a handshake is done.
        std::unique_ptr<ByteSource> plain;   ///< The rest of the last record.
    };

    std::unique_ptr<Tls> m_tls;                 ///< TLS; null: none.
    TnsStream m_stream;                         ///< The receiving side.
    Outbox m_outbox;                            ///< Data written but not yet taken.
    TduRule m_tduRule{TduRule::MIN};            ///< Whether the TDU limits packets.
    bool m_closing{false};                      ///< This end has closed, or is about to.
    SessionCounters m_counters;                 ///< Error counters.
    std::chrono::nanoseconds m_lastReceived{0}; ///< When bytes arrived last.
};

} // namespace ns3::net8

#endif /* NET8_TNS_CONNECTION_H */
