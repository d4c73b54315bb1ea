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
 * What a partition is told of the work in a network of sites: from where to where packets are
 * expected, and which sites share what only one process knows.
 */
struct ExpectedWork
{
    /// Packets that are expected between hosts of two sites, those of both ways together.
    struct Flow
    {
        std::string near{};  ///< Site on the clients' side; empty: the only one.
        std::string far{};   ///< Site on the server's side; empty: the only one.
        uint64_t packets{0}; ///< How many.
    };

    std::vector<Flow> flows{};                   ///< All of them.
    std::vector<std::vector<std::string>> one{}; ///< Sites that stay together.
};

/**
 * @ingroup net8
 * Share the sites and routers of a network over the ranks of a partition, by expected load: what
 * the routers, switches and hosts of each have to do with the packets of all flows. Only links that
 * both have a delay (see Net8NetworkLink::GetGap) are cut.
 *
 * @param plan the network
 * @param work what is to be done in it
 * @param ranks how many ranks there are
 * @return rank of each site and router, by number of its vertex
 * @throw std::invalid_argument with one sentence if there are fewer parts than ranks
 */
std::vector<uint32_t> CutNetwork(const Net8NetworkPlan& plan,
                                 const ExpectedWork& work,
                                 uint32_t ranks);

} // namespace ns3::net8

#endif /* NET8_NETWORK_CUT_H */
