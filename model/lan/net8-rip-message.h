// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RIP_MESSAGE_H
#define NET8_RIP_MESSAGE_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A network in a RIP message.
 */
struct RipEntry
{
    uint32_t network{0}; ///< Network; all ones in a request: all networks.
    uint16_t hops{0};    ///< Number of routers on the route; 16: unreachable.
    uint16_t ticks{0};   ///< Delay of the route, in 1/18.2 s.
};

/**
 * @ingroup net8
 * Message of the IPX Routing Information Protocol: operation (2 bytes), then 8 bytes for each
 * network, big-endian.
 */
class RipMessage
{
  public:
    static constexpr uint32_t HEAD_SIZE = 2;     ///< Size of the operation, bytes.
    static constexpr uint32_t ENTRY_SIZE = 8;    ///< Size of a network entry, bytes.
    static constexpr uint16_t REQUEST = 1;       ///< Operation: request.
    static constexpr uint16_t RESPONSE = 2;      ///< Operation: response.
    static constexpr uint32_t MOST_ENTRIES = 50; ///< Maximum number of networks in a packet.

    /**
     * Encode the message.
     *
     * @param writer receives the message
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a message.
     *
     * @param reader the whole message
     * @param[out] out receives the message
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, RipMessage& out);

    uint16_t operation{RESPONSE};    ///< REQUEST or RESPONSE.
    std::vector<RipEntry> entries{}; ///< The networks.
};

} // namespace ns3::net8

#endif // NET8_RIP_MESSAGE_H
