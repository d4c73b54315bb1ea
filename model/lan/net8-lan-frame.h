// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_FRAME_H
#define NET8_LAN_FRAME_H

#include "net8-llc-header.h"

namespace ns3::net8
{

/// How a packet is framed on Ethernet.
enum class LanFraming : uint8_t
{
    ETHERNET_II, ///< A type after the addresses.
    RAW_802_3,   ///< A length, directly followed by IPX, which starts with 0xffff.
    LLC_802_2,   ///< A length and an 802.2 header.
    SNAP,        ///< A length, 802.2 and the Subnetwork Access Protocol, which has a type.
};

/**
 * @ingroup net8
 * An Ethernet frame in any of its four forms, without preamble and FCS.
 *
 * | offset | bytes | field                                            |
 * | ------ | ----- | ------------------------------------------------ |
 * | 0      | 6     | destination                                      |
 * | 6      | 6     | source                                           |
 * | 12     | 2     | type (1536 and above), or length of what follows |
 *
 * After a length there is nothing (raw), 3 or 4 bytes of 802.2, or 8 bytes of SNAP: aa aa 03, a
 * 3-byte organization, a 2-byte type.
 */
class LanFrame
{
  public:
    static constexpr uint32_t MAC_SIZE = 14;     ///< Size of addresses and type or length, bytes.
    static constexpr uint32_t SMALLEST = 60;     ///< Minimum frame size, bytes.
    static constexpr uint16_t FIRST_TYPE = 1536; ///< Lowest number that is a type.

    static constexpr uint16_t TYPE_IPX = 0x8137;    ///< EtherType of IPX.
    static constexpr uint16_t TYPE_DECNET = 0x6003; ///< EtherType of DECnet Phase IV routing.

    /** @return size of the head before the payload, bytes */
    uint32_t GetHeadSize() const;

    /**
     * Append the head of the frame.
     *
     * @param payloadSize size of the payload, bytes
     * @param writer receives the head
     */
    void EncodeHead(uint32_t payloadSize, LanWriter& writer) const;

    /** @return the encoded frame */
    std::vector<uint8_t> Encode() const;

    /**
     * Decode a frame.
     *
     * @param bytes a frame without FCS
     * @param[out] out receives the frame
     * @return the error found, or NONE
     */
    static LanError Decode(std::span<const uint8_t> bytes, LanFrame& out);

    /**
     * Decode what follows the MAC addresses.
     *
     * @param typeOrLength the two bytes after the addresses
     * @param rest the bytes after these
     * @param[out] out receives the frame; its addresses are unchanged
     * @return the error found, or NONE
     */
    static LanError DecodeBody(uint16_t typeOrLength, std::span<const uint8_t> rest, LanFrame& out);

    LanAddress destination{};                    ///< Destination station.
    LanAddress source{};                         ///< Source station.
    LanFraming framing{LanFraming::ETHERNET_II}; ///< Framing.
    uint16_t type{0};                            ///< EtherType of Ethernet II and SNAP.
    std::array<uint8_t, 3> organization{};       ///< Organization of SNAP.
    LlcHeader llc{};                             ///< Header of 802.2.
    std::vector<uint8_t> payload{};              ///< The payload.
    std::vector<uint8_t> trailer{};              ///< Padding after the bytes counted by a length.
};

} // namespace ns3::net8

#endif // NET8_LAN_FRAME_H
