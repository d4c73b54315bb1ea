// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_ROUTER_H
#define NET8_NETWORK_ROUTER_H

#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router of a network as set in a plan: it belongs to no site and connects links.
 */
class Net8NetworkRouter : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetworkRouter();
    ~Net8NetworkRouter() override;

    /**
     * @return its name
     */
    const std::string& GetName() const;

  private:
    std::string m_name; ///< Its name.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_ROUTER_H */
