// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DECNET_ROUTING_H
#define NET8_DECNET_ROUTING_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * DECnet routing message within an area, little-endian (pydecnet, L1Routing): the cost from a
 * router to each node.
 *
 * | offset | bytes | field                                                             |
 * | ------ | ----- | ----------------------------------------------------------------- |
 * | 0      | 1     | flags 0x07                                                        |
 * | 1      | 2     | router                                                            |
 * | 3      | 1     | reserved                                                          |
 * | 4      | n     | segments: count 2, first node 2, and 2 for each node: cost in the |
 * |        |       | low 10 bits, circuits in the 5 above; all ones: out of reach      |
 * | 4 + n  | 2     | checksum: 1 and all words of the segments, with end-around carry  |
 */
class DecnetRouting
{
  public:
    static constexpr uint8_t LEVEL_1 = 0x07;        ///< Flags of the message.
    static constexpr uint16_t UNREACHABLE = 0x7fff; ///< Cost and circuits of an unreachable node.
    static constexpr uint16_t CIRCUITS = 10;        ///< Position of the circuits, bits.
    static constexpr uint16_t AREA_NODES = 1024;    ///< Nodes of an area, including number 0.

    /// Costs of consecutive nodes.
    struct Segment
    {
        uint16_t first{0};             ///< First node.
        std::vector<uint16_t> costs{}; ///< Cost and circuits of each node.
    };

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
    static LanError Decode(LanReader& reader, DecnetRouting& out);

    uint16_t router{0};              ///< Sender.
    uint8_t reserved{0};             ///< Reserved.
    std::vector<Segment> segments{}; ///< Costs of the nodes.

  private:
    /**
     * Decode the segments.
     *
     * @param reader the segments, up to their end
     * @return the error found, or NONE
     */
    LanError DecodeSegments(LanReader& reader);
};

} // namespace ns3::net8

#endif // NET8_DECNET_ROUTING_H
