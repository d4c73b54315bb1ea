// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NODE_FILTER_H
#define NET8_NODE_FILTER_H

#include "net8-node-list.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Valid-node checking: which clients a listener admits by their address.
 *
 * Where nodes are invited, only those are admitted, whoever is excluded; else all but the excluded
 * ones are. A client that is not admitted finds its connection closed (ORA-12537 or ORA-12547).
 *
 * Source: Net Services Reference 11.2 and later, TCP.VALIDNODE_CHECKING, TCP.INVITED_NODES (which
 * "takes precedence over" the other list) and TCP.EXCLUDED_NODES of sqlnet.ora.
 */
class Net8NodeFilter
{
  public:
    /**
     * Switch the check on.
     *
     * @param invited TCP.INVITED_NODES, as Net8NodeList reads it; empty: no such list
     * @param excluded TCP.EXCLUDED_NODES, likewise
     * @param hosts hosts that names in the lists may stand for
     * @return what is wrong; then the filter is as it was
     */
    TextError SetLists(std::string_view invited,
                       std::string_view excluded,
                       const Net8NodeList::Hosts& hosts);

    /**
     * @param from address of a client
     * @return whether it is admitted
     */
    bool Admits(const IpAddress& from) const;

    /**
     * @return names of both lists that no host has; they stand for nobody
     */
    std::vector<std::string> GetUnknownNames() const;

  private:
    Net8NodeList m_invited;  ///< Admitted, and nobody else.
    Net8NodeList m_excluded; ///< Not admitted, if nobody is invited.
};

} // namespace ns3::net8

#endif /* NET8_NODE_FILTER_H */
