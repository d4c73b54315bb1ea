// SPDX-License-Identifier: GPL-2.0-only
#include "net8-page-client.h"

#include "ns3/net8-ip-version.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PageClient);

TypeId
Net8PageClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8PageClient")
                            .SetParent<Application>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8PageClient>();
    return tid;
}

Net8PageClient::Net8PageClient() = default;
Net8PageClient::~Net8PageClient() = default;

void
Net8PageClient::DoDispose()
{
    StopApplication();
    Application::DoDispose();
}

void
Net8PageClient::SetRemote(Ptr<Net8Pages> pages, const Address& remote, TypeId protocol)
{
    m_pages = pages;
    m_remote = remote;
    m_protocol = protocol;
}

Net8PageClient::Counts
Net8PageClient::GetCounts() const
{
    auto counts = m_counts;
    counts.open = m_pages->GetRequests() - counts.pages - counts.failed;
    return counts;
}

void
Net8PageClient::StartApplication()
{
    for (uint32_t number = 0; number < m_pages->GetRequests(); ++number)
    {
        Simulator::Schedule(m_pages->GetStart(number), &Net8PageClient::Connect, this);
    }
}

void
Net8PageClient::StopApplication()
{
    for (auto& visit : m_visits)
    {
        if (visit.socket)
        {
            // Send nothing here: parts of the node that would send may be gone already.
            Release(visit);
        }
    }
}

void
Net8PageClient::Connect()
{
    using Told = Callback<void, Ptr<Socket>>;
    const auto number = m_visits.size();
    auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    m_visits.push_back({.socket = socket, .started = Simulator::Now()});
    const Told ended([this, number](Ptr<Socket>) { End(number); });
    socket->SetConnectCallback(Told([this, number](Ptr<Socket>) { Ask(number); }), ended);
    socket->SetRecvCallback(Told([this, number](Ptr<Socket>) { Read(number); }));
    socket->SetCloseCallbacks(ended, ended);
    if (!BindFor(socket, m_remote) || socket->Connect(m_remote) != 0)
    {
        End(number);
    }
}

void
Net8PageClient::Ask(std::size_t number)
{
    auto& visit = m_visits[number];
    if (visit.socket && !visit.asked && visit.received.size() >= m_pages->GetGreeting().size())
    {
        visit.asked = true;
        const auto text = m_pages->GetRequest();
        visit.socket->Send(Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()),
                                          static_cast<uint32_t>(text.size())),
                           0);
    }
}

void
Net8PageClient::Read(std::size_t number)
{
    auto& visit = m_visits[number];
    while (visit.socket)
    {
        const auto packet = visit.socket->Recv(std::numeric_limits<int32_t>::max(), 0);
        if (!packet || packet->GetSize() == 0)
        {
            break;
        }
        std::string text(packet->GetSize(), '\0');
        packet->CopyData(reinterpret_cast<uint8_t*>(text.data()), packet->GetSize());
        visit.received += text;
    }
    Ask(number);
}

void
Net8PageClient::End(std::size_t number)
{
    Read(number);
    auto& visit = m_visits[number];
    if (!visit.socket)
    {
        return;
    }
    Release(visit)->Close();
    if (visit.received != m_pages->GetGreeting() + m_pages->GetAnswer())
    {
        ++m_counts.failed;
        return;
    }
    ++m_counts.pages;
    const auto taken = Simulator::Now() - visit.started;
    m_counts.longest = std::max(m_counts.longest, taken);
    m_counts.sum += taken;
    visit.received = {};
}

Ptr<Socket>
Net8PageClient::Release(Visit& visit)
{
    const auto none = MakeNullCallback<void, Ptr<Socket>>();
    const auto socket = std::exchange(visit.socket, nullptr);
    socket->SetConnectCallback(none, none);
    socket->SetRecvCallback(none);
    socket->SetCloseCallbacks(none, none);
    return socket;
}

} // namespace ns3::net8
