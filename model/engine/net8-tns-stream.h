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
 * What arrives on a connection, as packets and messages: the bytes of a TCP stream and the time go
 * in, whole TNS packets come out, and after the ACCEPT messages, put together from DATA packets by
 * the length in their prefix.
 */
class TnsStream
{
  public:
    /// A whole message of the peer.
    struct Message
    {
        TtcPrefix prefix;                      ///< Its first bytes.
        uint64_t wireBytes{0};                 ///< Bytes of its TNS packets.
        uint32_t packets{0};                   ///< Number of its TNS packets.
        std::chrono::nanoseconds firstByte{0}; ///< When the first of its bytes arrived.
        std::vector<uint8_t> native{};         ///< All of it, if it is of the native services.
        uint64_t unpacked{0};                  ///< Bytes of it that were compressed.
    };

    /// A packet whose last byte has arrived.
    struct Arrival
    {
        StreamReader::Received packet;  ///< The packet.
        bool ofMessage{false};          ///< It is part of a message.
        std::optional<Message> message; ///< The message that is whole with it.
    };

    /**
     * Take what was agreed: DATA packets after this are parts of messages.
     *
     * @param agreement sizes and length form; they hold from the next packet on
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
     * @return what seals DATA packets
     */
    const NativeSealing& GetSealing() const
    {
        return m_sealing;
    }

    /**
     * The native services are negotiated, or no more.
     *
     * @param open whether their messages are read whole
     */
    void SetNegotiating(bool open);

    /**
     * @param sealing what native encryption and checksums made of DATA packets from now on
     */
    void SetSealing(const NativeSealing& sealing);

    /**
     * @param segment bytes of the stream, in order, of any size; those of the next packet are used
     * up
     * @param now the time
     * @return the next packet, readable until the next call; nothing if the segment ends first, or
     * there is an error
     */
    std::optional<Arrival> Next(ByteSource& segment, std::chrono::nanoseconds now);

    /**
     * @return what is wrong with the stream; after an error it stays unreadable
     */
    std::optional<SessionError> GetError() const;

    /**
     * Forget the message under way: what arrives next starts a new one.
     */
    void DropMessage();

    /**
     * @return whether the stream stands inside a packet
     */
    bool IsInsidePacket() const;

    /**
     * @return whether the stream stands between two packets of a message
     */
    bool IsInsideMessage() const;

  private:
    /**
     * @param received a DATA packet after the ACCEPT
     * @return the packet, and the message if it is whole
     */
    Arrival AddData(const StreamReader::Received& received);

    StreamReader m_reader;                     ///< Cuts the stream into packets.
    Agreement m_agreement;                     ///< Sizes and length form.
    NativeSealing m_sealing;                   ///< What seals DATA packets.
    bool m_agreed{false};                      ///< An ACCEPT was exchanged.
    std::optional<SessionError> m_error;       ///< Why the stream is unreadable.
    std::unique_ptr<Message> m_message;        ///< Message under way.
    uint64_t m_messageBytes{0};                ///< Bytes of it that have arrived.
    std::chrono::nanoseconds m_packetStart{0}; ///< When the packet under way began.
};

} // namespace ns3::net8

#endif /* NET8_TNS_STREAM_H */
