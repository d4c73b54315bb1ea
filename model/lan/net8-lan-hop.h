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
 * What a router reads from an IPX or DECnet packet, and how it updates its hop count.
 *
 * An IPX packet is dropped at its 16th router, as 16 means unreachable in RIP; a DECnet packet at
 * the 31st, as in Linux. A router clears the DECnet bit that keeps a packet on its Ethernet.
 * Broadcasts stay on their network.
 */
class LanHop
{
  public:
    static constexpr uint32_t MOST_HEAD = 30;  ///< Bytes of a packet that Read needs.
    static constexpr uint8_t IPX_HOPS = 16;    ///< Hop count at which an IPX packet is dropped.
    static constexpr uint8_t DECNET_HOPS = 31; ///< The same for DECnet.

    /// What a router does with a packet.
    enum class Verdict : uint8_t
    {
        FORWARD, ///< Forward it.
        STAYS,   ///< Drop it, as it is for its own network.
        TOO_FAR, ///< Drop it, as it has passed too many routers.
        WRONG,   ///< Drop it, as it is malformed or of another protocol.
    };

    /**
     * Process a packet as a router.
     *
     * @param type EtherType of its protocol
     * @param bytes its first MOST_HEAD bytes, or all of it
     * @param size its size with padding, bytes
     * @return the verdict, and the packet to forward
     */
    static LanHop Read(uint16_t type, std::span<const uint8_t> bytes, uint32_t size);

    Verdict verdict{Verdict::WRONG}; ///< What to do with it.
    uint32_t network{0};             ///< IPX network of its destination; 0 for DECnet.
    LanAddress station{};            ///< Station of its destination.
    uint32_t size{0};                ///< Its size without padding, bytes.
    std::vector<uint8_t> head{};     ///< Its first bytes as forwarded.

  private:
    /**
     * Process an IPX packet.
     *
     * @param bytes the packet
     * @param size its size with padding, bytes
     * @return the verdict, and the packet to forward
     */
    static LanHop ReadIpx(std::span<const uint8_t> bytes, uint32_t size);

    /**
     * Process a DECnet packet.
     *
     * @param bytes the packet
     * @param size its size with padding, bytes
     * @return the verdict, and the packet to forward
     */
    static LanHop ReadDecnet(std::span<const uint8_t> bytes, uint32_t size);
};

} // namespace ns3::net8

#endif // NET8_LAN_HOP_H
