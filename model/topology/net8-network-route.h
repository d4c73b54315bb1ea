// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_ROUTE_H
#define NET8_NETWORK_ROUTE_H

#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A route set in a plan: the link to use at a site or router for packets to a site. If none is set,
 * the route with the smallest delay is used.
 */
class Net8NetworkRoute : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetworkRoute();
    ~Net8NetworkRoute() override;

    /**
     * @return the site or router where it applies
     */
    const std::string& GetAt() const;

    /**
     * @return the destination site
     */
    const std::string& GetTarget() const;

    /**
     * @return the link to use
     */
    const std::string& GetLink() const;

  private:
    std::string m_at;     ///< Site or router where it applies.
    std::string m_target; ///< Destination site.
    std::string m_link;   ///< Link to use.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_ROUTE_H */
