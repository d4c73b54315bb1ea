// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_ROUTER_H
#define NET8_NETWORK_ROUTER_H

#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a plan says of a router of a network that is at no site: where links meet.
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
