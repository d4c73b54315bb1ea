// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_HOP_H
#define NET8_LAN_HOP_H

#include "net8-lan-reader.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a router reads of a packet of IPX or DECnet, and what it changes in it: the number of
 * routers on its way.
 *
 * A packet of IPX that would come to its 16th router is dropped, as 16 is out of reach in RIP; one
 * of DECnet at the 31st, as Linux has it. A router clears the bit of DECnet by which a packet stays
 * on its Ethernet. Broadcasts stay on their network.
 */
class LanHop
{
  public:
    static constexpr uint32_t MOST_HEAD = 30;  ///< Bytes of a packet that Read needs.
    static constexpr uint8_t IPX_HOPS = 16;    ///< Routers at which a packet of IPX is dropped.
    static constexpr uint8_t DECNET_HOPS = 31; ///< The same of one of DECnet.

    /// What becomes of a packet.
    enum class Verdict : uint8_t
    {
        FORWARD, ///< It goes on.
        STAYS,   ///< It is for its own network.
        TOO_FAR, ///< It has come through too many routers.
        WRONG,   ///< It is of another protocol, or wrong.
    };

    /**
     * Take a packet as a router does.
     *
     * @param type EtherType of its protocol
     * @param bytes its first MOST_HEAD bytes, or all
     * @param size its bytes, padding included
     * @return what becomes of it
     */
    static LanHop Read(uint16_t type, std::span<const uint8_t> bytes, uint32_t size);

    Verdict verdict{Verdict::WRONG}; ///< What becomes of it.
    uint32_t network{0};             ///< Network of IPX that it is for; 0: DECnet has none.
    LanAddress station{};            ///< Station that it is for.
    uint32_t size{0};                ///< Its bytes without padding.
    std::vector<uint8_t> head{};     ///< Its first bytes as they go on.

  private:
    /**
     * @param bytes a packet of IPX
     * @param size its bytes, padding included
     * @return what becomes of it
     */
    static LanHop ReadIpx(std::span<const uint8_t> bytes, uint32_t size);

    /**
     * @param bytes a packet of DECnet
     * @param size its bytes, padding included
     * @return what becomes of it
     */
    static LanHop ReadDecnet(std::span<const uint8_t> bytes, uint32_t size);
};

} // namespace ns3::net8

#endif // NET8_LAN_HOP_H
