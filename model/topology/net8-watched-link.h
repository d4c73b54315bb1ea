// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WATCHED_LINK_H
#define NET8_WATCHED_LINK_H

#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A link of a network, as seen by code that samples its queues. Up is from its first end to its
 * second.
 */
struct WatchedLink
{
    std::string name{};      ///< Its name.
    Ptr<NetDevice> first{};  ///< Device at its first end.
    Ptr<NetDevice> second{}; ///< Device at its second end.
};

} // namespace ns3::net8

#endif /* NET8_WATCHED_LINK_H */
