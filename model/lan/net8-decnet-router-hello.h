// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DECNET_ROUTER_HELLO_H
#define NET8_DECNET_ROUTER_HELLO_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Hello of a DECnet router on Ethernet, little-endian (pydecnet, RouterHello).
 *
 * | offset | bytes | field                                                      |
 * | ------ | ----- | ---------------------------------------------------------- |
 * | 0      | 1     | flags 0x0b                                                 |
 * | 1      | 3     | version                                                    |
 * | 4      | 6     | station                                                    |
 * | 10     | 1     | kind of node; 2: router within an area, 1: between areas   |
 * | 11     | 2     | block size                                                 |
 * | 13     | 1     | priority                                                   |
 * | 14     | 1     | area, reserved                                             |
 * | 15     | 2     | time between two hellos, s                                 |
 * | 17     | 1     | reserved                                                   |
 * | 18     | 1 + n | other routers, counted: 7 bytes reserved, a count of bytes |
 */
class DecnetRouterHello
{
  public:
    static constexpr uint8_t ROUTER = 0x0b; ///< Flags of a router's hello.

    /**
     * Encode the hello.
     *
     * @param writer receives the hello
     */
    void Encode(LanWriter& writer) const;

    /**
     * Decode a hello.
     *
     * @param reader the whole hello
     * @param[out] out receives the hello
     * @return the error found, or NONE
     */
    static LanError Decode(LanReader& reader, DecnetRouterHello& out);

    std::array<uint8_t, 3> version{2, 0, 0}; ///< Version of the routing layer.
    LanAddress station{};                    ///< Sender.
    uint8_t info{2};                         ///< Kind of node.
    uint16_t blockSize{1498};                ///< Largest block it accepts, bytes.
    uint8_t priority{64};                    ///< Priority (default of pydecnet).
    uint8_t area{0};                         ///< Area, reserved.
    uint16_t timer{15};                      ///< Interval between hellos, s.
    uint8_t reserved{0};                     ///< Reserved.
    std::vector<uint8_t>
        others{0, 0, 0, 0, 0, 0, 0, 0}; ///< Other routers: none; at most 255 bytes.
};

} // namespace ns3::net8

#endif // NET8_DECNET_ROUTER_HELLO_H
