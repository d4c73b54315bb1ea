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
 * A network that its user builds with ns-3's helpers, for plans of net8.
 *
 * net8 sets newHost and settings, then has it built; the user's code sets the rest. Hosts are made
 * one by one, as clients, servers and background traffic of a plan ask for them:
 *
 * 1. newHost gives a node with the TCP of net8 and ns-3's Internet stack of IPv4, with static
 * routes.
 * 2. makeHost links one to the place that a plan calls a site, with one device beside the loopback,
 * an address on it and routes; those back to it are the user's business too.
 *
 * This header names nothing but ns-3, so a shared library that has NET8_NETWORK links ns-3 alone.
 */
struct OutsideNetwork
{
    /// Text by name, what a plan says for the network.
    using Settings = std::map<std::string, std::string>;

    std::function<Ptr<Node>()> newHost{}; ///< Gives a node with a stack and without a link.
    Settings settings{};                  ///< What the plan says.
    std::function<Ptr<Node>(const std::string& site)>
        makeHost{}; ///< Makes one more host at a site; throws std::invalid_argument for an
                    ///< unknown one.
    std::vector<WatchedLink> links{}; ///< Links that can be cut and have series; up is to servers.
    Time delay{};                     ///< Longest propagation delay between two hosts, one way.
    uint32_t mtu{1500};               ///< Least MTU of all links, bytes.
    std::function<int64_t(int64_t)>
        assignStreams{}; ///< Fixes random streams from a number on, and says how many; or none.
};

/// Changes with OutsideNetwork: a library is refused that was compiled with another one.
inline constexpr uint32_t OUTSIDE_NETWORK_VERSION = 1;

} // namespace ns3::net8

/**
 * @ingroup net8
 * Make a shared library a network that plans name as network.library.
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
