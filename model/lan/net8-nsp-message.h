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
 * | flags                  | message            | behind the flags                                |
 * | ---------------------- | ------------------ | ----------------------------------------------- |
 * | 0x00, 0x20, 0x40, 0x60 | data               | links, acks, number of the segment, data        |
 * | 0x10                   | link service       | links, acks, number, flow control 1, count 1    |
 * | 0x30                   | interrupt          | links, acks, number, data                       |
 * | 0x04, 0x14             | data, other-data ack | links, acks                                   |
 * | 0x24                   | connect ack        | destination link                                |
 * | 0x18, 0x68, 0x28       | connect initiate, the same again, confirm | links, services 1, info 1,
 * size of segments 2, data | | 0x38, 0x48             | disconnect initiate, confirm | links,
 * reason 2, data                 |
 *
 * Links are two numbers of 2 bytes, destination and source; acks are none, one or two numbers of 2
 * bytes, each with bit 15 set.
 */
class NspMessage
{
  public:
    static constexpr uint8_t DATA = 0x00;             ///< Data segment in the middle of a message.
    static constexpr uint8_t FIRST = 0x20;            ///< Of data: first of a message.
    static constexpr uint8_t LAST = 0x40;             ///< Of data: last of a message.
    static constexpr uint8_t LINK_SERVICE = 0x10;     ///< Link service.
    static constexpr uint8_t INTERRUPT = 0x30;        ///< Interrupt.
    static constexpr uint8_t DATA_ACK = 0x04;         ///< Acknowledgement of data.
    static constexpr uint8_t OTHER_ACK = 0x14;        ///< Acknowledgement of other data.
    static constexpr uint8_t CONNECT_ACK = 0x24;      ///< Acknowledgement of a connect.
    static constexpr uint8_t CONNECT_INITIATE = 0x18; ///< Connect.
    static constexpr uint8_t CONNECT_REPEATED = 0x68; ///< Connect, sent again.
    static constexpr uint8_t CONNECT_CONFIRM = 0x28;  ///< Answer to a connect.
    static constexpr uint8_t DISCONNECT_INITIATE = 0x38; ///< Disconnect.
    static constexpr uint8_t DISCONNECT_CONFIRM = 0x48;  ///< Answer to a disconnect.

    static constexpr uint16_t PRESENT = 0x8000;   ///< Of an ack: it is there.
    static constexpr uint16_t NUMBER = 0x0fff;    ///< Bits of a number.
    static constexpr uint16_t MAY_DELAY = 0x1000; ///< Of a segment number: the ack may wait.

    /** @return whether it is a data segment */
    bool IsData() const
    {
        return (flags & ~(FIRST | LAST)) == DATA;
    }

    /** @return whether it has a number: data, link service, interrupt */
    bool IsNumbered() const
    {
        return IsData() || flags == LINK_SERVICE || flags == INTERRUPT;
    }

    /** @return whether it is connect initiate or confirm */
    bool IsConnect() const
    {
        return flags == CONNECT_INITIATE || flags == CONNECT_REPEATED || flags == CONNECT_CONFIRM;
    }

    /** @return whether it is disconnect initiate or confirm */
    bool IsDisconnect() const
    {
        return flags == DISCONNECT_INITIATE || flags == DISCONNECT_CONFIRM;
    }

    /** @param writer takes the message */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader the message, to its end
     * @param[out] out the message
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, NspMessage& out);

    uint8_t flags{DATA};                 ///< What it is.
    uint16_t destination{0};             ///< Link of the receiver.
    uint16_t source{0};                  ///< Link of the sender.
    std::optional<uint16_t> ack{};       ///< First ack field, with its bits.
    std::optional<uint16_t> secondAck{}; ///< Second ack field, with its bits.
    uint16_t segment{0};                 ///< Number of the segment, with its bits.
    uint8_t flowControl{0};              ///< Of a link service: what changes.
    uint8_t credits{0};                  ///< Of a link service: what is added, signed.
    uint8_t services{1};                 ///< Of a connect: 1 + flow control << 2.
    uint8_t info{2};                     ///< Of a connect: version; 2 is 4.0.
    uint16_t segmentSize{0};             ///< Of a connect: largest segment, bytes.
    uint16_t reason{0};                  ///< Of a disconnect.
    std::vector<uint8_t> data{};         ///< What follows.

  private:
    /**
     * Read the acks and what follows them.
     *
     * @param reader what follows the links
     * @return what is wrong, or NONE
     */
    LanError DecodeNumbered(LanReader& reader);
};

} // namespace ns3::net8

#endif // NET8_NSP_MESSAGE_H
