// SPDX-License-Identifier: GPL-2.0-only
#include "net8-linux-tcp-socket-factory.h"

#include "ns3/node.h"
#include "ns3/tcp-socket.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LinuxTcpSocketFactory);

TypeId
Net8LinuxTcpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LinuxTcpSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LinuxTcpSocketFactory>();
    return tid;
}

void
Net8LinuxTcpSocketFactory::Install(const NodeContainer& nodes)
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        if (!(*node)->GetObject<Net8LinuxTcpSocketFactory>())
        {
            (*node)->AggregateObject(CreateObject<Net8LinuxTcpSocketFactory>());
        }
    }
}

void
Net8LinuxTcpSocketFactory::DoDispose()
{
    m_pattern = nullptr;
    m_settings = nullptr;
    SocketFactory::DoDispose();
}

void
Net8LinuxTcpSocketFactory::MakePattern()
{
    const auto node = GetObject<Node>();
    m_pattern = CreateObject<Net8TcpMachineSocket>();
    m_pattern->SetHost(Net8TcpHost::Get(node));
    for (const auto& tid : {TcpSocket::GetTypeId(), Net8TcpMachineSocket::GetTypeId()})
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto attribute = tid.GetAttribute(i);
            const auto value = attribute.initialValue->SerializeToString(attribute.checker);
            if (value != attribute.originalInitialValue->SerializeToString(attribute.checker))
            {
                m_pattern->SetAttribute(attribute.name, *attribute.initialValue);
            }
        }
    }
}

Ptr<Socket>
Net8LinuxTcpSocketFactory::CreateSocket()
{
    const auto& settings = Net8TcpHost::Get(GetObject<Node>())->GetSettings();
    if (!m_pattern || m_settings != settings)
    {
        m_settings = settings;
        MakePattern();
    }
    return CopyObject<Net8TcpMachineSocket>(m_pattern);
}

} // namespace ns3::net8
