// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TNS_STREAM_H
#define NET8_TNS_STREAM_H

#include "net8-stream-reader.h"

#include "ns3/net8-native-sealing.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-ttc-prefix.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Received data of a connection as packets and messages: the caller passes in the bytes of a TCP
 * stream and the time; it returns complete TNS packets and, after the ACCEPT, messages, assembled
 * from DATA packets by the length in their prefix.
 */
class TnsStream
{
  public:
    /// A complete message of the peer.
    struct Message
    {
        TtcPrefix prefix;                      ///< Its first bytes.
        uint64_t wireBytes{0};                 ///< Size of its TNS packets, bytes.
        uint32_t packets{0};                   ///< Number of its TNS packets.
        std::chrono::nanoseconds firstByte{0}; ///< When the first of its bytes arrived.
        std::vector<uint8_t> native{};         ///< All of its bytes, for a message of the native
                                               ///< services.
        uint64_t unpacked{0};                  ///< Bytes of it that were compressed.
    };

    /// A complete packet.
    struct Arrival
    {
        StreamReader::Received packet;  ///< The packet.
        bool ofMessage{false};          ///< It belongs to a message.
        std::optional<Message> message; ///< The message that it completes, if any.
    };

    /**
     * Apply the agreed parameters: later DATA packets are parts of messages.
     *
     * @param agreement sizes and length form; apply from the next packet on
     */
    void SetAgreement(const Agreement& agreement);

    /**
     * @return what was agreed
     */
    const Agreement& GetAgreement() const
    {
        return m_agreement;
    }

    /**
     * @return whether an ACCEPT was exchanged
     */
    bool IsAgreed() const
    {
        return m_agreed;
    }

    /**
     * @return the sealing of DATA packets
     */
    const NativeSealing& GetSealing() const
    {
        return m_sealing;
    }

    /**
     * Start or end the negotiation of the native services.
     *
     * @param open whether their messages are read whole
     */
    void SetNegotiating(bool open);

    /**
     * Set the sealing of later DATA packets.
     *
     * @param sealing native encryption and checksums
     */
    void SetSealing(const NativeSealing& sealing);

    /**
     * Get the next packet.
     *
     * @param segment bytes of the stream, in order, of any size; those of the next packet are
     * consumed
     * @param now current simulation time
     * @return the next packet, valid until the next call; nothing if the segment ends first or
     * there is an error
     */
    std::optional<Arrival> Next(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * Note that TCP announced urgent data: the next out-of-band byte is not part of a packet.
     */
    void NoteUrgent()
    {
        m_reader.NoteUrgent();
    }

    /**
     * @return the error of the stream; once set, nothing more can be read
     */
    std::optional<SessionError> GetError() const;

    /**
     * Go on after a time that was skipped.
     *
     * @param by its length
     */
    void Skip(std::chrono::nanoseconds by)
    {
        m_packetStart += by;
        if (m_message)
        {
            m_message->firstByte += by;
        }
    }

    /**
     * Discard the current message: what arrives next starts a new one.
     */
    void DropMessage();

    /**
     * @return whether the stream position is inside a packet
     */
    bool IsInsidePacket() const;

    /**
     * @return whether the stream position is between two packets of a message
     */
    bool IsInsideMessage() const;

  private:
    /**
     * Add a DATA packet to its message.
     *
     * @param received the packet, received after the ACCEPT
     * @return the packet, and the message if it is complete
     */
    Arrival AddData(const StreamReader::Received& received);

    StreamReader m_reader;                     ///< Cuts the stream into packets.
    Agreement m_agreement;                     ///< Sizes and length form.
    NativeSealing m_sealing;                   ///< Sealing of DATA packets.
    bool m_agreed{false};                      ///< An ACCEPT was exchanged.
    std::optional<SessionError> m_error;       ///< Why the stream is unreadable.
    std::unique_ptr<Message> m_message;        ///< Current message.
    uint64_t m_messageBytes{0};                ///< Bytes of it received so far.
    std::chrono::nanoseconds m_packetStart{0}; ///< When the current packet began.
};

} // namespace ns3::net8

#endif /* NET8_TNS_STREAM_H */
