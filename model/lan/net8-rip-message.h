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
 * A network in a message of RIP.
 */
struct RipEntry
{
    uint32_t network{0}; ///< Network; all ones in a request: every one.
    uint16_t hops{0};    ///< Routers on the way; 16: unreachable.
    uint16_t ticks{0};   ///< Time on the way, in 1/18.2 s.
};

/**
 * @ingroup net8
 * Message of the Routing Information Protocol of IPX: operation (2 bytes), then 8 bytes for each
 * network, big-endian.
 */
class RipMessage
{
  public:
    static constexpr uint32_t HEAD_SIZE = 2;     ///< Bytes of the operation.
    static constexpr uint32_t ENTRY_SIZE = 8;    ///< Bytes of a network.
    static constexpr uint16_t REQUEST = 1;       ///< Operation: request.
    static constexpr uint16_t RESPONSE = 2;      ///< Operation: response.
    static constexpr uint32_t MOST_ENTRIES = 50; ///< Networks in one packet, at most.

    /** @param writer takes the message */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader the message, to its end
     * @param[out] out the message
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, RipMessage& out);

    uint16_t operation{RESPONSE};    ///< REQUEST or RESPONSE.
    std::vector<RipEntry> entries{}; ///< The networks.
};

} // namespace ns3::net8

#endif // NET8_RIP_MESSAGE_H
