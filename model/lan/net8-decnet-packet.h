// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DECNET_PACKET_H
#define NET8_DECNET_PACKET_H

#include "net8-decnet-header.h"
#include "net8-decnet-hello.h"
#include "net8-decnet-router-hello.h"
#include "net8-decnet-routing.h"
#include "net8-decnet-test.h"
#include "net8-nsp-message.h"

#include <variant>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Payload of an Ethernet frame of DECnet Phase IV: a length (2 bytes, little-endian), padding that
 * starts with a byte 0x80 | its size, then an NSP data packet, a hello, or another routing layer
 * message.
 */
class DecnetPacket
{
  public:
    static constexpr uint32_t LENGTH_SIZE = 2; ///< Size of the length, bytes.
    static constexpr uint8_t CONTROL = 0x01;   ///< Flag: routing layer message.
    static constexpr uint8_t PADDING = 0x80;   ///< Bit of the first byte: padding.

    /// A data packet.
    struct Nsp
    {
        DecnetHeader header; ///< Routing header.
        NspMessage message;  ///< The message.
    };

    /// The payload; raw bytes for any other routing layer message.
    using Body = std::variant<std::vector<uint8_t>,
                              Nsp,
                              DecnetHello,
                              DecnetRouterHello,
                              DecnetTest,
                              DecnetRouting>;

    /**
     * Encode the packet.
     *
     * @param writer receives the packet
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a packet.
     *
     * @param reader the whole payload of an Ethernet frame
     * @param[out] out receives the packet
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, DecnetPacket& out);

    std::vector<uint8_t> padding{}; ///< Padding before the routing header.
    Body body{};                    ///< The payload.
    std::vector<uint8_t> trailer{}; ///< Ethernet padding after the length.

  private:
    /**
     * Decode the payload.
     *
     * @param reader bytes starting with the flags of the routing layer
     * @return the error found, or NONE
     */
    LanError DecodeBody(LanReader& reader);

    /**
     * Decode a routing layer message.
     *
     * @param reader the message after its flags
     * @param flags its flags
     * @return the error found, or NONE
     */
    LanError DecodeControl(LanReader& reader, uint8_t flags);
};

} // namespace ns3::net8

#endif // NET8_DECNET_PACKET_H
