// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ons-subscription.h"

#include "ns3/net8-ip-version.h"

#include <utility>

namespace ns3::net8
{

Net8OnsSubscription::Net8OnsSubscription(Ptr<Node> node,
                                         TypeId protocol,
                                         std::vector<OnsServer> servers,
                                         Owner owner)
    : m_node(std::move(node)),
      m_protocol(protocol),
      m_servers(std::move(servers)),
      m_owner(std::move(owner)),
      m_links(m_servers.size())
{
}

Net8OnsSubscription::~Net8OnsSubscription() = default;

void
Net8OnsSubscription::Start()
{
    for (std::size_t number = 0; number < m_servers.size(); ++number)
    {
        Connect(number);
    }
}

std::vector<Ptr<Socket>>
Net8OnsSubscription::Stop()
{
    std::vector<Ptr<Socket>> sockets;
    for (std::size_t number = 0; number < m_links.size(); ++number)
    {
        sockets.push_back(Drop(number));
    }
    return sockets;
}

void
Net8OnsSubscription::SetHanging(bool hangs)
{
    m_hangs = hangs;
    for (const auto& link : m_links)
    {
        if (link.connection)
        {
            link.connection->SetHanging(hangs);
        }
    }
}

void
Net8OnsSubscription::Connect(std::size_t number)
{
    using Told = Callback<void, Ptr<Socket>>;
    auto& link = m_links[number];
    if (link.connection && !link.ended)
    {
        return;
    }
    const auto socket = Socket::CreateSocket(m_node, m_protocol);
    link.ended = false;
    link.connection = std::make_unique<Net8OnsConnection>(
        socket,
        [this, number](const std::string& message) { HandleMessage(number, message); },
        [&link] { link.ended = true; });
    link.connection->SetHanging(m_hangs);
    socket->SetConnectCallback(Told([this, &link](Ptr<Socket>) {
                                   link.connection->Send(FanEvent::PrintSubscription());
                                   m_owner.connected();
                               }),
                               Told([&link](Ptr<Socket>) { link.ended = true; }));
    const auto& remote = m_servers[number].remote;
    if (!BindFor(socket, remote) || socket->Connect(remote) != 0)
    {
        link.ended = true;
    }
}

Ptr<Socket>
Net8OnsSubscription::Drop(std::size_t number)
{
    auto& link = m_links[number];
    auto socket = link.connection ? link.connection->Forget() : nullptr;
    link.connection.reset();
    return socket;
}

void
Net8OnsSubscription::HandleMessage(std::size_t from, const std::string& message)
{
    const auto event = FanEvent::Read(message);
    if (!event || !m_seen.insert(event->id).second)
    {
        return;
    }
    for (std::size_t number = 0; number < m_servers.size(); ++number)
    {
        if (m_servers[number].host != event->host)
        {
            continue;
        }
        if (event->up)
        {
            Connect(number);
        }
        else if (event->kind == FanEvent::Kind::NODE && number != from)
        {
            if (const auto socket = Drop(number))
            {
                socket->Close();
            }
        }
        m_owner.event(*event, m_servers[number]);
    }
}

} // namespace ns3::net8
