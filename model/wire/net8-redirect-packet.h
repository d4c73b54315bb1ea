// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REDIRECT_PACKET_H
#define NET8_REDIRECT_PACKET_H

#include "net8-text-packet.h"

#include <cstdint>
#include <string>

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
class RedirectPacket : public TextPacket<RedirectPacket, PacketType::REDIRECT, 0>
{
  public:
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

    /**
     * Write the fields of this type, of which it has none.
     * @param writer receives them
     */
    void WriteOwn([[maybe_unused]] WireWriter& writer) const
    {
    }

    /**
     * Read the fields of this type, of which it has none.
     * @param reader the bytes after the header
     */
    void ReadOwn([[maybe_unused]] WireReader& reader)
    {
    }
};

} // namespace ns3::net8

#endif // NET8_REDIRECT_PACKET_H
