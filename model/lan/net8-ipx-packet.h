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
 * A packet of IPX with what it carries: SPX, RIP, SAP, or bytes of another protocol.
 */
class IpxPacket
{
  public:
    /// A packet of SPX.
    struct Spx
    {
        SpxHeader header;          ///< Its header.
        std::vector<uint8_t> data; ///< Its data.
    };

    /// What it carries; bytes if that is none of the others.
    using Body = std::variant<std::vector<uint8_t>, Spx, RipMessage, SapMessage>;

    /** @param writer takes the packet; the length in the header is written as it is */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader the packet and padding behind it, to its end
     * @param[out] out the packet
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, IpxPacket& out);

    IpxHeader header{};             ///< Its header.
    Body body{};                    ///< What it carries.
    std::vector<uint8_t> padding{}; ///< What follows behind its length.
};

} // namespace ns3::net8

#endif // NET8_IPX_PACKET_H
