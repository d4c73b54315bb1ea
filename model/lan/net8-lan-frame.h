// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_FRAME_H
#define NET8_LAN_FRAME_H

#include "net8-llc-header.h"

namespace ns3::net8
{

/// How a packet is framed on Ethernet.
enum class LanFraming : uint8_t
{
    ETHERNET_II, ///< A type behind the addresses.
    RAW_802_3,   ///< A length, and IPX right behind it, which begins with 0xffff.
    LLC_802_2,   ///< A length and a header of 802.2.
    SNAP,        ///< A length, 802.2 and the subnetwork access protocol, which has a type.
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
 * Behind a length stand nothing (raw), 3 or 4 bytes of 802.2, or 8 bytes of SNAP: aa aa 03, an
 * organization of 3 bytes, a type of 2 bytes.
 */
class LanFrame
{
  public:
    static constexpr uint32_t MAC_SIZE = 14;     ///< Bytes of addresses and type or length.
    static constexpr uint32_t SMALLEST = 60;     ///< Bytes of the smallest frame.
    static constexpr uint16_t FIRST_TYPE = 1536; ///< Least number that is a type.

    static constexpr uint16_t TYPE_IPX = 0x8137;    ///< EtherType of IPX.
    static constexpr uint16_t TYPE_DECNET = 0x6003; ///< EtherType of DECnet Phase IV routing.

    /** @return bytes in front of the payload */
    uint32_t GetHeadSize() const;

    /**
     * Append what stands in front of the payload.
     *
     * @param payloadSize bytes of the payload
     * @param writer takes it
     */
    void EncodeHead(uint32_t payloadSize, LanWriter& writer) const;

    /** @return the frame */
    std::vector<uint8_t> Encode() const;

    /**
     * @param bytes a frame without FCS
     * @param[out] out the frame
     * @return what is wrong, or NONE
     */
    static LanError Decode(std::span<const uint8_t> bytes, LanFrame& out);

    /**
     * Decode what follows the MAC addresses.
     *
     * @param typeOrLength the two bytes behind them
     * @param rest what follows those
     * @param[out] out the frame; its addresses stay
     * @return what is wrong, or NONE
     */
    static LanError DecodeBody(uint16_t typeOrLength, std::span<const uint8_t> rest, LanFrame& out);

    LanAddress destination{};                    ///< Station that it is for.
    LanAddress source{};                         ///< Station that sent it.
    LanFraming framing{LanFraming::ETHERNET_II}; ///< Form of the frame.
    uint16_t type{0};                            ///< EtherType of Ethernet II and SNAP.
    std::array<uint8_t, 3> organization{};       ///< Of SNAP.
    LlcHeader llc{};                             ///< Header of 802.2.
    std::vector<uint8_t> payload{};              ///< What it carries.
    std::vector<uint8_t> trailer{};              ///< Padding behind what a length counts.
};

} // namespace ns3::net8

#endif // NET8_LAN_FRAME_H
