// SPDX-License-Identifier: GPL-2.0-only
#include "net8-outside-topology.h"

#include "net8-path-addressing.h"

#include "ns3/csma-net-device.h"
#include "ns3/ipv4.h"
#include "ns3/net-device-container.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"

#include <algorithm>
#include <dlfcn.h>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8OutsideTopology);

namespace
{

/**
 * @param device a device
 * @return packets dropped by its queue; 0 if it has none
 */
uint64_t
CountDrops(const Ptr<NetDevice>& device)
{
    PointerValue queue;
    const bool known = device->GetAttributeFailSafe("TxQueue", queue) && queue.GetObject();
    return known ? queue.Get<Queue<Packet>>()->GetTotalDroppedPackets() : 0;
}

} // namespace

TypeId
Net8OutsideTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8OutsideTopology")
                            .SetParent<Net8Topology>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8OutsideTopology>();
    return tid;
}

Net8OutsideTopology::Net8OutsideTopology() = default;
Net8OutsideTopology::~Net8OutsideTopology() = default;

void
Net8OutsideTopology::DoDispose()
{
    m_capture.End();
    m_clients = NodeContainer();
    m_servers = NodeContainer();
    m_network = {};
    m_builder = nullptr;
    Net8Topology::DoDispose();
}

void
Net8OutsideTopology::SetBuilder(Builder builder, const OutsideNetwork::Settings& settings)
{
    m_builder = std::move(builder);
    m_network.settings = settings;
}

void
Net8OutsideTopology::Load(const std::string& library, const OutsideNetwork::Settings& settings)
{
    // What it has registered with ns-3 must not disappear, so it is never closed.
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
    {
        throw std::invalid_argument("The library '" + library + "' cannot be loaded: " + dlerror() +
                                    ".");
    }
    auto* version = reinterpret_cast<uint32_t (*)()>(dlsym(handle, "Net8NetworkVersion"));
    auto* build = reinterpret_cast<void (*)(OutsideNetwork&)>(dlsym(handle, "Net8BuildNetwork"));
    if (version == nullptr || build == nullptr)
    {
        throw std::invalid_argument("The library '" + library +
                                    "' has no network; write NET8_NETWORK in it.");
    }
    if (version() != OUTSIDE_NETWORK_VERSION)
    {
        throw std::invalid_argument(
            "The library '" + library +
            "' was compiled with another version of net8; compile it again.");
    }
    SetBuilder(build, settings);
}

// Building

void
Net8OutsideTopology::Build(const std::vector<std::string>& sites)
{
    m_network.newHost = [] {
        auto host = CreateObject<Node>();
        Net8PathAddressing::InstallStack(host, Net8PathAddressing::IpVersion::V4, true);
        return host;
    };
    m_builder(m_network);
    if (!m_network.makeHost)
    {
        throw std::invalid_argument("The network from outside makes no hosts; set makeHost.");
    }
    for (const auto& link : m_network.links)
    {
        if (!link.first || !link.second)
        {
            throw std::invalid_argument("The link '" + link.name +
                                        "' of the network from outside has no devices.");
        }
    }
    for (const auto& site : sites)
    {
        m_clients.Add(MakeHost(site));
        TellHost();
    }
}

Ptr<Node>
Net8OutsideTopology::MakeHost(const std::string& site) const
{
    auto host = m_network.makeHost(site);
    const auto ipv4 = host ? host->GetObject<Ipv4>() : nullptr;
    const bool linked = ipv4 && host->GetNDevices() == 2 && ipv4->GetNInterfaces() == 2 &&
                        ipv4->GetNAddresses(1) == 1;
    if (!linked)
    {
        throw std::invalid_argument(
            "The host at the site '" + site +
            "' of the network from outside does not have one device and one "
            "address; take it from newHost and link it once.");
    }
    return host;
}

Ptr<Node>
Net8OutsideTopology::PlaceServer(const std::string& site, Time delay)
{
    if (!delay.IsZero())
    {
        throw std::invalid_argument("In a network from outside the delay of an instance is that of "
                                    "its links; leave its own out.");
    }
    m_servers.Add(MakeHost(site));
    return m_servers.Get(m_servers.GetN() - 1);
}

Ptr<Node>
Net8OutsideTopology::PlaceHost(const std::string& site)
{
    return MakeHost(site);
}

Net8OutsideTopology::Traffic
Net8OutsideTopology::PlaceTraffic(const std::string& near, const std::string& far)
{
    auto host = MakeHost(near);
    return {.near = host, .far = MakeHost(far)};
}

// What was built

Ptr<Node>
Net8OutsideTopology::GetClient(uint32_t i) const
{
    return m_clients.Get(i);
}

uint32_t
Net8OutsideTopology::GetNClients() const
{
    return m_clients.GetN();
}

Ptr<Node>
Net8OutsideTopology::GetServer() const
{
    return m_servers.GetN() > 0 ? m_servers.Get(0) : nullptr;
}

uint32_t
Net8OutsideTopology::GetMtu() const
{
    return m_network.mtu;
}

bool
Net8OutsideTopology::IsIpv6() const
{
    return false;
}

Time
Net8OutsideTopology::GetPropagationDelay() const
{
    return m_network.delay;
}

std::vector<WatchedLink>
Net8OutsideTopology::GetLinks() const
{
    return m_network.links;
}

Net8OutsideTopology::Drops
Net8OutsideTopology::GetDrops() const
{
    Drops drops;
    for (const auto& link : m_network.links)
    {
        drops.queueToServer += CountDrops(link.first);
        drops.queueToClient += CountDrops(link.second);
    }
    return drops;
}

// While it runs

const WatchedLink*
Net8OutsideTopology::FindLink(const std::string& name) const
{
    const auto& links = m_network.links;
    if (name.empty() && links.size() == 1)
    {
        return &links.front();
    }
    const auto found = std::ranges::find(links, name, &WatchedLink::name);
    return found == links.end() ? nullptr : &*found;
}

bool
Net8OutsideTopology::HasLink(const std::string& name) const
{
    return FindLink(name) != nullptr;
}

void
Net8OutsideTopology::SetLinkUp(const std::string& name, bool up)
{
    const auto* link = FindLink(name);
    NetDeviceContainer devices(link->first);
    devices.Add(link->second);
    m_cuts.SetLinksUp(devices, up);
}

void
Net8OutsideTopology::SetHostUp(Ptr<Node> host, bool up)
{
    m_cuts.SetHostUp(host, up);
}

uint64_t
Net8OutsideTopology::GetCutFrames() const
{
    return m_cuts.GetFrames();
}

void
Net8OutsideTopology::EnablePcap(const std::string& prefix)
{
    NodeContainer hosts(GetServer());
    hosts.Add(m_clients);
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto device = Net8PathAddressing::GetHostDevice(hosts.Get(i));
        if (!DynamicCast<CsmaNetDevice>(device) && !DynamicCast<Net8EthernetNetDevice>(device))
        {
            throw std::invalid_argument("Captures need hosts with CSMA devices, and this network "
                                        "from outside has others.");
        }
    }
    m_capture.Begin();
    m_capture.Write(NodeContainer(GetServer()), prefix + "-server.pcap");
    m_capture.Write(m_clients, prefix + "-client.pcap");
}

int64_t
Net8OutsideTopology::AssignStreams(int64_t stream)
{
    return m_network.assignStreams ? m_network.assignStreams(stream) : 0;
}

} // namespace ns3::net8
