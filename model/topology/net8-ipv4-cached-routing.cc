// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ipv4-cached-routing.h"

#include "ns3/net-device.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Ipv4CachedRouting);

TypeId
Net8Ipv4CachedRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Ipv4CachedRouting")
                            .SetParent<Ipv4StaticRouting>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8Ipv4CachedRouting>();
    return tid;
}

Net8Ipv4CachedRouting::Net8Ipv4CachedRouting() = default;
Net8Ipv4CachedRouting::~Net8Ipv4CachedRouting() = default;

void
Net8Ipv4CachedRouting::DoDispose()
{
    Forget();
    m_ipv4 = nullptr;
    Ipv4StaticRouting::DoDispose();
}

void
Net8Ipv4CachedRouting::Forget()
{
    m_entries.clear();
}

Net8Ipv4CachedRouting::Entry&
Net8Ipv4CachedRouting::Find(Ipv4Address destination)
{
    const uint32_t routes = GetNRoutes();
    if (m_entries.empty() || routes != m_routes)
    {
        m_entries.assign(FEW, {});
        m_routes = routes;
    }
    // Addresses of two sites often end in the same number: multiply by the golden ratio to separate
    // them.
    const uint64_t product = uint64_t{destination.Get()} * 2654435769U;
    return m_entries[(product >> 16) & (m_entries.size() - 1)];
}

void
Net8Ipv4CachedRouting::Keep(const Entry& entry)
{
    const Entry& before = Find(entry.destination);
    const bool taken =
        before.handling != Handling::UNKNOWN && before.destination != entry.destination;
    if (taken && m_entries.size() < MANY)
    {
        const std::size_t places = 2 * m_entries.size();
        m_entries.assign(places, {});
    }
    Find(entry.destination) = entry;
}

Ptr<Ipv4Route>
Net8Ipv4CachedRouting::RouteOutput(Ptr<Packet> packet,
                                   const Ipv4Header& header,
                                   Ptr<NetDevice> device,
                                   Socket::SocketErrno& error)
{
    const Ipv4Address destination = header.GetDestination();
    const Entry& entry = Find(destination);
    if (entry.handling != Handling::OUT || entry.destination != destination ||
        entry.device != PeekPointer(device))
    {
        auto route = Ipv4StaticRouting::RouteOutput(packet, header, device, error);
        if (route)
        {
            Keep({.handling = Handling::OUT,
                  .interface = 0,
                  .destination = destination,
                  .device = PeekPointer(device),
                  .route = route});
        }
        return route;
    }
    error = Socket::ERROR_NOTERROR;
    return entry.route;
}

bool
Net8Ipv4CachedRouting::RouteInput(Ptr<const Packet> packet,
                                  const Ipv4Header& header,
                                  Ptr<const NetDevice> device,
                                  const UnicastForwardCallback& forward,
                                  const MulticastForwardCallback& multicast,
                                  const LocalDeliverCallback& deliver,
                                  const ErrorCallback& fail)
{
    const Ipv4Address destination = header.GetDestination();
    const Entry& known = Find(destination);
    if (known.destination == destination && known.device == PeekPointer(device))
    {
        if (known.handling == Handling::LOCAL)
        {
            deliver(packet, header, known.interface);
            return true;
        }
        if (known.handling == Handling::FORWARD && m_ipv4->IsForwarding(known.interface))
        {
            forward(known.route, packet, header);
            return true;
        }
    }
    // Record what ns-3 does with the packet: the callbacks reveal it.
    Entry found{.handling = Handling::UNKNOWN,
                .interface = static_cast<uint32_t>(m_ipv4->GetInterfaceForDevice(device)),
                .destination = destination,
                .device = PeekPointer(device),
                .route = nullptr};
    const UnicastForwardCallback noteForward(
        [&](Ptr<Ipv4Route> route, Ptr<const Packet> sent, const Ipv4Header& ip) {
            found.handling = Handling::FORWARD;
            found.route = route;
            forward(route, sent, ip);
        });
    const LocalDeliverCallback noteLocal(
        [&](Ptr<const Packet> sent, const Ipv4Header& ip, uint32_t interface) {
            found.handling = Handling::LOCAL;
            found.interface = interface;
            deliver(sent, ip, interface);
        });
    const bool taken = Ipv4StaticRouting::RouteInput(packet,
                                                     header,
                                                     device,
                                                     noteForward,
                                                     multicast,
                                                     noteLocal,
                                                     fail);
    if (found.handling != Handling::UNKNOWN)
    {
        Keep(found);
    }
    return taken;
}

void
Net8Ipv4CachedRouting::NotifyInterfaceUp(uint32_t interface)
{
    Forget();
    Ipv4StaticRouting::NotifyInterfaceUp(interface);
}

void
Net8Ipv4CachedRouting::NotifyInterfaceDown(uint32_t interface)
{
    Forget();
    Ipv4StaticRouting::NotifyInterfaceDown(interface);
}

void
Net8Ipv4CachedRouting::NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    Forget();
    Ipv4StaticRouting::NotifyAddAddress(interface, address);
}

void
Net8Ipv4CachedRouting::NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    Forget();
    Ipv4StaticRouting::NotifyRemoveAddress(interface, address);
}

void
Net8Ipv4CachedRouting::SetIpv4(Ptr<Ipv4> ipv4)
{
    m_ipv4 = ipv4;
    Ipv4StaticRouting::SetIpv4(ipv4);
}

} // namespace ns3::net8
