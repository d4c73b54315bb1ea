// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NSP_MESSAGE_H
#define NET8_NSP_MESSAGE_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Message of the Network Services Protocol of DECnet Phase IV, little-endian.
 *
 * | flags                  | message            | after the flags                                 |
 * | ---------------------- | ------------------ | ----------------------------------------------- |
 * | 0x00, 0x20, 0x40, 0x60 | data               | links, acks, number of the segment, data        |
 * | 0x10                   | link service       | links, acks, number, flow control 1, count 1    |
 * | 0x30                   | interrupt          | links, acks, number, data                       |
 * | 0x04, 0x14             | data, other-data ack | links, acks                                   |
 * | 0x24                   | connect ack        | destination link                                |
 * | 0x18, 0x68, 0x28       | connect            | links, services 1, info 1, segment size 2, data |
 * | 0x38, 0x48             | disconnect         | links, reason 2, data                           |
 *
 * Links are two 2-byte numbers, destination and source; acks are none, one or two 2-byte numbers,
 * each with bit 15 set.
 */
class NspMessage
{
  public:
    static constexpr uint8_t DATA = 0x00;                ///< Middle data segment of a message.
    static constexpr uint8_t FIRST = 0x20;               ///< Data: first segment of a message.
    static constexpr uint8_t LAST = 0x40;                ///< Data: last segment of a message.
    static constexpr uint8_t LINK_SERVICE = 0x10;        ///< Link service.
    static constexpr uint8_t INTERRUPT = 0x30;           ///< Interrupt.
    static constexpr uint8_t DATA_ACK = 0x04;            ///< Acknowledgement of data.
    static constexpr uint8_t OTHER_ACK = 0x14;           ///< Acknowledgement of other data.
    static constexpr uint8_t CONNECT_ACK = 0x24;         ///< Acknowledgement of a connect.
    static constexpr uint8_t CONNECT_INITIATE = 0x18;    ///< Connect initiate.
    static constexpr uint8_t CONNECT_REPEATED = 0x68;    ///< Connect initiate, retransmitted.
    static constexpr uint8_t CONNECT_CONFIRM = 0x28;     ///< Connect confirm.
    static constexpr uint8_t DISCONNECT_INITIATE = 0x38; ///< Disconnect initiate.
    static constexpr uint8_t DISCONNECT_CONFIRM = 0x48;  ///< Disconnect confirm.

    static constexpr uint16_t PRESENT = 0x8000;   ///< Ack: present.
    static constexpr uint16_t NUMBER = 0x0fff;    ///< Bits of a number.
    static constexpr uint16_t MAY_DELAY = 0x1000; ///< Segment number: the ack may be delayed.

    /** @return whether the message is a data segment */
    bool IsData() const
    {
        return (flags & ~(FIRST | LAST)) == DATA;
    }

    /** @return whether the message is numbered: data, link service, interrupt */
    bool IsNumbered() const
    {
        return IsData() || flags == LINK_SERVICE || flags == INTERRUPT;
    }

    /** @return whether the message is connect initiate or confirm */
    bool IsConnect() const
    {
        return flags == CONNECT_INITIATE || flags == CONNECT_REPEATED || flags == CONNECT_CONFIRM;
    }

    /** @return whether the message is disconnect initiate or confirm */
    bool IsDisconnect() const
    {
        return flags == DISCONNECT_INITIATE || flags == DISCONNECT_CONFIRM;
    }

    /**
     * Encode the message.
     *
     * @param writer receives the message
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a message.
     *
     * @param reader the whole message
     * @param[out] out receives the message
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, NspMessage& out);

    uint8_t flags{DATA};                 ///< Type of the message.
    uint16_t destination{0};             ///< Link of the receiver.
    uint16_t source{0};                  ///< Link of the sender.
    std::optional<uint16_t> ack{};       ///< First ack field, with its bits.
    std::optional<uint16_t> secondAck{}; ///< Second ack field, with its bits.
    uint16_t segment{0};                 ///< Segment number, with its bits.
    uint8_t flowControl{0};              ///< Link service: what changes.
    uint8_t credits{0};                  ///< Link service: signed increment.
    uint8_t services{1};                 ///< Connect: 1 + flow control << 2.
    uint8_t info{2};                     ///< Connect: version; 2 is 4.0.
    uint16_t segmentSize{0};             ///< Connect: largest segment, bytes.
    uint16_t reason{0};                  ///< Disconnect: reason.
    std::vector<uint8_t> data{};         ///< The rest of the message.

  private:
    /**
     * Decode the acks and what follows them.
     *
     * @param reader bytes after the links
     * @return the error found, or NONE
     */
    LanError DecodeNumbered(LanReader& reader);
};

} // namespace ns3::net8

#endif // NET8_NSP_MESSAGE_H
