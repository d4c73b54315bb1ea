// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MARKER_PACKET_H
#define NET8_MARKER_PACKET_H

#include "net8-packet-header.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * MARKER: break and reset around a failed or cancelled call; 11 bytes.
 *
 * | offset | bytes | field                                          |
 * | ------ | ----- | ---------------------------------------------- |
 * | 8      | 1     | marker type: 0 no data, 1 data byte, 2 attention |
 * | 9      | 1     | unused                                         |
 * | 10     | 1     | data: 1 break, 2 reset, 3 interrupt            |
 *
 * ATTENTION has the same body. Source: section 7 of the fact sheet on TNS.
 * @tparam TYPE MARKER or ATTENTION
 */
template <PacketType TYPE>
class BasicMarkerPacket
{
  public:
    static constexpr uint32_t FIXED = 11; ///< bytes of a marker

    static constexpr uint8_t NO_DATA = 0;   ///< marker type: no data byte
    static constexpr uint8_t DATA_BYTE = 1; ///< marker type: one data byte
    static constexpr uint8_t ATTENTION = 2; ///< marker type: attention

    static constexpr uint8_t BREAK = 1;     ///< data: stop the call
    static constexpr uint8_t RESET = 2;     ///< data: ready for the error message
    static constexpr uint8_t INTERRUPT = 3; ///< data: cancelled by the client

    /** @return size of the encoded packet, bytes */
    uint32_t EncodedSize() const;

    /**
     * Encode the packet.
     * @param form length form to write
     * @return the bytes of the packet; empty if its length does not fit @p form
     */
    std::vector<uint8_t> Encode(LengthForm form) const;

    /**
     * Decode a packet.
     * @param wholePacket the bytes of exactly one packet
     * @param form length form of the connection
     * @param[out] out receives the decoded fields
     * @return the error found, or NONE
     */
    static WireError Decode(std::span<const uint8_t> wholePacket,
                            LengthForm form,
                            BasicMarkerPacket& out);

    PacketHeader header{.type = static_cast<uint8_t>(TYPE)}; ///< length set on Encode
    uint8_t markerType{DATA_BYTE};                           ///< NO_DATA, DATA_BYTE or ATTENTION
    uint8_t unused{0};                                       ///< byte 9, unchanged
    uint8_t data{BREAK};                                     ///< BREAK, RESET or INTERRUPT
    std::vector<uint8_t> trailing;                           ///< bytes after byte 10
};

extern template class BasicMarkerPacket<PacketType::MARKER>;
extern template class BasicMarkerPacket<PacketType::ATTENTION>;

/// Break and reset.
using MarkerPacket = BasicMarkerPacket<PacketType::MARKER>;
/// The same body under its own type; not seen in captures.
using AttentionPacket = BasicMarkerPacket<PacketType::ATTENTION>;

} // namespace ns3::net8

#endif // NET8_MARKER_PACKET_H
