// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_HELPER_H
#define NET8_LISTENER_HELPER_H

#include "ns3/application-helper.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Helper to install a Net8Listener on a node. Its sockets use the TCP machine
 * (Net8LinuxTcpSocketFactory) unless the attribute Protocol names another factory.
 */
class Net8ListenerHelper : public ApplicationHelper
{
  public:
    /**
     * @param port TCP port of the end point
     */
    explicit Net8ListenerHelper(uint16_t port);

  protected:
    // Inherited
    Ptr<Application> DoInstall(Ptr<Node> node) override;

  private:
    uint16_t m_port; ///< TCP port of the end point.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_HELPER_H */
