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
 * REDIRECT, which tells the client to connect to another address.
 *
 * | offset | bytes | field       |
 * | ------ | ----- | ----------- |
 * | 8      | 2     | text length |
 * | 10     | -     | text        |
 *
 * The text is an address or, with header_flag::CONNECT_DATA, an address, NUL and connect data. It
 * may follow in the next DATA packet instead. Source: section 5 of the fact sheet on TNS.
 */
class RedirectPacket
{
  public:
    static constexpr uint32_t FIXED = 10; ///< bytes before the text

    /**
     * Put the text inside this packet.
     * @param address address to connect to, in descriptor notation
     * @param connectData connect data to send there; empty if the client sends its own
     */
    void SetTarget(const std::string& address, const std::string& connectData = {});

    /**
     * Get the address from the text.
     * @param text the text, from this packet or the DATA packet that follows
     * @return the address
     */
    static std::string AddressOf(const std::string& text);

    /**
     * Get the connect data from the text.
     * @param text the text, from this packet or the DATA packet that follows
     * @return the connect data; empty if the client sends its own
     */
    static std::string ConnectDataOf(const std::string& text);

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
                            RedirectPacket& out);

    PacketHeader header{.type =
                            static_cast<uint8_t>(PacketType::REDIRECT)}; ///< length set on Encode
    uint16_t textLength{0};        ///< bytes of the text, inside or following
    std::string text;              ///< text inside this packet
    std::vector<uint8_t> trailing; ///< bytes after the text
};

} // namespace ns3::net8

#endif // NET8_REDIRECT_PACKET_H
