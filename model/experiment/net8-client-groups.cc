// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-groups.h"

#include "net8-host-names.h"
#include "net8-recorder.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-lan-host.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-value-reader.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/// Rows per full segment, to estimate load: for rows of 100 bytes, a plan's default.
constexpr uint64_t SEGMENT_ROWS = 14;
/// Packets of a connection other than its queries, to estimate load: six of TCP, and some twelve
/// messages of negotiation, logon and logoff with their ACKs.
constexpr uint64_t SESSION_PACKETS = 30;
/// Largest number of sessions in an experiment.
constexpr uint64_t SESSIONS_MAX = 10'000'000;

/**
 * @param name name of a group
 * @param times times from a file, if given
 * @param attributes attributes of the group; those of its arrivals are removed
 * @return number and start times of its clients
 */
Ptr<Net8Arrivals>
TakeArrivals(const std::string& name, const std::vector<Time>& times, AttributeMap& attributes)
{
    auto arrivals = CreateObject<Net8Arrivals>();
    AttributeMap taken;
    for (std::size_t i = 0; i < Net8Arrivals::GetTypeId().GetAttributeN(); ++i)
    {
        taken.insert(attributes.extract(Net8Arrivals::GetTypeId().GetAttribute(i).name));
    }
    SetAttributes(arrivals, taken);
    arrivals->SetTimes(times);
    if (arrivals->GetCount() == 0)
    {
        throw std::invalid_argument("Arrivals 'file' of the group '" + name + "' has no times.");
    }
    return arrivals;
}

/**
 * @param client a client
 * @return its driver
 */
DriverProfile
FindDriver(const Ptr<Net8Client>& client)
{
    DriverProfile driver;
    if (const auto error = client->GetDriver()->Read(driver); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    return driver;
}

/**
 * @param node a host
 * @return its IP addresses
 */
std::vector<Address>
FindAddresses(const Ptr<Node>& node)
{
    std::vector<Address> found;
    const auto ipv4 = node->GetObject<Ipv4>();
    for (uint32_t i = 0; ipv4 && i < ipv4->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < ipv4->GetNAddresses(i); ++j)
        {
            found.emplace_back(ipv4->GetAddress(i, j).GetLocal());
        }
    }
    const auto ipv6 = node->GetObject<Ipv6>();
    for (uint32_t i = 0; ipv6 && i < ipv6->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < ipv6->GetNAddresses(i); ++j)
        {
            found.emplace_back(ipv6->GetAddress(i, j).GetAddress());
        }
    }
    return found;
}

} // namespace

Net8ClientGroups::Net8ClientGroups(const ExperimentPlan& plan, const ReleaseProfile& server)
{
    const auto& groups = plan.groups.empty() ? std::vector<ClientGroup>(1) : plan.groups;
    const auto& client = plan.GetSection("client");
    uint32_t hosts = 0;
    for (const auto& each : groups)
    {
        Group group{.name = each.name, .firstHost = hosts};
        auto attributes = each.attributes;
        attributes.insert(client.begin(), client.end());
        group.arrivals = TakeArrivals(each.name, each.arrivals, attributes);
        group.first = CreateObject<Net8Client>();
        group.setter = std::make_shared<Net8AttributeSetter>(group.first->GetParts(), attributes);
        group.setter->Apply(group.first->GetParts());
        group.cpu = plan.GetSection("client.cpu");
        SetAttributes(group.first->GetCpu(), group.cpu);
        group.driver = FindDriver(group.first);
        group.driver.SetServer(server.version, group.driver.platform == server.platform);
        hosts += group.arrivals->GetHosts();
        m_groups.push_back(group);
    }
    if (plan.UsesTds())
    {
        ReadTds(plan);
    }
}

void
Net8ClientGroups::ReadTds(const ExperimentPlan& plan)
{
    m_tds = CreateObject<Net8TdsPolicy>();
    SetAttributes(m_tds, plan.GetSection("tds"));
    TdsDriverProfile driver;
    if (const auto error = m_tds->Read(driver); error.IsError())
    {
        throw std::invalid_argument(error.GetSentence());
    }
    m_tdsNoDelay = driver.noDelay;
    for (const auto& group : m_groups)
    {
        if (group.first->HasPool() || group.first->IsAttacker())
        {
            throw std::invalid_argument("The group '" + group.name +
                                        "' has a pool or attacks, which clients of TDS do not.");
        }
    }
}

std::vector<std::string>
Net8ClientGroups::GetSites() const
{
    std::vector<std::string> sites;
    for (const auto& group : m_groups)
    {
        sites.insert(sites.end(), group.arrivals->GetHosts(), group.arrivals->GetSite());
    }
    return sites;
}

const DriverProfile&
Net8ClientGroups::GetFirstDriver() const
{
    return m_groups.front().driver;
}

ClientSettings
Net8ClientGroups::MakeSettings(uint32_t number) const
{
    const auto& group = m_groups.at(number);
    ClientSettings settings;
    settings.driver = group.driver;
    settings.options = group.first->GetDriver()->GetOptions();
    settings.work = group.first->GetWork()->Get();
    return settings;
}

uint64_t
Net8ClientGroups::CountSessions(const Group& group)
{
    if (group.first->HasPool())
    {
        return 0; // they are numbered as they are opened
    }
    return uint64_t{group.arrivals->GetCount()} * uint64_t{group.first->GetCycles()};
}

void
Net8ClientGroups::NumberSessions(Net8Recorder& recorder)
{
    uint64_t total = 0;
    for (auto& group : m_groups)
    {
        group.firstSession = static_cast<uint32_t>(total);
        const auto count = CountSessions(group);
        total += count;
        if (total > SESSIONS_MAX)
        {
            throw std::invalid_argument("The groups have more than " +
                                        std::to_string(SESSIONS_MAX) + " sessions together.");
        }
        const uint32_t pools = group.first->HasPool() ? group.arrivals->GetHosts() : 0;
        recorder.AddGroup(group.name, count, group.first->IsAttacker(), pools);
    }
}

double
Net8ClientGroups::CountRows(const Net8ResultSet& resultSet, const Net8Workload& workload) const
{
    double rows = 0;
    if (workload.HasTransactions())
    {
        return rows; // sessions tell how far the run is
    }
    for (const auto& group : m_groups)
    {
        UintegerValue queries;
        group.first->GetWork()->GetAttribute("Queries", queries);
        rows += static_cast<double>(CountSessions(group) * queries.Get()) * resultSet.GetRows();
    }
    return rows;
}

std::map<std::string, uint64_t>
Net8ClientGroups::CountPackets(const Net8ResultSet& resultSet) const
{
    const auto segments = 1 + resultSet.GetRows() / SEGMENT_ROWS;
    std::map<std::string, uint64_t> packets;
    for (const auto& group : m_groups)
    {
        UintegerValue queries;
        group.first->GetWork()->GetAttribute("Queries", queries);
        // A request and its ACK, the segments of the reply, and one ACK for two of them.
        const auto each = SESSION_PACKETS + queries.Get() * (2 + segments + segments / 2);
        packets[group.arrivals->GetSite()] += uint64_t{group.arrivals->GetCount()} * each;
    }
    return packets;
}

std::map<uint32_t, uint64_t>
Net8ClientGroups::CountByRank(const Net8Topology& network, const Net8Recorder& recorder) const
{
    std::map<uint32_t, uint64_t> found;
    for (uint32_t number = 0; number < m_groups.size(); ++number)
    {
        const auto& group = m_groups[number];
        const uint64_t hosts = group.arrivals->GetHosts();
        for (uint64_t host = 0; host < hosts && recorder.Counts(number); ++host)
        {
            const auto node = network.GetClient(group.firstHost + static_cast<uint32_t>(host));
            // A host has every n-th client.
            const uint64_t clients = (group.arrivals->GetCount() + hosts - 1 - host) / hosts;
            found[node->GetSystemId()] += clients * group.first->GetCycles();
        }
    }
    return found;
}

void
Net8ClientGroups::InstallTcp(const AttributeMap& attributes,
                             const Ptr<Net8Topology>& network,
                             const std::function<void()>& onHost) const
{
    // The network searches all of its links for it.
    const auto mtu = network->GetMtu();
    for (const auto& group : m_groups)
    {
        // If the plan does not set Nagle's algorithm, the driver and its release decide.
        auto own = attributes;
        const bool noDelay = m_tds ? m_tdsNoDelay : UsesNoDelay(group.driver.version);
        own.try_emplace("NoDelay", noDelay ? "true" : "false");
        auto profile = CreateObject<Net8TcpProfile>();
        SetAttributes(profile, own);
        for (uint32_t i = 0; i < group.arrivals->GetHosts(); ++i)
        {
            auto host = network->GetClient(group.firstHost + i);
            profile->Install(host, mtu, network->IsIpv6());
            onHost();
        }
    }
}

Ptr<Net8Client>
Net8ClientGroups::MakeClient(uint32_t number, uint32_t host, const Surroundings& around) const
{
    const auto& group = m_groups[number];
    auto client = group.first;
    if (host > 0)
    {
        client = CreateObject<Net8Client>(Ptr<const Net8Client>(group.first));
        group.setter->Apply(client->GetParts(), group.first->GetParts());
        if (client->GetCpu() != group.first->GetCpu())
        {
            SetAttributes(client->GetCpu(), group.cpu);
        }
    }
    auto node = around.network->GetClient(group.firstHost + host);
    client->SetAttribute("Protocol", TypeIdValue(around.network->GetSocketFactory()));
    if (const auto lan = node->GetObject<Net8LanHost>())
    {
        client->SetAddressProtocol(lan->GetProtocol().word);
    }
    client->SetAttribute("Remote", AddressValue(around.network->GetServerAddress(around.port)));
    if (around.urgentData)
    {
        client->UseUrgentData();
    }
    if (const auto naming = client->GetNaming(); naming->AsksServer())
    {
        const auto& site = naming->Get().site;
        Address server;
        if (naming->Get().method == NamingMethod::DNS)
        {
            server = around.names.Serve(node, site);
        }
        else
        {
            const auto alias = group.name.empty() ? naming->Get().alias : group.name;
            naming->SetAttribute("Alias", StringValue(alias));
            const Net8HostNames::Entry entry{alias, client->PrintDescriptor()};
            server = around.names.ServeDirectory(node, site, entry, around.serverTcp);
        }
        naming->SetAttribute("NameServer", AddressValue(server));
    }
    client->SetGroup(number);
    client->SetSessionStep(group.arrivals->GetCount());
    const auto& first = m_groups.front().driver;
    const auto& rows = *around.resultSet;
    ClientQuery query;
    query.arraySize = rows.GetArrayRows(group.driver);
    if (group.driver.name == first.name && group.driver.release == first.release)
    {
        query.requestLength = rows.GetRequestLength();
        query.parseLength = rows.GetParseLength();
    }
    query.lobs = rows.GetLobColumns(group.driver);
    query.columns = rows.GetColumnCount();
    client->SetQuery(query);
    if (m_tds)
    {
        m_tds->SetStatementLength(around.resultSet->GetStatementLength());
        m_tds->SetPipe(m_tds->GetPipe(!node->GetObject<Net8LanHost>(), around.port));
        client->SetTds(m_tds);
    }
    if (around.workload.HasTransactions())
    {
        const auto error = client->SetTransactions(around.workload.MakeTransactions(group.driver));
        if (!error.empty())
        {
            throw std::invalid_argument("Transactions of the group '" + group.name + "': " + error +
                                        ".");
        }
    }
    client->SetResolver([&names = around.names](const auto& name) { return names.LookUp(name); });
    client->SetNumbers(
        [&recorder = around.recorder, number] { return recorder.OpenSession(number); });
    around.recorder.Listen(client);
    node->AddApplication(client);
    return client;
}

void
Net8ClientGroups::InstallGroup(uint32_t number, const Surroundings& around)
{
    const auto& group = m_groups[number];
    const auto stream = StreamOf(StreamOf(0, "arrivals"), group.name);
    auto starts = group.arrivals->Draw(stream);
    around.variation.Spread(starts, stream);
    const uint32_t hosts = group.arrivals->GetHosts();
    for (uint32_t host = 0; host < hosts; ++host)
    {
        auto client = MakeClient(number, host, around);
        Time first = starts[host];
        for (uint32_t i = host; i < starts.size(); i += hosts)
        {
            client->AddClient(client->HasPool() ? i : group.firstSession + i, starts[i]);
            first = std::min(first, starts[i]);
        }
        // An application opens its pool before its users come.
        client->SetStartTime(client->HasPool() ? Time() : first);
        Net8Partition::StartHereOnly(client);
        m_clients.push_back(client);
        around.onHost();
    }
}

void
Net8ClientGroups::Install(const Surroundings& around)
{
    for (uint32_t number = 0; number < m_groups.size(); ++number)
    {
        InstallGroup(number, around);
    }
}

const std::vector<Ptr<Net8Client>>&
Net8ClientGroups::GetClients() const
{
    return m_clients;
}

std::vector<ClientHost>
Net8ClientGroups::GetHosts(const Net8Topology& network) const
{
    std::vector<ClientHost> hosts;
    for (const auto& group : m_groups)
    {
        for (uint32_t host = 0; host < group.arrivals->GetHosts(); ++host)
        {
            const uint32_t number = group.firstHost + host;
            hosts.push_back({.name = group.name + "-" + std::to_string(host + 1),
                             .group = group.name,
                             .node = network.GetClient(number),
                             .client = m_clients.at(number)});
        }
    }
    return hosts;
}

uint64_t
Net8ClientGroups::CountClients() const
{
    uint64_t clients = 0;
    for (const auto& group : m_groups)
    {
        clients += group.arrivals->GetCount();
    }
    return clients;
}

void
Net8ClientGroups::Vary(const Net8Variation& variation, int64_t stream) const
{
    for (const auto& group : m_groups)
    {
        const auto own = StreamOf(stream, group.name);
        for (uint32_t i = 0; i < group.arrivals->GetHosts(); ++i)
        {
            const auto& client = m_clients.at(group.firstHost + i);
            variation.ApplyTo(client->GetNode(), StreamOf(StreamOf(own, i), "tcp"));
        }
    }
}

std::function<int64_t(const Address& from)>
Net8ClientGroups::MakeCallers(const Net8Topology& network) const
{
    auto known = std::make_shared<std::map<Address, int64_t>>();
    for (const auto& group : m_groups)
    {
        for (uint32_t i = 0; i < group.arrivals->GetHosts(); ++i)
        {
            const auto number = StreamOf(StreamOf(0, group.name), uint64_t{i});
            for (const auto& address : FindAddresses(network.GetClient(group.firstHost + i)))
            {
                known->emplace(address, number);
            }
        }
    }
    return [known](const Address& from) {
        const auto found = known->find(WithoutPort(from));
        return found == known->end() ? 0 : found->second;
    };
}

Net8NodeList::Hosts
Net8ClientGroups::GetAddresses(const Net8Topology& network) const
{
    Net8NodeList::Hosts found;
    for (const auto& host : GetHosts(network))
    {
        for (const auto& name : {host.group, host.name})
        {
            for (const auto& address : FindAddresses(host.node))
            {
                found[ToLower(name)].push_back(ToIpAddress(address));
            }
        }
    }
    return found;
}

int64_t
Net8ClientGroups::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& group : m_groups)
    {
        const auto own = StreamOf(stream, group.name);
        for (uint32_t i = 0; i < group.arrivals->GetHosts(); ++i)
        {
            const auto& client = m_clients.at(group.firstHost + i);
            const auto host = StreamOf(own, i);
            used += client->AssignStreams(StreamOf(host, "client"));
            used += client->GetNode()->GetObject<Net8TcpSocketFactory>()->AssignStreams(
                StreamOf(host, "tcp"));
        }
    }
    return used;
}

} // namespace ns3::net8
