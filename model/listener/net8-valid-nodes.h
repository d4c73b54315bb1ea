// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_VALID_NODES_H
#define NET8_VALID_NODES_H

#include "ns3/address.h"
#include "ns3/net8-node-filter.h"
#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Valid-node checking of a listener: decides whose connections it closes.
 */
class Net8ValidNodes : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ValidNodes();
    ~Net8ValidNodes() override;

    /**
     * Set the addresses of the host names that the lists may contain.
     *
     * @param hosts addresses of hosts by name
     */
    void SetHosts(Net8NodeList::Hosts hosts);

    /**
     * Read the attributes that are texts.
     *
     * @return the error, or an empty TextError if there is none
     */
    TextError Configure();

    /**
     * @param from socket address of a client
     * @return whether it is admitted
     */
    bool Admits(const Address& from) const;

  private:
    bool m_checking{false};      ///< VALIDNODE_CHECKING.
    std::string m_invited;       ///< TCP.INVITED_NODES.
    std::string m_excluded;      ///< TCP.EXCLUDED_NODES.
    Net8NodeList::Hosts m_hosts; ///< Addresses of host names.
    Net8NodeFilter m_filter;     ///< The parsed lists.
};

} // namespace ns3::net8

#endif /* NET8_VALID_NODES_H */
