// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REDIRECT_PACKET_H
#define NET8_REDIRECT_PACKET_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * REDIRECT, the order to connect to another address.
 *
 * | offset | bytes | field       |
 * | ------ | ----- | ----------- |
 * | 8      | 2     | text length |
 * | 10     | -     | text        |
 *
 * The text is an address or, with header_flag::CONNECT_DATA, address, NUL, connect data. It may
 * come in the DATA packet after it. Source: section 5 of the fact sheet on TNS.
 */
class RedirectPacket
{
  public:
    static constexpr uint32_t FIXED = 10; ///< bytes in front of the text

    /**
     * Put the text inside.
     * @param address where to go, in descriptor notation
     * @param connectData connect data to send there; empty for the client's own
     */
    void SetTarget(const std::string& address, const std::string& connectData = {});

    /**
     * @param text the text, from this packet or from the DATA packet after it
     * @return the address in it
     */
    static std::string AddressOf(const std::string& text);

    /**
     * @param text the text, from this packet or from the DATA packet after it
     * @return the connect data in it, empty when the client sends its own
     */
    static std::string ConnectDataOf(const std::string& text);

    /** @return whether the text comes in a DATA packet after this one */
    bool DataFollows() const;

    /** @return bytes of the encoded packet */
    uint32_t EncodedSize() const;

    /**
     * @param form length form
     * @return the whole packet; empty when it does not fit the length form
     */
    std::vector<uint8_t> Encode(LengthForm form = LengthForm::SHORT_16) const;

    /**
     * @param wholePacket exactly the bytes of one packet
     * @param form length form of the connection
     * @param[out] out the fields
     * @return what is wrong, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket,
                            LengthForm form,
                            RedirectPacket& out);

    PacketHeader header{.type =
                            static_cast<uint8_t>(PacketType::REDIRECT)}; ///< length set on Encode
    uint16_t textLength{0};        ///< bytes of the text, inside or following
    std::string text;              ///< text inside this packet
    std::vector<uint8_t> trailing; ///< bytes behind the text
};

} // namespace ns3::net8

#endif // NET8_REDIRECT_PACKET_H
