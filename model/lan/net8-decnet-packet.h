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
 * What an Ethernet frame of DECnet Phase IV carries: a length (2 bytes, little-endian), padding
 * that begins with a byte 0x80 | its size, then a data packet of NSP, a hello, or another message
 * of the routing layer.
 */
class DecnetPacket
{
  public:
    static constexpr uint32_t LENGTH_SIZE = 2; ///< Bytes of the length.
    static constexpr uint8_t CONTROL = 0x01;   ///< Of the flags: message of the routing layer.
    static constexpr uint8_t PADDING = 0x80;   ///< Of the first byte: padding.

    /// A data packet.
    struct Nsp
    {
        DecnetHeader header; ///< Routing header.
        NspMessage message;  ///< The message.
    };

    /// What it carries; bytes if that is another message of the routing layer.
    using Body = std::variant<std::vector<uint8_t>,
                              Nsp,
                              DecnetHello,
                              DecnetRouterHello,
                              DecnetTest,
                              DecnetRouting>;

    /** @param writer takes the packet */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader what an Ethernet frame carries, to its end
     * @param[out] out the packet
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, DecnetPacket& out);

    std::vector<uint8_t> padding{}; ///< Padding in front of the routing header.
    Body body{};                    ///< What it carries.
    std::vector<uint8_t> trailer{}; ///< Padding of Ethernet behind the length.

  private:
    /**
     * @param reader bytes that begin with the flags of the routing layer
     * @return what is wrong, or NONE
     */
    LanError DecodeBody(LanReader& reader);

    /**
     * @param reader a message of the routing layer
     * @param flags its flags
     * @return what is wrong, or NONE
     */
    LanError DecodeControl(LanReader& reader, uint8_t flags);
};

} // namespace ns3::net8

#endif // NET8_DECNET_PACKET_H
