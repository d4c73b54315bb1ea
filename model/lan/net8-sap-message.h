// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SAP_MESSAGE_H
#define NET8_SAP_MESSAGE_H

#include "net8-ipx-header.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A server in a response of SAP.
 */
struct SapEntry
{
    uint16_t type{0};               ///< Type of its service.
    std::array<uint8_t, 48> name{}; ///< Name, with zeros behind it.
    IpxAddress address{};           ///< Where it listens.
    uint16_t hops{0};               ///< Routers on the way to it.
};

/**
 * @ingroup net8
 * Message of the Service Advertising Protocol: operation (2 bytes), then of a query the type of
 * service (2 bytes), of a response 64 bytes for each server, big-endian.
 */
class SapMessage
{
  public:
    static constexpr uint32_t QUERY_SIZE = 4;    ///< Bytes of a query.
    static constexpr uint32_t HEAD_SIZE = 2;     ///< Bytes in front of the servers of a response.
    static constexpr uint32_t ENTRY_SIZE = 64;   ///< Bytes of a server.
    static constexpr uint32_t MOST_ENTRIES = 7;  ///< Servers in one packet, at most.
    static constexpr uint16_t QUERY = 1;         ///< Operation: general query.
    static constexpr uint16_t RESPONSE = 2;      ///< Operation: general response.
    static constexpr uint16_t NEAREST_QUERY = 3; ///< Operation: query for the nearest server.
    static constexpr uint16_t NEAREST_RESPONSE = 4; ///< Operation: answer to that.

    /** @return whether it asks */
    bool IsQuery() const
    {
        return operation == QUERY || operation == NEAREST_QUERY;
    }

    /** @param writer takes the message */
    void Encode(LanWriter& writer) const;

    /**
     * @param reader the message, to its end
     * @param[out] out the message
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, SapMessage& out);

    uint16_t operation{RESPONSE};    ///< What it is.
    uint16_t queried{0};             ///< Type of service that a query asks for.
    std::vector<SapEntry> entries{}; ///< Servers of a response.
};

} // namespace ns3::net8

#endif // NET8_SAP_MESSAGE_H
