// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IPX_PACKET_H
#define NET8_IPX_PACKET_H

#include "net8-ipx-header.h"
#include "net8-rip-message.h"
#include "net8-sap-message.h"
#include "net8-spx-header.h"

#include <variant>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An IPX packet with its payload: SPX, RIP, SAP, or bytes of another protocol.
 */
class IpxPacket
{
  public:
    /// An SPX packet.
    struct Spx
    {
        SpxHeader header;          ///< Its header.
        std::vector<uint8_t> data; ///< Its data.
    };

    /// The payload; raw bytes for any other protocol.
    using Body = std::variant<std::vector<uint8_t>, Spx, RipMessage, SapMessage>;

    /**
     * Encode the packet.
     *
     * @param writer receives the packet; the length in the header is not changed
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a packet.
     *
     * @param reader the whole packet and the padding after it
     * @param[out] out receives the packet
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, IpxPacket& out);

    IpxHeader header{};             ///< Its header.
    Body body{};                    ///< The payload.
    std::vector<uint8_t> padding{}; ///< Padding after the packet.
};

} // namespace ns3::net8

#endif // NET8_IPX_PACKET_H
