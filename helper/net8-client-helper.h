// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_HELPER_H
#define NET8_CLIENT_HELPER_H

#include "ns3/application-helper.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Helper to install a Net8Client on nodes. Its sockets use the TCP machine
 * (Net8LinuxTcpSocketFactory) unless the attribute Protocol names another factory.
 */
class Net8ClientHelper : public ApplicationHelper
{
  public:
    /**
     * @param remote address and port of the listener
     */
    explicit Net8ClientHelper(const Address& remote);

  protected:
    // Inherited
    Ptr<Application> DoInstall(Ptr<Node> node) override;
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_HELPER_H */
