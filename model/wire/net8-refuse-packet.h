// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REFUSE_PACKET_H
#define NET8_REFUSE_PACKET_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * REFUSE, which ends a connection attempt.
 *
 * | offset | bytes | field         |
 * | ------ | ----- | ------------- |
 * | 8      | 1     | user reason   |
 * | 9      | 1     | system reason |
 * | 10     | 2     | text length   |
 * | 12     | -     | text          |
 *
 * The text may follow in the next DATA packet. Source: section 5 of the fact sheet on TNS.
 */
class RefusePacket
{
  public:
    static constexpr uint32_t FIXED = 12; ///< bytes before the text

    /**
     * Put the text inside this packet.
     * @param refusal the text, at most 65535 bytes
     */
    void SetText(const std::string& refusal);

    /** @return whether the text comes in a DATA packet after this one */
    bool DataFollows() const;

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const;

    /**
     * Encode the packet.
     * @param form length form to write
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form = LengthForm::SHORT_16) const;

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket,
                            LengthForm form,
                            RefusePacket& out);

    PacketHeader header{.type = static_cast<uint8_t>(PacketType::REFUSE)}; ///< length set on Encode
    uint8_t userReason{0};         ///< reason of the application
    uint8_t systemReason{0};       ///< reason of the network layer
    uint16_t textLength{0};        ///< bytes of the text, inside or following
    std::string text;              ///< text inside this packet
    std::vector<uint8_t> trailing; ///< bytes after the text
};

} // namespace ns3::net8

#endif // NET8_REFUSE_PACKET_H
