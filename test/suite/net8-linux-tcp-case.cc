// SPDX-License-Identifier: GPL-2.0-only
#include "net8-linux-tcp-case.h"

#include "../tcp/net8-tcp-names.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/net8-linux-tcp-socket-factory.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3::net8::test
{

Stream::Stream(uint32_t seed, uint32_t pieces)
{
    std::mt19937 random(seed);
    for (uint32_t i = 0; i < pieces; ++i)
    {
        if (i % 2 == 0)
        {
            std::vector<uint8_t> bytes(1 + random() % 100);
            for (auto& byte : bytes)
            {
                byte = static_cast<uint8_t>(random());
            }
            m_expected.insert(m_expected.end(), bytes.begin(), bytes.end());
            m_pieces.push_back(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())));
        }
        else
        {
            const uint32_t size = 1 + static_cast<uint32_t>(random() % 6000);
            m_expected.resize(m_expected.size() + size, 0);
            m_pieces.push_back(Create<Packet>(size));
        }
    }
}

bool
Stream::Write(const Ptr<Socket>& socket)
{
    while (m_next < m_pieces.size())
    {
        if (socket->Send(m_pieces[m_next]) < 0)
        {
            return false;
        }
        ++m_next;
    }
    return true;
}

void
Stream::Read(const Ptr<Socket>& socket)
{
    while (auto packet = socket->Recv())
    {
        const uint32_t size = packet->GetSize();
        if (size == 0)
        {
            return;
        }
        m_read.resize(m_read.size() + size);
        packet->CopyData(m_read.data() + m_read.size() - size, size);
    }
}

LinuxTcpCase::LinuxTcpCase(const std::string& name, const Line& line)
    : TestCase(name + (line.ipv6 ? ", IPv6" : ", IPv4") + (line.hashed ? ", hashed" : ", stock")),
      m_line(line)
{
}

void
LinuxTcpCase::Build()
{
    m_nodes.Create(2);
    if (m_line.hashed)
    {
        Net8TcpL4Protocol::Install(m_nodes.Get(0));
        Net8TcpL4Protocol::Install(m_nodes.Get(1));
    }
    InternetStackHelper().Install(m_nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue(m_line.rate));
    link.SetChannelAttribute("Delay", TimeValue(Seconds(m_line.delayMs / 1000)));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("2000p"));
    m_devices = link.Install(m_nodes);
    link.DisableFlowControl();
    for (uint32_t host = 0; host < 2 && m_line.loss > 0; ++host)
    {
        auto model = CreateObjectWithAttributes<RateErrorModel>(
            "ErrorRate",
            DoubleValue(m_line.loss),
            "ErrorUnit",
            EnumValue(RateErrorModel::ERROR_UNIT_PACKET));
        model->AssignStreams(1000 + 2 * m_line.seed + host);
        m_devices.Get(host)->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }
    Ipv4AddressHelper ipv4("10.0.0.0", "255.255.255.0");
    const auto addresses4 = ipv4.Assign(m_devices);
    Ipv6AddressHelper ipv6;
    const auto addresses6 = ipv6.Assign(m_devices);
    for (uint32_t host = 0; host < 2; ++host)
    {
        m_addresses.push_back(
            m_line.ipv6 ? Address(Inet6SocketAddress(addresses6.GetAddress(host, 1), PORT))
                        : Address(InetSocketAddress(addresses4.GetAddress(host), PORT)));
    }
    Net8LinuxTcpSocketFactory::Install(m_nodes);
    RunUntil(3); // IPv6 addresses are looked up twice.
}

Ptr<Socket>
LinuxTcpCase::MakeSocket(uint32_t host, Kind kind) const
{
    return Socket::CreateSocket(m_nodes.Get(host),
                                kind == Kind::LINUX ? Net8LinuxTcpSocketFactory::GetTypeId()
                                                    : TcpSocketFactory::GetTypeId());
}

Address
LinuxTcpCase::GetAddress(uint32_t host) const
{
    return m_addresses[host];
}

Address
LinuxTcpCase::GetAny(uint16_t port) const
{
    if (m_line.ipv6)
    {
        return Inet6SocketAddress(Ipv6Address::GetAny(), port);
    }
    return InetSocketAddress(Ipv4Address::GetAny(), port);
}

Ptr<Socket>
LinuxTcpCase::Listen(Kind kind)
{
    auto socket = MakeSocket(1, kind);
    NS_TEST_EXPECT_MSG_EQ(socket->Bind(GetAny(PORT)), 0, "the port is free");
    NS_TEST_EXPECT_MSG_EQ(socket->Listen(), 0, "it listens");
    socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [this](Ptr<Socket> accepted, const Address&) { m_accepted.push_back(accepted); }));
    return socket;
}

Ptr<Socket>
LinuxTcpCase::Connect(Kind kind)
{
    auto socket = MakeSocket(0, kind);
    NS_TEST_EXPECT_MSG_EQ(socket->Connect(GetAddress(1)), 0, "it connects");
    return socket;
}

void
LinuxTcpCase::RunUntil(double until)
{
    Simulator::Stop(Seconds(until) - Simulator::Now());
    Simulator::Run();
}

void
LinuxTcpCase::ExpectNothingLeft()
{
    for (uint32_t host = 0; host < 2 && m_line.hashed; ++host)
    {
        auto tcp = DynamicCast<Net8TcpL4Protocol>(m_nodes.Get(host)->GetObject<TcpL4Protocol>());
        NS_TEST_EXPECT_MSG_EQ(tcp->GetFlows().GetSize(), 0, "connections of host " << host);
        NS_TEST_EXPECT_MSG_EQ(tcp->GetTimeWaits().GetSize(), 0, "TIME-WAIT of host " << host);
    }
}

std::string
LinuxTcpCase::StateOf(const Ptr<Socket>& socket)
{
    const auto* connection = DynamicCast<Net8TcpMachineSocket>(socket)->GetConnection();
    return TcpStateName(connection ? connection->GetState() : TcpState::CLOSED);
}

std::string
LinuxTcpCase::ErrorOf(const Ptr<Socket>& socket)
{
    return TcpErrorName(DynamicCast<Net8TcpMachineSocket>(socket)->GetTcpError());
}

void
LinuxTcpCase::DoTeardown()
{
    m_accepted.clear();
    m_addresses.clear();
    m_nodes = NodeContainer();
    m_devices = NetDeviceContainer();
    Simulator::Destroy();
}

void
Told::ListenTo(const Ptr<Socket>& socket)
{
    const auto count = [](uint32_t& counter) {
        return Callback<void, Ptr<Socket>>([&counter](Ptr<Socket>) { ++counter; });
    };
    socket->SetConnectCallback(count(connected), count(failed));
    socket->SetCloseCallbacks(count(closed), count(reset));
    socket->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { ++room; }));
}

} // namespace ns3::net8::test
