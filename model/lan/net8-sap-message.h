// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SAP_MESSAGE_H
#define NET8_SAP_MESSAGE_H

#include "net8-ipx-header.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A server in a SAP response.
 */
struct SapEntry
{
    uint16_t type{0};               ///< Type of its service.
    std::array<uint8_t, 48> name{}; ///< Name, padded with zeros.
    IpxAddress address{};           ///< Its address.
    uint16_t hops{0};               ///< Number of routers on the route to it.
};

/**
 * @ingroup net8
 * Message of the Service Advertising Protocol: operation (2 bytes), then in a query the type of
 * service (2 bytes), in a response 64 bytes for each server, big-endian.
 */
class SapMessage
{
  public:
    static constexpr uint32_t QUERY_SIZE = 4;       ///< Size of a query, bytes.
    static constexpr uint32_t HEAD_SIZE = 2;        ///< Bytes before the servers of a response.
    static constexpr uint32_t ENTRY_SIZE = 64;      ///< Size of a server entry, bytes.
    static constexpr uint32_t MOST_ENTRIES = 7;     ///< Maximum number of servers in a packet.
    static constexpr uint16_t QUERY = 1;            ///< Operation: general query.
    static constexpr uint16_t RESPONSE = 2;         ///< Operation: general response.
    static constexpr uint16_t NEAREST_QUERY = 3;    ///< Operation: query for the nearest server.
    static constexpr uint16_t NEAREST_RESPONSE = 4; ///< Operation: answer to that.

    /** @return whether the message is a query */
    bool IsQuery() const
    {
        return operation == QUERY || operation == NEAREST_QUERY;
    }

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
    static LanError Decode(LanReader& reader, SapMessage& out);

    uint16_t operation{RESPONSE};    ///< Operation.
    uint16_t queried{0};             ///< Type of service in a query.
    std::vector<SapEntry> entries{}; ///< Servers of a response.
};

} // namespace ns3::net8

#endif // NET8_SAP_MESSAGE_H
