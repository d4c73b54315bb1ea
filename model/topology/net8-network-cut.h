// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_CUT_H
#define NET8_NETWORK_CUT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::net8
{

class Net8NetworkPlan;

/**
 * @ingroup net8
 * The work expected in a network of sites, for a partition: the packets between sites, and the
 * sites that share what only one process knows.
 */
struct ExpectedWork
{
    /// Packets expected between hosts of two sites, both directions together.
    struct Flow
    {
        std::string near{};  ///< Site on the clients' side; empty: the only site.
        std::string far{};   ///< Site on the server's side; empty: the only site.
        uint64_t packets{0}; ///< Number of packets.
    };

    std::vector<Flow> flows{};                   ///< All flows.
    std::vector<std::vector<std::string>> one{}; ///< Groups of sites that must stay together.
};

/**
 * @ingroup net8
 * Distribute the sites and routers of a network over the ranks of a partition by expected load: the
 * work of their routers, switches and hosts on the packets of all flows. Only links with a delay in
 * both directions (see Net8NetworkLink::GetGap) are cut.
 *
 * @param plan the network
 * @param work the work expected in it
 * @param ranks number of ranks
 * @return rank of each site and router, by number of its vertex
 * @throw std::invalid_argument with one sentence if there are fewer parts than ranks
 */
std::vector<uint32_t> CutNetwork(const Net8NetworkPlan& plan,
                                 const ExpectedWork& work,
                                 uint32_t ranks);

} // namespace ns3::net8

#endif /* NET8_NETWORK_CUT_H */
