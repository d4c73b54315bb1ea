// SPDX-License-Identifier: GPL-2.0-only
#include "net8-topology.h"

#include "net8-path-addressing.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-tcp-socket-factory.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Topology);

TypeId
Net8Topology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Topology").SetParent<Object>().SetGroupName("Net8");
    return tid;
}

Net8Topology::Net8Topology() = default;
Net8Topology::~Net8Topology() = default;

void
Net8Topology::SetOnHost(std::function<void()> onHost)
{
    m_onHost = std::move(onHost);
}

void
Net8Topology::TellHost() const
{
    m_onHost();
}

std::vector<WatchedLink>
Net8Topology::GetLinks() const
{
    return {};
}

Net8StageLine*
Net8Topology::FindLine(const Ptr<NetDevice>&) const
{
    return nullptr;
}

Ptr<Node>
Net8Topology::PlaceHost(const std::string& site)
{
    throw std::invalid_argument("There is no site '" + site + "' where a host can be placed.");
}

void
Net8Topology::AddCounters(std::map<std::string, uint64_t>&) const
{
}

void
Net8Topology::AddLossDraws(std::vector<LossDraws>&) const
{
}

TypeId
Net8Topology::GetSocketFactory() const
{
    return Net8TcpSocketFactory::GetTypeId();
}

bool
Net8Topology::HandlesUrgentData() const
{
    return false;
}

void
Net8Topology::UseStages()
{
    throw std::invalid_argument("The network cannot be computed as stages.");
}

Address
Net8Topology::GetServerAddress(uint16_t port) const
{
    return GetHostAddress(GetServer(), port);
}

Address
Net8Topology::GetHostAddress(Ptr<Node> host, uint16_t port) const
{
    return GetHostAddresses(host, port).front();
}

std::vector<Address>
Net8Topology::GetHostAddresses(Ptr<Node> host, uint16_t port) const
{
    return Net8PathAddressing::GetSocketAddresses(host, port);
}

Address
Net8Topology::GetAddressFor(Ptr<Node> from, Ptr<Node> to, uint16_t port) const
{
    const auto addresses = GetHostAddresses(to, port);
    const auto found = std::ranges::find_if(addresses, [&from](const Address& address) {
        return HasStackFor(from, address);
    });
    return found == addresses.end() ? addresses.front() : *found;
}

} // namespace ns3::net8
