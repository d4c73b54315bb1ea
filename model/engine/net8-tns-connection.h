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
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What TLS takes of a processor.
 */
struct TlsCosts
{
    UnitTime handshake{}; ///< Of a handshake, with one certificate alone.
    double cipherRate{0}; ///< Bytes of records in a second; 0: as the cipher has it (TlsRecords).
};

/**
 * @ingroup net8
 * One Oracle Net connection as each of its ends has it, without the socket: what arrives, as
 * packets and messages; what was written and still waits; what was agreed; what went wrong.
 *
 * Whoever has the socket feeds Receive, and gives the socket what Take hands out; once IsClosing
 * and IsDrained it closes.
 */
class TnsConnection
{
  public:
    /**
     * @param written told of each packet that is written; may be empty
     */
    explicit TnsConnection(Outbox::Written written = {});

    /**
     * Take what was agreed: it holds for all packets after this one.
     *
     * @param agreement version, sizes and length form
     * @param rule whether the TDU cuts packets
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
     * The native services are negotiated, or no more.
     *
     * @param open whether their messages are read whole
     */
    void SetNegotiating(bool open);

    /**
     * Encrypt, or add checksums: it holds for all DATA packets after this, of both ends.
     *
     * @param sealing what it makes of packets
     */
    void SetSealing(const NativeSealing& sealing);

    /**
     * Compress DATA packets from now on, before they are sealed.
     *
     * @param compression how
     */
    void SetCompression(const PacketCompression& compression);

    /**
     * @param bytes bytes of a message that is sent
     * @return the time that this end takes to compress it
     */
    std::chrono::nanoseconds GetPackTime(uint64_t bytes) const;

    /**
     * @param message a message that came
     * @return the time that this end takes to have its bytes again
     */
    std::chrono::nanoseconds GetUnpackTime(const TnsStream::Message& message) const;

    /**
     * @return the size at which messages are cut, bytes, without what native encryption adds
     */
    uint32_t GetPacketLimit() const;

    /**
     * @param rate bytes that native encryption and checksums get through in a second; 0: at no cost
     * @param bytes bytes of packets
     * @return the time that they take there with native encryption or TLS; none without
     */
    std::chrono::nanoseconds GetCipherTime(double rate, uint64_t bytes) const;

    /**
     * @param packing how a message is cut
     * @return bytes of its packets as they are sent
     */
    uint64_t GetWireBytes(const Packing& packing) const;

    // TLS

    /**
     * Put TLS under the connection: what is sent waits for its handshake.
     *
     * @param role which end this is
     * @param parameters what it offers
     * @param costs what this end takes for it
     */
    void BeginTls(TlsEnd::Role role, TlsParameters parameters, const TlsCosts& costs);

    /**
     * Shake hands once more, as a process does that the connection was handed to: what was sent
     * before goes out as it was encrypted then. Nothing happens without TLS.
     */
    void RenewTls();

    /**
     * @return TLS under the connection, or nullptr
     */
    const TlsEnd* GetTls() const;

    /**
     * @return when the part of a handshake under way is done; NEVER: there is none
     */
    std::chrono::nanoseconds GetTlsDeadline() const;

    /**
     * It is done.
     */
    void FinishTlsWork();

    // SENDING

    /**
     * @param flags header flags of the DATA packets that are sent from now on
     */
    void SetHeaderFlags(uint8_t flags);

    /**
     * @param flags header flags that all packets have from now on, beside their own
     */
    void SetCommonFlags(uint8_t flags);

    /**
     * @param bytes a whole encoded TNS packet
     */
    void SendPacket(const std::vector<uint8_t>& bytes);

    /**
     * Send bytes that are no whole packet, as only an attacker does.
     *
     * @param bytes the bytes
     */
    void SendBytes(const std::vector<uint8_t>& bytes);

    /**
     * Send a message in as many DATA packets as it takes.
     *
     * @param prefix its first bytes, with its length
     * @param lastFlags data flags of the last packet
     * @param flags data flags of all of them
     */
    void SendMessage(const TtcPrefix& prefix, uint16_t lastFlags, uint16_t flags = 0);

    /**
     * Send a message in the given packets.
     *
     * @param prefix its first bytes, with its length
     * @param packing how it is cut
     * @param lastFlags data flags of the last packet
     * @param flags data flags of all of them
     */
    void SendMessage(const TtcPrefix& prefix,
                     const Packing& packing,
                     uint16_t lastFlags,
                     uint16_t flags = 0);

    /**
     * Send a message of the native services, all of whose bytes are real.
     *
     * @param bytes the message
     */
    void SendNative(std::span<const uint8_t> bytes);

    /**
     * Send one DATA packet of a message.
     *
     * @param real its first bytes
     * @param payload bytes of the message in this packet, the real ones included
     * @param flags data flags
     */
    void SendData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags);

    /**
     * Forget the written packets of which nothing was taken yet.
     */
    void DropQueued();

    /**
     * @param room bytes that the socket has room for
     * @return the next bytes for it, of one packet; none if nothing waits
     */
    Outbox::Taken Take(uint32_t room);

    /**
     * @return whether all that was written was taken
     */
    bool IsDrained() const;

    // RECEIVING

    /**
     * @param segment bytes of the stream, in order, of any size; those of the next packet are used
     * up
     * @param now the time
     * @return the next packet, readable until the next call; nothing if the segment ends first, or
     * there is an error
     */
    std::optional<TnsStream::Arrival> Receive(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * @return when bytes arrived last; zero: never
     */
    std::chrono::nanoseconds GetLastReceived() const;

    /**
     * @return what is wrong with what arrived; after an error it stays unreadable
     */
    std::optional<SessionError> GetStreamError() const;

    /**
     * Forget the message under way: what arrives next starts a new one.
     */
    void DropMessage();

    /**
     * @return whether a packet or a message has begun and not ended
     */
    bool IsInsideMessage() const;

    // THE END

    /**
     * Count an error, forget what waits and close. After the first time nothing happens.
     *
     * @param error what went wrong
     */
    void Fail(SessionError error);

    /**
     * Close once all that waits was taken; what arrives from now on is nobody's business.
     */
    void Close();

    /**
     * Close and forget what waits.
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
     * @return the errors of this connection
     */
    const SessionCounters& GetCounters() const;

  private:
    /**
     * Encrypt what waits, if there are keys.
     */
    void FillTls();

    /// TLS under a connection.
    struct Tls
    {
        TlsEnd end;                          ///< This end of it.
        TlsCosts costs;                      ///< What it takes.
        std::chrono::nanoseconds due{NEVER}; ///< When the part under way is done.
        std::unique_ptr<ByteSource> plain;   ///< What is left of the last record.
    };

    std::unique_ptr<Tls> m_tls;                 ///< TLS; none: the bytes are those of TCP.
    TnsStream m_stream;                         ///< What arrives.
    Outbox m_outbox;                            ///< What was written and not yet taken.
    TduRule m_tduRule{TduRule::MIN};            ///< Whether the TDU cuts packets.
    bool m_closing{false};                      ///< This end has closed, or is about to.
    SessionCounters m_counters;                 ///< What went wrong.
    std::chrono::nanoseconds m_lastReceived{0}; ///< When bytes arrived last.
};

} // namespace ns3::net8

#endif /* NET8_TNS_CONNECTION_H */
