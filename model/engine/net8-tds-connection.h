// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CONNECTION_H
#define NET8_TDS_CONNECTION_H

#include "net8-outbox.h"
#include "net8-outgoing-bytes.h"
#include "net8-tds-stream.h"

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
 * One TDS connection as each of its ends has it, without the socket: messages are cut into packets,
 * and packets put together to messages.
 */
class TdsConnection : public OutgoingBytes
{
  public:
    /**
     * @param process number of the server's process, which it writes into its packets; 0 of a
     * client
     * @param written told of the header of each packet that is written; may be empty
     */
    explicit TdsConnection(uint16_t process = 0, TdsStream::Seen written = {});

    /**
     * @param size size at which messages are cut from now on, bytes
     */
    void SetPacketSize(uint32_t size);

    /**
     * @return size at which messages are cut, bytes
     */
    uint32_t GetPacketSize() const;

    /**
     * @param bytes bytes of a message
     * @param size packet size, bytes
     * @return its packets; an empty message takes one
     */
    static uint64_t CountPackets(uint64_t bytes, uint32_t size);

    /**
     * Send a message in as many packets as it takes, all but the last one full.
     *
     * @param type type of its packets
     * @param bytes the message
     * @param status bits of the status of its first packet
     */
    void Send(TdsPacketType type, std::span<const uint8_t> bytes, uint8_t status = 0);

    /**
     * Forget the packets of which nothing was taken yet.
     */
    void DropQueued();

    /**
     * @return bytes of the message under way in packets of which something was taken; 0: none is
     */
    uint64_t GetCommitted() const;

    /**
     * Send further packets of the message under way, which then ends; if none is, they are a
     * message of their own.
     *
     * @param type type of its packets
     * @param bytes rest of the message
     */
    void SendRest(TdsPacketType type, std::span<const uint8_t> bytes);

    std::vector<uint8_t> Take(uint32_t room) override;
    bool IsDrained() const override;

    /**
     * @return bytes of the next packet that were not taken; 0: none waits
     */
    uint32_t GetWaiting() const;

    /**
     * @return whether some but not all bytes of the next packet were taken
     */
    bool IsInsidePacket() const;

    /**
     * @return what arrives
     */
    TdsStream& GetStream();

    /**
     * @return bytes of all packets that were written
     */
    uint64_t GetWrittenBytes() const;

    /**
     * @return packets that were written
     */
    uint64_t GetWrittenPackets() const;

  private:
    /// A packet that was written.
    struct Written
    {
        uint32_t length{0}; ///< Its bytes.
        uint32_t left{0};   ///< Those that were not taken.
        bool last{false};   ///< It ends a message.
        uint8_t number{0};  ///< Its number.
        bool begun{false};  ///< Some of its bytes were taken.
    };

    /**
     * @param type type of the packets
     * @param bytes what they carry
     * @param status bits of the status of the first one
     * @param first number of the first one
     */
    void SendPackets(TdsPacketType type,
                     std::span<const uint8_t> bytes,
                     uint8_t status,
                     uint8_t first);

    /**
     * @param header its header, but for the length
     * @param bytes its bytes behind it
     */
    void AddPacket(TdsPacketHeader header, std::span<const uint8_t> bytes);

    uint16_t m_process;            ///< Process of the server.
    TdsStream::Seen m_told;        ///< Told of each packet.
    TdsStream m_stream;            ///< What arrives.
    Outbox m_outbox;               ///< What was written.
    std::deque<Written> m_written; ///< Packets in it.
    uint8_t m_number{0};           ///< Number of the last packet taken; of 256 packets one has 0.
    bool m_inMessage{false};       ///< A packet was taken that does not end its message.
    uint64_t m_committed{0};       ///< Bytes of its message in it and those before it.
    uint32_t m_size{TdsPacketHeader::BEFORE_LOGIN}; ///< Size of packets.
    uint64_t m_bytes{0};                            ///< Bytes that were written.
    uint64_t m_packets{0};                          ///< Packets that were written.
};

} // namespace ns3::net8

#endif /* NET8_TDS_CONNECTION_H */
