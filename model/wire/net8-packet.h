// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_H
#define NET8_PACKET_H

#include "net8-abort-packet.h"
#include "net8-accept-packet.h"
#include "net8-body-packet.h"
#include "net8-connect-packet.h"
#include "net8-control-packet.h"
#include "net8-data-packet.h"
#include "net8-marker-packet.h"
#include "net8-redirect-packet.h"
#include "net8-refuse-packet.h"

#include <variant>

namespace ns3::net8
{

/// A packet of any kind.
using AnyPacket = std::variant<ConnectPacket,
                               AcceptPacket,
                               AckPacket,
                               RefusePacket,
                               RedirectPacket,
                               DataPacket,
                               NullPacket,
                               AbortPacket,
                               ResendPacket,
                               MarkerPacket,
                               AttentionPacket,
                               ControlPacket,
                               DataDescriptorPacket>;

/**
 * @ingroup net8
 * Decode a packet of any type, chosen by its header.
 * @param wholePacket the bytes of exactly one packet
 * @param form length form of the connection
 * @param[out] out receives the packet
 * @return the error found, or NONE
 */
WireError DecodePacket(std::span<const uint8_t> wholePacket, LengthForm form, AnyPacket& out);

/**
 * @ingroup net8
 * Encode a packet of any type.
 * @param packet the packet
 * @param form length form of the connection
 * @return the bytes of the packet; empty if its length does not fit @p form
 */
std::vector<uint8_t> EncodePacket(const AnyPacket& packet, LengthForm form);

} // namespace ns3::net8

#endif // NET8_PACKET_H
