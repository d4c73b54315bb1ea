// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONTROL_PACKET_H
#define NET8_CONTROL_PACKET_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * CONTROL, a server command outside any call.
 *
 * | offset | bytes | field                                                          |
 * | ------ | ----- | -------------------------------------------------------------- |
 * | 8      | 2     | command: 8 notification, 9 stop using out-of-band data         |
 * | 10     | 12    | notification only: facility, error, second value, 32 bits each |
 *
 * Source: section 7 of the fact sheet on TNS.
 */
class ControlPacket
{
  public:
    static constexpr uint32_t FIXED = 10;             ///< bytes up to the command
    static constexpr uint32_t NOTIFICATION_SIZE = 12; ///< bytes of the three values

    static constexpr uint16_t NOTIFICATION = 8;       ///< command: three values follow
    static constexpr uint16_t NO_OUT_OF_BAND = 9;     ///< command: stop using out-of-band data
    static constexpr uint32_t ERROR_SHUTDOWN = 12572; ///< notification error: shutdown
    static constexpr uint32_t ERROR_MESSAGE = 12573;  ///< notification error: message

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const;

    /**
     * Encode the packet.
     * @param form length form to write
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form) const;

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket,
                            LengthForm form,
                            ControlPacket& out);

    PacketHeader header{.type =
                            static_cast<uint8_t>(PacketType::CONTROL)}; ///< length set on Encode
    uint16_t command{0};                                                ///< what is wanted
    uint32_t facility{0};                                               ///< notification: facility
    uint32_t error{0};             ///< notification: error number
    uint32_t value{0};             ///< notification: second value
    std::vector<uint8_t> trailing; ///< bytes after the fields
};

} // namespace ns3::net8

#endif // NET8_CONTROL_PACKET_H
