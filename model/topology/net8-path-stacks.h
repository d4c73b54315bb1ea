// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_STACKS_H
#define NET8_PATH_STACKS_H

#include "net8-path-addressing.h"

#include "ns3/node-container.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The Internet stacks of a network: the IP versions of its nodes, and how their TCP looks up
 * connections.
 */
class Net8PathStacks : public Object
{
  public:
    /// IP versions of the network, and of hosts with no other setting.
    using IpVersion = Net8PathAddressing::IpVersion;

    /// IP versions of the hosts of one side.
    enum class HostIp : uint8_t
    {
        DEFAULT, ///< Those of the network (`default`).
        V4,      ///< IPv4 only (`v4`).
        V6,      ///< IPv6 only (`v6`).
        DUAL,    ///< Both (`dual`).
    };

    /// How a host looks up the connection of a TCP packet.
    enum class TcpDemux : uint8_t
    {
        HASHED, ///< In a hashed table, Net8TcpL4Protocol (attribute value `hashed`).
        STOCK,  ///< In the list of ns3::TcpL4Protocol (`stock`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8PathStacks();
    ~Net8PathStacks() override;

    /**
     * Check the attributes.
     *
     * @param mtu largest IP packet of the links, bytes
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    void Check(uint32_t mtu) const;

    /**
     * @return IP versions of the network
     */
    IpVersion GetNetwork() const;

    /**
     * @return IP versions of the client hosts
     */
    IpVersion GetClients() const;

    /**
     * @return IP versions of the server hosts
     */
    IpVersion GetServers() const;

    /**
     * Install the stack of a node.
     *
     * @param node the node
     * @param ip its IP versions
     * @param role what it is, such as "client", and where; random numbers of nodes do not depend on
     * nodes of other roles
     */
    void Install(const Ptr<Node>& node, IpVersion ip, const std::string& role);

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /**
     * @param host setting of the hosts of one side
     * @return their IP versions
     */
    IpVersion Choose(HostIp host) const;

    IpVersion m_ip{IpVersion::V4};         ///< IP versions of the network.
    HostIp m_clientIp{HostIp::DEFAULT};    ///< IP versions of the client hosts.
    HostIp m_serverIp{HostIp::DEFAULT};    ///< IP versions of the server hosts.
    TcpDemux m_tcpDemux{TcpDemux::HASHED}; ///< How hosts look up connections.
    /// All nodes with a stack, by their roles.
    std::map<std::string, std::vector<Ptr<Node>>> m_nodes;
};

} // namespace ns3::net8

#endif /* NET8_PATH_STACKS_H */
