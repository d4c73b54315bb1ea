// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_DROPS_H
#define NET8_PATH_DROPS_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The direction of a packet, for losses and counters.
 */
enum class PathDirection : uint8_t
{
    TO_CLIENT, ///< From the server's side to the clients' (attribute value `to_client`).
    TO_SERVER, ///< From the clients' side to the server's (`to_server`).
    BOTH,      ///< Both ways (`both`).
};

/**
 * @ingroup net8
 * Packets lost or marked so far.
 */
struct PathDrops
{
    uint64_t queueToClient{0}; ///< By full or active queues, towards the clients.
    uint64_t queueToServer{0}; ///< By full or active queues, towards the server.
    uint64_t lossToClient{0};  ///< By LossRate, LossList or the radio, towards the clients.
    uint64_t lossToServer{0};  ///< By LossRate or the radio, towards the server.
    uint64_t marksToClient{0}; ///< Marked by queues (ECN), towards the clients.
    uint64_t marksToServer{0}; ///< Marked by queues (ECN), towards the server.
};

/**
 * @param direction TO_CLIENT or TO_SERVER
 * @return the opposite direction
 */
inline PathDirection
Reverse(PathDirection direction)
{
    return direction == PathDirection::TO_CLIENT ? PathDirection::TO_SERVER
                                                 : PathDirection::TO_CLIENT;
}

} // namespace ns3::net8

#endif /* NET8_PATH_DROPS_H */
