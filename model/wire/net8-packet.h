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
 * Decode a packet of whatever kind its header names.
 * @param wholePacket exactly the bytes of one packet
 * @param form length form of the connection
 * @param[out] out the packet
 * @return what is wrong, or NONE
 */
WireError DecodePacket(std::span<const uint8_t> wholePacket, LengthForm form, AnyPacket& out);

/**
 * @ingroup net8
 * @param packet a packet of any kind
 * @param form length form of the connection
 * @return its bytes; empty when it does not fit the length form
 */
std::vector<uint8_t> EncodePacket(const AnyPacket& packet, LengthForm form);

} // namespace ns3::net8

#endif // NET8_PACKET_H
