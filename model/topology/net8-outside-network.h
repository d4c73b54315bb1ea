// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OUTSIDE_NETWORK_H
#define NET8_OUTSIDE_NETWORK_H

#include "net8-watched-link.h"

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A network that a user builds with ns-3's helpers, for net8 plans.
 *
 * net8 sets newHost and settings, then calls the user's build function, which sets the rest. Hosts
 * are created one by one, as needed for clients, servers and background traffic of a plan:
 *
 * 1. newHost returns a node with the TCP of net8 and ns-3's Internet stack of IPv4, with static
 * routes.
 * 2. makeHost links one to the place that a plan calls a site: with one device in addition to the
 * loopback, an address on it, and routes. The routes back to it are up to the user, too.
 *
 * This header uses nothing but ns-3, so a shared library with NET8_NETWORK links only ns-3.
 */
struct OutsideNetwork
{
    /// Settings of the plan for the network, as text by name.
    using Settings = std::map<std::string, std::string>;

    std::function<Ptr<Node>()> newHost{}; ///< Returns a node with a stack and without a link.
    Settings settings{};                  ///< Settings of the plan.
    std::function<Ptr<Node>(const std::string& site)>
        makeHost{}; ///< Creates one more host at a site; throws std::invalid_argument for an
                    ///< unknown site.
    std::vector<WatchedLink>
        links{};        ///< Links that can be cut and sampled; up is towards the servers.
    Time delay{};       ///< Longest propagation delay between two hosts, one way.
    uint32_t mtu{1500}; ///< Smallest MTU of all links, bytes.
    std::function<int64_t(int64_t)> assignStreams{}; ///< Sets random streams from a number on and
                                                     ///< returns how many; may be empty.
};

/// Version of OutsideNetwork: a library compiled with another version is rejected.
inline constexpr uint32_t OUTSIDE_NETWORK_VERSION = 1;

} // namespace ns3::net8

/**
 * @ingroup net8
 * Turn a shared library into a network that plans can name as network.library.
 *
 * @param build function that takes ns3::net8::OutsideNetwork& and sets its members
 */
#define NET8_NETWORK(build)                                                                        \
    extern "C" __attribute__((visibility("default"))) uint32_t Net8NetworkVersion()                \
    {                                                                                              \
        return ns3::net8::OUTSIDE_NETWORK_VERSION;                                                 \
    }                                                                                              \
    extern "C" __attribute__((visibility("default"))) void Net8BuildNetwork(                       \
        ns3::net8::OutsideNetwork& network)                                                        \
    {                                                                                              \
        build(network);                                                                            \
    }

#endif /* NET8_OUTSIDE_NETWORK_H */
