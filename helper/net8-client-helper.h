// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_HELPER_H
#define NET8_CLIENT_HELPER_H

#include "net8-application-helper.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Helper to install a Net8Client on nodes, and to set attributes of it and of its parts, such as
 * Sdu of its driver.
 */
class Net8ClientHelper : public Net8ApplicationHelper
{
  public:
    /**
     * @param remote address and port of the listener
     */
    explicit Net8ClientHelper(const Address& remote);
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_HELPER_H */
