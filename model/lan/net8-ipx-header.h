// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IPX_HEADER_H
#define NET8_IPX_HEADER_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * An IPX address: 12 bytes on the wire.
 */
struct IpxAddress
{
    uint32_t network{0}; ///< Network; 0: the local one.
    LanAddress node{};   ///< Node: its MAC address; all ones: broadcast.
    uint16_t socket{0};  ///< Socket.
};

/**
 * @ingroup net8
 * IPX header, big-endian.
 *
 * | offset | bytes | field                                             |
 * | ------ | ----- | ------------------------------------------------- |
 * | 0      | 2     | checksum; 0xffff: none                            |
 * | 2      | 2     | length of the packet, header included             |
 * | 4      | 1     | transport control: hops so far                    |
 * | 5      | 1     | packet type                                       |
 * | 6      | 12    | destination                                       |
 * | 18     | 12    | source                                            |
 */
class IpxHeader
{
  public:
    static constexpr uint32_t SIZE = 30; ///< Size of the header, bytes.

    static constexpr uint8_t TYPE_RIP = 1;        ///< Packet type of RIP.
    static constexpr uint8_t TYPE_PEP = 4;        ///< Packet type of SAP and plain IPX.
    static constexpr uint8_t TYPE_SPX = 5;        ///< Packet type of SPX.
    static constexpr uint16_t SOCKET_SAP = 0x452; ///< Socket of SAP.
    static constexpr uint16_t SOCKET_RIP = 0x453; ///< Socket of RIP.

    /**
     * Encode the header.
     *
     * @param writer receives the header
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a header.
     *
     * @param reader bytes starting with the header
     * @param[out] out receives the header
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, IpxHeader& out);

    uint16_t checksum{0xffff}; ///< 0xffff: none.
    uint16_t length{SIZE};     ///< Length of the packet with header, without padding, bytes.
    uint8_t hops{0};           ///< Transport control.
    uint8_t type{0};           ///< Packet type.
    IpxAddress destination{};  ///< Destination.
    IpxAddress source{};       ///< Source.
};

} // namespace ns3::net8

#endif // NET8_IPX_HEADER_H
