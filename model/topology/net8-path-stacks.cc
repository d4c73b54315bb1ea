// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-stacks.h"

#include "ns3/enum.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/net8-stream-name.h"

#include <stdexcept>
#include <string>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PathStacks);

namespace
{

/**
 * @return the checker of an attribute that is the IP versions of hosts
 */
Ptr<const AttributeChecker>
MakeHostIpChecker()
{
    using HostIp = Net8PathStacks::HostIp;
    return MakeEnumChecker(HostIp::DEFAULT,
                           "default",
                           HostIp::V4,
                           "v4",
                           HostIp::V6,
                           "v6",
                           HostIp::DUAL,
                           "dual");
}

} // namespace

TypeId
Net8PathStacks::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8PathStacks")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PathStacks>()
            .AddAttribute(
                "Ip",
                "IP versions of the network, and of hosts where nothing else is said.",
                EnumValue(IpVersion::V4),
                MakeEnumAccessor<IpVersion>(&Net8PathStacks::m_ip),
                MakeEnumChecker(IpVersion::V4, "v4", IpVersion::V6, "v6", IpVersion::DUAL, "dual"))
            .AddAttribute("ClientIp",
                          "IP versions of the client hosts; default: those of the network.",
                          EnumValue(HostIp::DEFAULT),
                          MakeEnumAccessor<HostIp>(&Net8PathStacks::m_clientIp),
                          MakeHostIpChecker())
            .AddAttribute("ServerIp",
                          "IP versions of the server hosts; default: those of the network.",
                          EnumValue(HostIp::DEFAULT),
                          MakeEnumAccessor<HostIp>(&Net8PathStacks::m_serverIp),
                          MakeHostIpChecker())
            .AddAttribute("TcpDemux",
                          "How a host finds the connection of a TCP packet; no result depends on "
                          "it.",
                          EnumValue(TcpDemux::HASHED),
                          MakeEnumAccessor<TcpDemux>(&Net8PathStacks::m_tcpDemux),
                          MakeEnumChecker(TcpDemux::HASHED, "hashed", TcpDemux::STOCK, "stock"));
    return tid;
}

Net8PathStacks::Net8PathStacks() = default;

Net8PathStacks::~Net8PathStacks() = default;

void
Net8PathStacks::DoDispose()
{
    m_nodes.clear();
    Object::DoDispose();
}

void
Net8PathStacks::Check(uint32_t mtu) const
{
    for (const auto ip : {GetClients(), GetServers()})
    {
        if (m_ip != IpVersion::DUAL && ip != m_ip)
        {
            throw std::invalid_argument(
                "ClientIp and ServerIp may ask for what Ip gives; for hosts "
                "of different IP versions, Ip is dual.");
        }
    }
    if (m_ip != IpVersion::V4 && mtu < 1280)
    {
        throw std::invalid_argument("Mtu " + std::to_string(mtu) +
                                    " is too small for IPv6, which needs 1280 bytes or more.");
    }
}

Net8PathStacks::IpVersion
Net8PathStacks::Choose(HostIp host) const
{
    switch (host)
    {
    case HostIp::V4:
        return IpVersion::V4;
    case HostIp::V6:
        return IpVersion::V6;
    case HostIp::DUAL:
        return IpVersion::DUAL;
    case HostIp::DEFAULT:
        break;
    }
    return m_ip;
}

Net8PathStacks::IpVersion
Net8PathStacks::GetNetwork() const
{
    return m_ip;
}

Net8PathStacks::IpVersion
Net8PathStacks::GetClients() const
{
    return Choose(m_clientIp);
}

Net8PathStacks::IpVersion
Net8PathStacks::GetServers() const
{
    return Choose(m_serverIp);
}

void
Net8PathStacks::Install(const Ptr<Node>& node, IpVersion ip, const std::string& role)
{
    Net8PathAddressing::InstallStack(node, ip, m_tcpDemux == TcpDemux::HASHED);
    m_nodes[role].push_back(node);
}

int64_t
Net8PathStacks::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& [role, nodes] : m_nodes)
    {
        const auto own = StreamOf(stream, role);
        for (std::size_t place = 0; place < nodes.size(); ++place)
        {
            used += InternetStackHelper().AssignStreams(NodeContainer(nodes[place]),
                                                        StreamOf(own, place));
        }
    }
    return used;
}

} // namespace ns3::net8
