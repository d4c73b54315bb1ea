// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CONNECTION_H
#define NET8_TDS_CONNECTION_H

#include "net8-tds-stream.h"

#include "ns3/net8-outbox.h"
#include "ns3/net8-outgoing-bytes.h"
#include "ns3/net8-tds-packet-header.h"
#include "ns3/net8-tds-packet-type.h"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a TDS connection, without the socket: cuts messages into packets, and reassembles
 * messages from packets.
 */
class TdsConnection : public OutgoingBytes
{
  public:
    /**
     * Create an end.
     *
     * @param process number of the server's process, written into its packets; 0 for a client
     * @param written called with the header of each packet written; may be empty
     */
    explicit TdsConnection(uint16_t process = 0, TdsStream::Seen written = {});

    /**
     * Set the packet size of later messages.
     *
     * @param size packet size, bytes
     */
    void SetPacketSize(uint32_t size);

    /**
     * @return packet size for messages, bytes
     */
    uint32_t GetPacketSize() const;

    /**
     * Get the number of packets of a message.
     *
     * @param bytes size of the message, bytes
     * @param size packet size, bytes
     * @return number of packets; an empty message takes one
     */
    static uint64_t CountPackets(uint64_t bytes, uint32_t size);

    /**
     * Send a message in as many packets as needed, all but the last one full.
     *
     * @param type type of its packets
     * @param bytes the message
     * @param status status bits of its first packet
     */
    void Send(TdsPacketType type, std::span<const uint8_t> bytes, uint8_t status = 0);

    /**
     * Discard the packets of which no byte has been taken yet.
     */
    void DropQueued();

    /**
     * @return bytes of the current message in packets that have been partly or fully taken; 0 if
     * there is no current message
     */
    uint64_t GetCommitted() const;

    /**
     * Send the remaining packets of the current message, which then ends; without a current
     * message, they form a separate message.
     *
     * @param type type of its packets
     * @param bytes the rest of the message
     */
    void SendRest(TdsPacketType type, std::span<const uint8_t> bytes);

    std::vector<uint8_t> Take(uint32_t room) override;
    bool IsDrained() const override;

    /**
     * @return bytes of the next packet not taken yet; 0 if none is waiting
     */
    uint32_t GetWaiting() const;

    /**
     * @return whether the next packet has been partly taken
     */
    bool IsInsidePacket() const;

    /**
     * @return the receiving side
     */
    TdsStream& GetStream();

    /**
     * @return bytes of all packets written
     */
    uint64_t GetWrittenBytes() const;

    /**
     * @return number of packets written
     */
    uint64_t GetWrittenPackets() const;

  private:
    /// A packet to send.
    struct Written
    {
        uint32_t length{0}; ///< Its size, bytes.
        uint32_t left{0};   ///< Bytes not taken yet.
        bool last{false};   ///< It ends a message.
        uint8_t number{0};  ///< Its number.
        bool begun{false};  ///< Some of its bytes have been taken.
    };

    /**
     * Send packets.
     *
     * @param type type of the packets
     * @param bytes their payload
     * @param status status bits of the first packet
     * @param first number of the first packet
     */
    void SendPackets(TdsPacketType type,
                     std::span<const uint8_t> bytes,
                     uint8_t status,
                     uint8_t first);

    /**
     * Add a packet.
     *
     * @param header its header, without the length
     * @param bytes its payload
     */
    void AddPacket(TdsPacketHeader header, std::span<const uint8_t> bytes);

    uint16_t m_process;            ///< Number of the server's process.
    TdsStream::Seen m_told;        ///< Called for each packet written.
    TdsStream m_stream;            ///< The receiving side.
    Outbox m_outbox;               ///< Packets to send.
    std::deque<Written> m_written; ///< Headers of the packets in it.
    uint8_t m_number{0};           ///< Number of the last packet taken, modulo 256.
    bool m_inMessage{false};       ///< The last packet taken does not end its message.
    uint64_t m_committed{0};       ///< Bytes of the current message in packets taken.
    uint32_t m_size{TdsPacketHeader::BEFORE_LOGIN}; ///< Packet size.
    uint64_t m_bytes{0};                            ///< Bytes written.
    uint64_t m_packets{0};                          ///< Packets written.
};

} // namespace ns3::net8

#endif /* NET8_TDS_CONNECTION_H */
