// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What happens to packets of single connections, and when a connection is forgotten.
 */
#include "net8-treated-tcp.h"

#include "ns3/net8-attributes.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;
using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/// Port of the server, and one of the client.
constexpr uint16_t SERVER_PORT = 1521;
constexpr uint16_t CLIENT_PORT = 40000;
/// How long after its end a connection is forgotten at the latest.
const Time LOOKED_AT = Seconds(15);

/**
 * @ingroup net8-test
 * A client and a server that closes when its client has.
 */
class TreatedTcp : public testing::Test
{
  protected:
    void SetUp() override
    {
        m_path = CreateObject<Net8Path>();
        SetAttributes(m_path->GetParts(), {{"Kind", "lan"}});
        m_path->Build(1);
        const auto profile = CreateObject<Net8TcpProfile>();
        for (const auto& host : {m_path->GetClient(0), m_path->GetServer()})
        {
            profile->Install(host, m_path->GetMtu(), false);
        }
        m_treated = Net8TreatedTcp::Install(m_path->GetServer(), 1);
        m_listening = MakeSocket(m_path->GetServer());
        m_listening->Bind(AnyAddress(false, SERVER_PORT));
        m_listening->Listen();
        m_listening->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> made, const Address&) {
                const Callback<void, Ptr<Socket>> close([this](Ptr<Socket> ended) {
                    ++m_closed;
                    ended->Close();
                });
                made->SetCloseCallbacks(close, close);
                m_accepted.push_back(made);
            }));
    }

    void TearDown() override
    {
        m_accepted.clear();
        m_listening = nullptr;
        m_treated = nullptr;
        m_path = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param host a host
     * @return a socket of it
     */
    static Ptr<Net8TcpMachineSocket> MakeSocket(const Ptr<Node>& host)
    {
        return DynamicCast<Net8TcpMachineSocket>(
            Socket::CreateSocket(host, Net8TcpSocketFactory::GetTypeId()));
    }

    /**
     * @return a connection to the server, which has accepted it
     */
    Ptr<Net8TcpMachineSocket> Connect() const
    {
        auto socket = MakeSocket(m_path->GetClient(0));
        EXPECT_EQ(socket->Bind(AnyAddress(false, CLIENT_PORT)), 0);
        EXPECT_EQ(socket->Connect(m_path->GetServerAddress(SERVER_PORT)), 0);
        Pass(Seconds(1));
        return socket;
    }

    /**
     * Forget a connection when it is over.
     *
     * @param flow the connection, as the server's host sees it
     */
    void Forget(const Net8TcpFlow& flow)
    {
        m_treated->ForgetWhenOver(flow, m_path->GetClient(0), [this] { ++m_over; });
    }

    /**
     * @param span simulated time that passes
     */
    static void Pass(const Time& span)
    {
        Simulator::Stop(span);
        Simulator::Run();
    }

    Ptr<Net8Path> m_path;                  ///< Both hosts.
    Ptr<Net8TreatedTcp> m_treated;         ///< Treats packets of the server's.
    Ptr<Net8TcpMachineSocket> m_listening; ///< The server.
    std::vector<Ptr<Socket>> m_accepted;   ///< Its ends of connections.
    uint32_t m_closed{0};                  ///< Connections whose end the server has seen.
    uint32_t m_over{0};                    ///< Connections that were forgotten.
    PacketTreatment m_delay{{{5ms, 0ns}}}; ///< Delays packets.
    PacketTreatment m_outage{.loss = 1};   ///< Loses them.
};

TEST_F(TreatedTcp, AConnectionIsForgottenWhenBothHostsHaveEndedIt)
{
    const auto client = Connect();
    const auto flow = Net8TreatedTcp::GetReverse(client->GetFlow());
    m_treated->Treat(flow, m_delay, m_delay);
    client->ShutdownSend();
    Forget(flow);
    Pass(LOOKED_AT);
    EXPECT_EQ(m_closed, 1U);
    EXPECT_FALSE(m_treated->Has(flow)) << "what is in TIME-WAIT sends nothing of its own";
    EXPECT_EQ(m_over, 1U);
}

TEST_F(TreatedTcp, AConnectionIsKeptWhileOneHostHasIt)
{
    const auto client = Connect();
    const auto flow = Net8TreatedTcp::GetReverse(client->GetFlow());
    m_treated->Treat(flow, m_delay, m_delay);
    m_accepted.front()->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                          MakeNullCallback<void, Ptr<Socket>>());
    client->ShutdownSend();
    Forget(flow);
    Pass(Seconds(100));
    EXPECT_TRUE(m_treated->Has(flow)) << "the server has not closed";
    m_accepted.front()->Close();
    Pass(LOOKED_AT);
    EXPECT_FALSE(m_treated->Has(flow));
}

TEST_F(TreatedTcp, AConnectionThatWasResetIsForgottenSoon)
{
    const auto client = Connect();
    const auto flow = Net8TreatedTcp::GetReverse(client->GetFlow());
    m_treated->Treat(flow, m_delay, {});
    client->Abort();
    Forget(flow);
    Forget(flow);
    Pass(LOOKED_AT);
    EXPECT_FALSE(m_treated->Has(flow));
    EXPECT_EQ(m_over, 1U) << "once, however often that was asked for";
}

TEST_F(TreatedTcp, WhatIsOnItsWayIsTreatedUntilItArrives)
{
    const auto client = Connect();
    const auto flow = Net8TreatedTcp::GetReverse(client->GetFlow());
    m_treated->Treat(flow, m_outage, m_outage);
    client->Close();
    Forget(flow);
    Pass(Seconds(30));
    EXPECT_EQ(m_closed, 0U) << "the FIN is lost, and sent again and again";
    ASSERT_TRUE(m_treated->Has(flow));
    m_treated->Treat(flow, {}, {});
    Pass(Seconds(60));
    EXPECT_EQ(m_closed, 1U) << "it arrives once the outage is over";
    Pass(LOOKED_AT);
    EXPECT_FALSE(m_treated->Has(flow));
}

TEST_F(TreatedTcp, TheNextConnectionOfTheSamePortsIsNotForgottenWithTheLast)
{
    auto client = Connect();
    const auto flow = Net8TreatedTcp::GetReverse(client->GetFlow());
    m_treated->Treat(flow, m_delay, {});
    client->Abort();
    Forget(flow);
    client = Connect();
    ASSERT_EQ(Net8TreatedTcp::GetReverse(client->GetFlow()), flow);
    m_treated->Treat(flow, m_outage, {});
    Pass(LOOKED_AT);
    EXPECT_TRUE(m_treated->Has(flow));
    m_treated->Treat(flow, {}, {});
    client->Abort();
    Pass(LOOKED_AT);
    EXPECT_FALSE(m_treated->Has(flow));
}

TEST_F(TreatedTcp, WhatWasNeverTreatedIsNotKept)
{
    const auto client = Connect();
    const auto flow = Net8TreatedTcp::GetReverse(client->GetFlow());
    m_treated->Treat(flow, {}, {});
    EXPECT_FALSE(m_treated->Has(flow));
    Forget(flow);
    Pass(LOOKED_AT);
    EXPECT_EQ(m_over, 0U);
}

} // namespace
