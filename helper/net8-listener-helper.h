// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_HELPER_H
#define NET8_LISTENER_HELPER_H

#include "net8-application-helper.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Helper to install a Net8Listener on a node, and to set attributes of it and of its parts, such as
 * RateLimit of its end point.
 */
class Net8ListenerHelper : public Net8ApplicationHelper
{
  public:
    /**
     * @param port TCP port of the end point
     */
    explicit Net8ListenerHelper(uint16_t port);
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_HELPER_H */
