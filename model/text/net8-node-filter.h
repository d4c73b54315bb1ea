// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NODE_FILTER_H
#define NET8_NODE_FILTER_H

#include "net8-node-list.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Valid-node checking: which client addresses a listener admits.
 *
 * If there are invited nodes, only those are admitted, even if they are also excluded; otherwise
 * all nodes except the excluded ones are. A client that is not admitted has its connection closed
 * (ORA-12537 or ORA-12547).
 *
 * Source: Net Services Reference 11.2 and later, TCP.VALIDNODE_CHECKING, TCP.INVITED_NODES (which
 * "takes precedence over" the other list) and TCP.EXCLUDED_NODES of sqlnet.ora.
 */
class Net8NodeFilter
{
  public:
    /**
     * Enable the check.
     *
     * @param invited TCP.INVITED_NODES in the syntax of Net8NodeList; empty if there is no such
     * list
     * @param excluded TCP.EXCLUDED_NODES, in the same syntax
     * @param hosts hosts that the lists may name
     * @return the error, if any; the filter is unchanged then
     */
    TextError SetLists(std::string_view invited,
                       std::string_view excluded,
                       const Net8NodeList::Hosts& hosts);

    /**
     * Check whether a client is admitted.
     * @param from address of the client
     * @return whether it is admitted
     */
    bool Admits(const IpAddress& from) const;

    /**
     * @return names in either list that no host has; they match nobody
     */
    std::vector<std::string> GetUnknownNames() const;

  private:
    Net8NodeList m_invited;  ///< Nodes admitted; all others are not.
    Net8NodeList m_excluded; ///< Nodes not admitted, unless there is an invited list.
};

} // namespace ns3::net8

#endif /* NET8_NODE_FILTER_H */
