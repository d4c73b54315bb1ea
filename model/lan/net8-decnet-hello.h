// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DECNET_HELLO_H
#define NET8_DECNET_HELLO_H

#include "net8-lan-error.h"
#include "net8-lan-reader.h"
#include "net8-lan-writer.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Hello of a DECnet end node on Ethernet, little-endian.
 *
 * | offset | bytes | field                                    |
 * | ------ | ----- | ---------------------------------------- |
 * | 0      | 1     | flags 0x0d                               |
 * | 1      | 3     | version                                  |
 * | 4      | 6     | station                                  |
 * | 10     | 1     | kind of node; 3: end node                |
 * | 11     | 2     | block size                               |
 * | 13     | 1     | area                                     |
 * | 14     | 8     | seed                                     |
 * | 22     | 6     | designated router; its number 0: none    |
 * | 28     | 2     | time between two hellos, s               |
 * | 30     | 1     | reserved                                 |
 * | 31     | 1 + n | test data, counted                       |
 */
class DecnetHello
{
  public:
    static constexpr uint8_t END_NODE = 0x0d; ///< Flags of an end node's hello.

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
    static LanError Decode(LanReader& reader, DecnetHello& out);

    std::array<uint8_t, 3> version{2, 0, 0}; ///< Version of the routing layer.
    LanAddress station{};                    ///< Sender.
    uint8_t info{3};                         ///< Kind of node.
    uint16_t blockSize{1498};                ///< Largest block it accepts, bytes.
    uint8_t area{0};                         ///< Area, reserved.
    std::array<uint8_t, 8> seed{};           ///< Verification seed.
    LanAddress router{};                     ///< Designated router.
    uint16_t timer{10};                      ///< Interval between hellos, s.
    uint8_t reserved{0};                     ///< Reserved.
    std::vector<uint8_t> test{0xaa, 0xaa};   ///< Test data, at most 255 bytes.
};

} // namespace ns3::net8

#endif // NET8_DECNET_HELLO_H
