// SPDX-License-Identifier: GPL-2.0-only
#include "net8-host-names.h"

#include "net8-cluster.h"
#include "net8-cman-hosts.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-topology.h"
#include "ns3/udp-echo-helper.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Port of the name server.
constexpr uint16_t NAME_SERVER_PORT = 53;

} // namespace

Net8HostNames::Net8HostNames(Hosts hosts,
                             Ptr<Net8Topology> network,
                             Net8Cluster& cluster,
                             const Net8CmanHosts& managers)
    : m_hosts(std::move(hosts)),
      m_network(std::move(network)),
      m_cluster(cluster),
      m_managers(managers)
{
}

Address
Net8HostNames::Serve(const Ptr<Node>& client, const std::string& site)
{
    const auto [place, isNew] = m_servers.try_emplace(site);
    if (isNew)
    {
        place->second = site.empty() ? m_network->GetServer() : m_network->PlaceHost(site);
        auto names = UdpEchoServerHelper(NAME_SERVER_PORT).Install(place->second);
        Net8Partition::StartHereOnly(names.Get(0));
    }
    return m_network->GetAddressFor(client, place->second, NAME_SERVER_PORT);
}

Address
Net8HostNames::ServeDirectory(const Ptr<Node>& client,
                              const std::string& site,
                              const Entry& entry,
                              const AttributeMap& tcp)
{
    auto& server = m_directories[site];
    if (!server)
    {
        const auto node = site.empty() ? m_network->GetServer() : m_network->PlaceHost(site);
        if (!site.empty())
        {
            const auto profile = CreateObject<Net8TcpProfile>();
            SetAttributes(profile, tcp);
            profile->Install(node, m_network->GetMtu(), m_network->IsIpv6());
        }
        server = CreateObject<Net8DirectoryServer>();
        server->SetProtocol(m_network->GetSocketFactory());
        node->AddApplication(server);
        Net8Partition::StartHereOnly(server);
    }
    server->Enter(entry.alias, entry.descriptor);
    return m_network->GetAddressFor(client, server->GetNode(), Net8DirectoryServer::PORT);
}

std::vector<Address>
Net8HostNames::GetAddresses(const Ptr<Node>& host) const
{
    std::vector<Address> found;
    for (const auto& address : m_network->GetHostAddresses(host, 0))
    {
        found.push_back(WithoutPort(address));
    }
    return found;
}

std::vector<Address>
Net8HostNames::GetNowhere() const
{
    // Numbers 2 to 10 of the server's subnet are unused on every kind of path.
    static constexpr uint8_t FREE = 2;
    std::vector<Address> found;
    for (const auto& host : GetAddresses(m_network->GetServer()))
    {
        std::array<uint8_t, Address::MAX_SIZE> bytes{};
        const uint32_t size = host.CopyTo(bytes.data());
        bytes[size - 1] = FREE;
        found.push_back(IsIpv6(host) ? Address(Ipv6Address(bytes.data()))
                                     : Address(Ipv4Address::Deserialize(bytes.data())));
    }
    return found;
}

std::vector<Address>
Net8HostNames::GetTarget(const std::string& target)
{
    if (target == "server")
    {
        return GetAddresses(m_network->GetServer());
    }
    const auto hosts = m_cluster.LookUp(target);
    return hosts.empty() ? GetNowhere() : GetAddresses(hosts.front());
}

std::vector<Address>
Net8HostNames::LookUp(const std::string& host)
{
    std::string name = host;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::vector<Address> found;
    const auto add = [&found](const std::vector<Address>& addresses) {
        found.insert(found.end(), addresses.begin(), addresses.end());
    };
    if (const auto manager = m_managers.Find(name))
    {
        add(GetAddresses(manager));
    }
    else if (const auto entry = m_hosts.find(name); entry != m_hosts.end())
    {
        for (const auto& target : entry->second)
        {
            add(GetTarget(target));
        }
    }
    else
    {
        for (const auto& node : m_cluster.LookUp(name))
        {
            add(GetAddresses(node));
        }
        const bool all = m_hosts.empty() && !m_cluster.NamesHosts();
        if (name.empty() || (found.empty() && all))
        {
            add(GetTarget("server"));
        }
    }
    // A host given as an address has only that IP version.
    const bool ipv6 = name.find(':') != std::string::npos;
    const bool ipv4 = !name.empty() && name.find_first_not_of("0123456789.") == std::string::npos;
    std::erase_if(found, [&](const Address& ip) { return IsIpv6(ip) ? ipv4 : ipv6; });
    return found;
}

} // namespace ns3::net8
