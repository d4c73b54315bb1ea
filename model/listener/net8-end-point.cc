// SPDX-License-Identifier: GPL-2.0-only
#include "net8-end-point.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8EndPoint);

TypeId
Net8EndPoint::GetTypeId()
{
    using Overflow = Net8TcpBacklog::Overflow;
    static TypeId tid =
        TypeId("ns3::net8::Net8EndPoint")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8EndPoint>()
            .AddAttribute("Port",
                          "TCP port.",
                          UintegerValue(1521), // registered default of the listener
                          MakeUintegerAccessor(&Net8EndPoint::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("QueueSize",
                          "QUEUESIZE: connections that may wait to be accepted.",
                          UintegerValue(128), // Linux, Net Services Administrator's Guide 23ai
                          MakeUintegerAccessor(&Net8EndPoint::m_queueSize),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute(
                "Overflow",
                "What happens to a connection for which there is no room: its SYN or last "
                "ACK is dropped (drop), or it is reset (reset).",
                EnumValue(Overflow::DROP), // Linux
                MakeEnumAccessor<Overflow>(&Net8EndPoint::m_overflow),
                MakeEnumChecker(Overflow::DROP, "drop", Overflow::RESET, "reset"))
            .AddAttribute("RateLimit",
                          "RATE_LIMIT: no, yes (the listener's ConnectionRate), or a number of "
                          "connections per second.",
                          StringValue("no"), // Net Services Reference 19c
                          MakeStringAccessor(&Net8EndPoint::m_rateLimit),
                          MakeStringChecker())
            .AddAttribute(
                "Ip",
                "IP: the addresses of its host that it listens on, those of both IP "
                "versions (any) or of one.",
                EnumValue(Ip::ANY), // Net Services Reference 19c
                MakeEnumAccessor<Ip>(&Net8EndPoint::m_ip),
                MakeEnumChecker(Ip::ANY, "any", Ip::V4_ONLY, "v4_only", Ip::V6_ONLY, "v6_only"))
            .AddAttribute("Tls",
                          "PROTOCOL = TCPS: TLS lies over TCP at this end point.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8EndPoint::m_tls),
                          MakeBooleanChecker());
    return tid;
}

Net8EndPoint::Net8EndPoint() = default;
Net8EndPoint::~Net8EndPoint() = default;

void
Net8EndPoint::DoDispose()
{
    // Send nothing here: parts of the node that would send may be gone already.
    StopAccepting();
    for (const auto& arrival : m_waiting)
    {
        arrival->socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                           MakeNullCallback<void, Ptr<Socket>>());
    }
    m_waiting.clear();
    m_node = nullptr;
    m_arrived = nullptr;
    Object::DoDispose();
}

void
Net8EndPoint::SetPages(const Ptr<Net8Pages>& pages)
{
    m_pages = pages->IsTtc() ? nullptr : pages;
}

void
Net8EndPoint::Open(Ptr<Node> node, TypeId protocol, std::function<void()> arrived)
{
    m_node = node;
    m_protocol = protocol;
    m_arrived = std::move(arrived);
    m_open = true;
    m_overflowsBefore = GetOverflows();
    m_backlog = Create<Net8TcpBacklog>(m_queueSize, m_overflow);
    if (m_ip != Ip::V6_ONLY && m_node->GetObject<Ipv4>())
    {
        Listen(InetSocketAddress(Ipv4Address::GetAny(), m_port));
    }
    if (m_ip == Ip::ANY && m_node->GetObject<Ipv6>())
    {
        Listen(Inet6SocketAddress(Ipv6Address::GetAny(), m_port));
    }
    if (m_ip == Ip::V6_ONLY && m_node->GetObject<Ipv6>())
    {
        ListenOnIpv6();
    }
}

void
Net8EndPoint::ListenOnIpv6()
{
    // A socket bound to the IPv6 "any" address would accept IPv4 connections, too.
    auto ipv6 = m_node->GetObject<Ipv6>();
    for (uint32_t interface = 0; interface < ipv6->GetNInterfaces(); ++interface)
    {
        for (uint32_t i = 0; i < ipv6->GetNAddresses(interface); ++i)
        {
            const auto address = ipv6->GetAddress(interface, i).GetAddress();
            if (!address.IsLinkLocal())
            {
                Listen(Inet6SocketAddress(address, m_port));
            }
        }
    }
}

void
Net8EndPoint::Listen(const Address& local)
{
    auto socket = Socket::CreateSocket(m_node, m_protocol);
    if (socket->Bind(local) != 0)
    {
        NS_FATAL_ERROR("Net8EndPoint: port " << m_port << " is in use on node " << m_node->GetId());
    }
    socket->Listen();
    socket->SetAcceptCallback(Net8TcpControl::SetBacklog(socket, m_backlog),
                              MakeCallback(&Net8EndPoint::HandleAccept, this));
    m_sockets.push_back(socket);
}

void
Net8EndPoint::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    if (!m_open)
    {
        // Its handshake was still under way when the listening socket was closed.
        End(socket);
        return;
    }
    auto arrival = std::make_shared<Arrival>(Arrival{.socket = socket,
                                                     .from = from,
                                                     .arrived = Simulator::Now(),
                                                     .tls = m_tls,
                                                     .pages = m_pages});
    // The socket holds its callbacks, so these must not hold the arrival that holds the socket.
    std::weak_ptr<Arrival> weak = arrival;
    socket->SetCloseCallbacks(Callback<void, Ptr<Socket>>([weak](Ptr<Socket>) {
                                  if (auto waiting = weak.lock())
                                  {
                                      waiting->closed = true;
                                  }
                              }),
                              Callback<void, Ptr<Socket>>([weak](Ptr<Socket>) {
                                  if (auto waiting = weak.lock())
                                  {
                                      waiting->reset = true;
                                  }
                              }));
    m_waiting.push_back(std::move(arrival));
    m_backlog->Enter();
    m_arrived();
}

std::shared_ptr<Net8EndPoint::Arrival>
Net8EndPoint::Take()
{
    if (m_waiting.empty())
    {
        return nullptr;
    }
    auto arrival = m_waiting.front();
    m_waiting.pop_front();
    m_backlog->Leave();
    return arrival;
}

void
Net8EndPoint::StopAccepting()
{
    for (const auto& socket : m_sockets)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
        socket->Close();
    }
    m_sockets.clear();
    m_open = false;
}

void
Net8EndPoint::Close()
{
    StopAccepting();
    while (auto arrival = Take())
    {
        End(arrival->socket);
    }
}

void
Net8EndPoint::End(const Ptr<Socket>& socket)
{
    if (!Net8TcpControl::Abort(socket))
    {
        socket->Close();
    }
}

uint32_t
Net8EndPoint::GetWaiting() const
{
    return static_cast<uint32_t>(m_waiting.size());
}

uint64_t
Net8EndPoint::GetOverflows() const
{
    return m_overflowsBefore + (m_backlog ? m_backlog->GetOverflows() : 0);
}

uint16_t
Net8EndPoint::GetPort() const
{
    return m_port;
}

const std::string&
Net8EndPoint::GetRateLimit() const
{
    return m_rateLimit;
}

} // namespace ns3::net8
