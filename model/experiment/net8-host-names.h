// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HOST_NAMES_H
#define NET8_HOST_NAMES_H

#include "ns3/address.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-directory-server.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8CmanHosts;
class Net8Cluster;
class Net8Topology;

/**
 * @ingroup net8
 * The hosts behind the host names of an experiment, and the name or directory server that clients
 * may query. The server is a service of the first server host, or a separate host at a site.
 * Queries take round trips; their results are looked up here.
 */
class Net8HostNames
{
  public:
    /// What answers at a host name in lower case: "server", "nowhere" or the host of an instance,
    /// once per address.
    using Hosts = std::map<std::string, std::vector<std::string>>;

    /**
     * @param hosts names given in the plan; empty: every name is the server's
     * @param network the network, built; it must outlive this object
     * @param cluster the server hosts; it must outlive this object
     * @param managers the Connection Managers; it must outlive this object
     */
    Net8HostNames(Hosts hosts,
                  Ptr<Net8Topology> network,
                  Net8Cluster& cluster,
                  const Net8CmanHosts& managers);

    /**
     * @param host a host of a connect descriptor or REDIRECT; empty: the server
     * @return its IP addresses; empty if there is no such host
     */
    std::vector<Address> LookUp(const std::string& host);

    /**
     * Install a name server, unless there is one already.
     *
     * @param client a client host
     * @param site site of the server; empty: that of the first server
     * @return socket address at which this host reaches it
     */
    Address Serve(const Ptr<Node>& client, const std::string& site);

    /// An entry of a directory.
    struct Entry
    {
        std::string alias;      ///< Its alias.
        std::string descriptor; ///< Its connect descriptor.
    };

    /**
     * Enter a connect descriptor at a directory server, which is installed unless there is one.
     *
     * @param client a client host
     * @param site site of the server; empty: that of the first server
     * @param entry the entry
     * @param tcp attributes of Net8TcpProfile of its host, if it is a separate one
     * @return socket address at which this host reaches it
     */
    Address ServeDirectory(const Ptr<Node>& client,
                           const std::string& site,
                           const Entry& entry,
                           const AttributeMap& tcp);

  private:
    /**
     * @param host a host
     * @return its IP addresses
     */
    std::vector<Address> GetAddresses(const Ptr<Node>& host) const;

    /**
     * @return IP addresses next to the server's that no host has
     */
    std::vector<Address> GetNowhere() const;

    /**
     * @param target what answers at a host name of the plan
     * @return its IP addresses
     */
    std::vector<Address> GetTarget(const std::string& target);

    Hosts m_hosts;                              ///< Names given in the plan.
    Ptr<Net8Topology> m_network;                ///< Network.
    Net8Cluster& m_cluster;                     ///< Server hosts.
    const Net8CmanHosts& m_managers;            ///< Connection Managers.
    std::map<std::string, Ptr<Node>> m_servers; ///< Hosts of name servers, by site.
    std::map<std::string, Ptr<Net8DirectoryServer>> m_directories; ///< Directory servers, by site.
};

} // namespace ns3::net8

#endif /* NET8_HOST_NAMES_H */
