// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * One server and its clients on hosts of any network, and what they did.
 */
#ifndef FETCH_H
#define FETCH_H

#include "ns3/config.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-listener.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <string>

/**
 * Install a server of 200 rows on a host, and a client on each of some others, and
 * print their sessions as they end.
 *
 * @param server the host of the server
 * @param address its address
 * @param hosts the hosts of the clients
 */
inline void
InstallFetch(const ns3::Ptr<ns3::Node>& server,
             const ns3::Ipv4Address& address,
             const ns3::NodeContainer& hosts)
{
    using namespace ns3;
    using namespace ns3::net8;
    Net8ListenerHelper listener(1521);
    auto instance = CreateObject<Net8Instance>();
    instance->SetResultSet(CreateObjectWithAttributes<Net8ResultSet>("Rows", UintegerValue(200)));
    DynamicCast<Net8Listener>(listener.Install(server).Get(0))->AddInstance(instance);
    Net8ClientHelper client(InetSocketAddress(address, 1521));
    const auto clients = client.Install(hosts);
    for (uint32_t i = 0; i < clients.GetN(); ++i)
    {
        // Without this line the session of each client would have the number 0.
        DynamicCast<Net8Client>(clients.Get(i))->AddClient(i, Seconds(1));
    }

    using State = void (*)(std::string, uint32_t, const std::string&, const std::string&);
    const State reached = [](std::string context,
                             uint32_t session,
                             const std::string& /* before */,
                             const std::string& after) {
        std::cout << context.substr(0, context.find("/ApplicationList")) << " session " << session
                  << " is " << after << " at " << Simulator::Now().As(Time::MS) << "\n";
    };
    Config::Connect("/NodeList/*/ApplicationList/*/$ns3::net8::Net8Client/StateTransition",
                    MakeCallback(reached));
    using Done = void (*)(const SessionRecord&);
    const Done done = [](const SessionRecord& session) {
        std::cout << "session " << session.session << ": " << session.rows << " rows, "
                  << session.bytesSent << " bytes sent, " << session.bytesReceived << " received, "
                  << (session.end - session.start).As(Time::MS) << "\n";
    };
    Config::ConnectWithoutContext(
        "/NodeList/*/ApplicationList/*/$ns3::net8::Net8Client/SessionDone",
        MakeCallback(done));
}

#endif // FETCH_H
