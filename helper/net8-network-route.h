// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_ROUTE_H
#define NET8_NETWORK_ROUTE_H

#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a plan says of a route: by which link goes on what is at a site or router, on its way to a
 * site. Where nothing is said the route of least delay is taken.
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
     * @return the site or router where it holds
     */
    const std::string& GetAt() const;

    /**
     * @return the site where it leads
     */
    const std::string& GetTarget() const;

    /**
     * @return the link that is taken
     */
    const std::string& GetLink() const;

  private:
    std::string m_at;     ///< Where it holds.
    std::string m_target; ///< Where it leads.
    std::string m_link;   ///< Which link is taken.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_ROUTE_H */
