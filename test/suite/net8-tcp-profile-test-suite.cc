// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * TCP profiles: values, overrides, and the resulting sockets.
 */
#include "ns3/boolean.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-path.h"
#include "ns3/net8-tcp-host.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <map>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

using Profile = Net8TcpProfile::Profile;

/**
 * @ingroup net8-test
 * A profile has the values given by its sources.
 */
class ProfileValueTestCase : public TestCase
{
  public:
    /**
     * @param name name of the profile in the attribute
     * @param profile the profile
     * @param expected expected attribute values, in ns-3's notation
     */
    ProfileValueTestCase(const std::string& name,
                         Profile profile,
                         std::map<std::string, std::string> expected)
        : TestCase("profile " + name + " has its published values"),
          m_profile(profile),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        auto described = Net8TcpProfile::Describe(m_profile);
        // 17 of the profile itself, and for Linux one for each of the 44 sysctls.
        const size_t sysctls = m_profile == Profile::LINUX ? 44 : 0;
        NS_TEST_EXPECT_MSG_EQ(described.size(),
                              17 + sysctls,
                              "every attribute but Profile and SegmentTime");
        for (const auto& [name, value] : m_expected)
        {
            NS_TEST_EXPECT_MSG_EQ(described[name], value, name);
        }
        // The described values can be set.
        auto object = CreateObject<Net8TcpProfile>();
        for (const auto& [name, value] : described)
        {
            NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, StringValue(value)),
                                  true,
                                  name << " = " << value);
        }
    }

    Profile m_profile;                             ///< The profile.
    std::map<std::string, std::string> m_expected; ///< Expected values.
};

/**
 * @ingroup net8-test
 * The segment size depends on MTU, IP version and options.
 */
class SegmentSizeTestCase : public TestCase
{
  public:
    SegmentSizeTestCase()
        : TestCase("the segment size fits the MTU with options counted")
    {
    }

  private:
    void DoRun() override
    {
        auto profile = CreateObject<Net8TcpProfile>();
        // MTU - 20 (IPv4) or 40 (IPv6) - 20 (TCP) - 12 (timestamps).
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, false).segmentSize, 1448, "linux, IPv4");
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, true).segmentSize, 1428, "linux, IPv6");
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(9000, false).segmentSize, 8948, "linux, jumbo");
        profile->SetAttribute("Timestamps", StringValue("false"));
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, false).segmentSize, 1460, "no timestamps");
        profile->SetAttribute("SegmentSize", StringValue("536"));
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, false).segmentSize, 536, "as set");
        profile->SetAttribute("SegmentSize", StringValue("4000"));
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, false).segmentSize, 1460, "capped by the MTU");
    }
};

/**
 * @ingroup net8-test
 * Receive buffers of the old stacks are whole segments, and none of ns-3's TCP is smaller than a
 * segment.
 */
class ReceiveBufferTestCase : public TestCase
{
  public:
    ReceiveBufferTestCase()
        : TestCase("receive buffers are whole segments where the stack did so")
    {
    }

  private:
    void DoRun() override
    {
        auto profile = CreateObject<Net8TcpProfile>();
        profile->SetAttribute("Profile", StringValue("windows-nt4"));
        // 8192 rounded up to 6 x 1460; at MTU 9000 four segments of 8960.
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, false).receiveBuffer, 8760, "Ethernet");
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(9000, false).receiveBuffer, 35840, "jumbo");
        // Four segments of 65,495 bytes do not fit into 16 bits.
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(65535, false).receiveBuffer, 65535, "64 KiB");
        profile->SetAttribute("ReceiveBuffer", StringValue("4096"));
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(1500, false).receiveBuffer, 4096, "as set");
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(9000, false).receiveBuffer, 4096, "as set");
        profile->SetAttribute("CongestionControl", StringValue("ns3::TcpVegas"));
        NS_TEST_EXPECT_MSG_EQ(profile->Resolve(9000, false).receiveBuffer, 8960, "one segment");
    }
};

/**
 * @ingroup net8-test
 * Every value is set on the socket, overrides included.
 */
class SocketValueTestCase : public TestCase
{
  public:
    SocketValueTestCase()
        : TestCase("sockets of the factory have every value of the profile")
    {
    }

  private:
    /**
     * @param socket a socket
     * @param name one of its attributes
     * @param expected its value in ns-3's notation
     */
    void Expect(Ptr<Socket> socket, const std::string& name, const std::string& expected)
    {
        TypeId::AttributeInformation info;
        TcpSocketBase::GetTypeId().LookupAttributeByName(name, &info);
        auto value = info.checker->Create();
        socket->GetAttribute(name, *value);
        NS_TEST_EXPECT_MSG_EQ(value->SerializeToString(info.checker), expected, name);
    }

    void DoRun() override
    {
        auto path = CreateObject<Net8Path>();
        path->Build(1);
        auto profile = CreateObject<Net8TcpProfile>();
        profile->SetAttribute("Profile", StringValue("solaris-2.5"));
        profile->SetAttribute("InitialWindow", StringValue("3"));
        profile->SetAttribute("SendBuffer", StringValue("20000"));
        profile->SetAttribute("ReceiveBuffer", StringValue("30000"));
        profile->SetAttribute("CongestionControl", StringValue("ns3::TcpVegas"));
        profile->SetAttribute("Sack", StringValue("true"));
        profile->SetAttribute("NoDelay", StringValue("true"));
        profile->SetAttribute("DelayedAckTime", StringValue("77ms"));
        profile->SetAttribute("DelayedAckCount", StringValue("5"));
        profile->SetAttribute("MinRto", StringValue("300ms"));
        profile->SetAttribute("SynRetries", StringValue("0"));
        profile->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
        const auto make = [&path] {
            return Socket::CreateSocket(path->GetClient(0), Net8TcpSocketFactory::GetTypeId());
        };
        // From the second one on, sockets are copies.
        const std::vector sockets{make(), make(), make()};
        for (const auto& socket : sockets)
        {
            ExpectAll(socket);
        }
        sockets[1]->SetAttribute("SegmentSize", UintegerValue(1000));
        Expect(sockets[2], "SegmentSize", "1460");
        Expect(make(), "SegmentSize", "1460");

        profile->SetAttribute("DelayedAckCount", StringValue("4"));
        const auto settings = profile->Resolve(path->GetMtu(), path->IsIpv6());
        path->GetClient(0)->GetObject<Net8TcpSocketFactory>()->SetSettings(settings, settings);
        Expect(make(), "DelAckCount", "4");
        Simulator::Destroy();
    }

    /**
     * @param socket a socket with the values of the profile of DoRun
     */
    void ExpectAll(Ptr<Socket> socket)
    {
        Expect(socket, "SegmentSize", "1460");
        Expect(socket, "InitialCwnd", "3");
        Expect(socket, "SndBufSize", "20000");
        Expect(socket, "RcvBufSize", "30000");
        Expect(socket, "Sack", "true");
        Expect(socket, "Timestamp", "false");
        Expect(socket, "WindowScaling", "false");
        Expect(socket, "TcpNoDelay", "true");
        Expect(socket, "DelAckTimeout", "+7.7e+07ns");
        Expect(socket, "DelAckCount", "5");
        Expect(socket, "MinRto", "+3e+08ns");
        Expect(socket, "ConnTimeout", "+5e+08ns"); // the profile's own
        Expect(socket, "ConnCount", "1");          // only the first SYN
        PointerValue congestion;
        socket->GetAttribute("CongestionOps", congestion);
        NS_TEST_EXPECT_MSG_EQ(congestion.GetObject()->GetInstanceTypeId().GetName(),
                              "ns3::TcpVegas",
                              "congestion control");
    }
};

/**
 * @ingroup net8-test
 * Which TCP runs, and which values of the profile are set on a socket of the TCP machine.
 */
class MachineTestCase : public TestCase
{
  public:
    MachineTestCase()
        : TestCase(
              "all profiles but ns3 run the TCP machine, with every value that their system has")
    {
    }

  private:
    /**
     * @param values attributes of a profile
     * @return a socket of a node with the profile
     */
    Ptr<Socket> Make(const std::map<std::string, std::string>& values)
    {
        auto path = CreateObject<Net8Path>();
        path->Build(1);
        auto profile = CreateObject<Net8TcpProfile>();
        for (const auto& [name, value] : values)
        {
            profile->SetAttribute(name, StringValue(value));
        }
        profile->Install(path->GetClient(0), path->GetMtu(), path->IsIpv6());
        m_host = path->GetClient(0);
        return Socket::CreateSocket(m_host, Net8TcpSocketFactory::GetTypeId());
    }

    /**
     * @param values attributes of a profile
     * @return whether its sockets run the machine
     */
    bool Runs(const std::map<std::string, std::string>& values)
    {
        return DynamicCast<Net8TcpMachineSocket>(Make(values)) != nullptr;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Runs({}), true, "linux");
        // Called reno and bbr in Linux; TcpNewReno exists only in ns-3.
        for (const std::string name : {"ns3::TcpCubic", "ns3::TcpLinuxReno", "ns3::TcpBbr"})
        {
            NS_TEST_EXPECT_MSG_EQ(Runs({{"CongestionControl", name}}), true, name);
        }
        for (const std::string name : {"ns3::TcpNewReno", "ns3::TcpVegas"})
        {
            NS_TEST_EXPECT_MSG_EQ(Runs({{"CongestionControl", name}}), false, name);
        }
        for (const std::string name : {"solaris-2.5", "windows-nt4"})
        {
            NS_TEST_EXPECT_MSG_EQ(Runs({{"Profile", name}}), true, name);
            NS_TEST_EXPECT_MSG_EQ(Runs({{"Profile", name}, {"CongestionControl", "ns3::TcpVegas"}}),
                                  false,
                                  name << " with what ns-3 alone has");
        }
        NS_TEST_EXPECT_MSG_EQ(Runs({{"Profile", "ns3"}}), false, "ns3");
        ExpectLinux();
        ExpectOldSystems();
        m_host = nullptr;
        Simulator::Destroy();
    }

    /// Check values of a Linux socket.
    void ExpectLinux()
    {
        const auto set = Make({{"SegmentSize", "1000"},
                               {"InitialWindow", "3"},
                               {"SendBuffer", "20000"},
                               {"ReceiveBuffer", "5000000"},
                               {"NoDelay", "true"},
                               {"Sack", "false"},
                               {"MinRto", "300ms"},
                               {"SynRetries", "0"},
                               {"KeepAliveTime", "50s"}});
        UintegerValue number;
        // The negotiated size includes the timestamps, 12 bytes (RFC 9293, 3.7.1).
        set->GetAttribute("SegmentSize", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 1012, "segment size");
        set->GetAttribute("InitialCwnd", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 3, "initial window");
        set->GetAttribute("SndBufSize", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 20000, "send buffer");
        set->GetAttribute("RcvBufSize", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 5000000, "receive buffer");
        TimeValue time;
        set->GetAttribute("KeepAliveTime", time);
        NS_TEST_EXPECT_MSG_EQ(time.Get(), Seconds(50), "keepalive");
        const auto& settings = *Net8TcpHost::Get(m_host)->GetSettings();
        NS_TEST_EXPECT_MSG_EQ(settings.sack, false, "SACK");
        NS_TEST_EXPECT_MSG_EQ(settings.rtoMinUs, 300000, "smallest timeout");
        NS_TEST_EXPECT_MSG_EQ(int{settings.synRetries}, 0, "SYN retries");
        NS_TEST_EXPECT_MSG_EQ(settings.maxReceiveBuffer, 5000000, "the host lets it have that");
        UintegerValue tuned;
        Make({})->GetAttribute("RcvBufSize", tuned);
        NS_TEST_EXPECT_MSG_EQ(tuned.Get(), 0, "a buffer that is not set tunes itself");
    }

    /// Check rules and values of hosts with older systems.
    void ExpectOldSystems()
    {
        const auto solaris = Make({{"Profile", "solaris-2.5"},
                                   {"DelayedAckTime", "77ms"},
                                   {"DelayedAckCount", "5"},
                                   {"InitialRto", "700ms"}});
        const auto& settings = *Net8TcpHost::Get(m_host)->GetSettings();
        using Nagle = TcpRules::Nagle;
        NS_TEST_EXPECT_MSG_EQ((settings.rules.nagle == Nagle::SOLARIS), true, "its Nagle");
        NS_TEST_EXPECT_MSG_EQ(settings.receiveMemory[1], 8192, "its window before rounding");
        NS_TEST_EXPECT_MSG_EQ(settings.initialWindow, 1, "its initial window");
        TimeValue time;
        solaris->GetAttribute("DelAckTimeout", time);
        NS_TEST_EXPECT_MSG_EQ(time.Get(), MilliSeconds(77), "delayed ACK");
        solaris->GetAttribute("ConnTimeout", time);
        NS_TEST_EXPECT_MSG_EQ(time.Get(), MilliSeconds(700), "first timeout");
        UintegerValue number;
        solaris->GetAttribute("DelAckCount", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 5, "segments for an ACK");
        Make({{"Profile", "windows-nt4"}});
        const auto& windows = *Net8TcpHost::Get(m_host)->GetSettings();
        NS_TEST_EXPECT_MSG_EQ((windows.rules.nagle == Nagle::RFC_896), true, "Nagle of NT");
        NS_TEST_EXPECT_MSG_EQ(windows.delayedAckUs, 200000, "delayed ACK of NT");
    }

    Ptr<Node> m_host; ///< Host of the last socket.
};

/**
 * @ingroup net8-test
 * What helpers install on nodes of a manually built topology.
 */
class HelperTestCase : public TestCase
{
  public:
    HelperTestCase()
        : TestCase("clients and listeners of the helpers run the TCP machine unless told otherwise")
    {
    }

  private:
    /**
     * @param protocol name of the factory; empty: none
     * @return whether sockets of the TCP machine were created on both hosts
     */
    bool Runs(const std::string& protocol)
    {
        auto path = CreateObject<Net8Path>();
        path->Build(1);
        Net8ListenerHelper listener(1521);
        Net8ClientHelper client(path->GetServerAddress(1521));
        if (!protocol.empty())
        {
            listener.SetAttribute("Protocol", StringValue(protocol));
            client.SetAttribute("Protocol", StringValue(protocol));
        }
        auto listening = listener.Install(path->GetServer());
        DynamicCast<Net8Listener>(listening.Get(0))->AddInstance(CreateObject<Net8Instance>());
        auto clients = client.Install(path->GetClient(0));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        const auto& counters = DynamicCast<Net8Client>(clients.Get(0))->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.Get(SessionError::CONNECT_FAILED), 0, "it gets in");
        const bool runs = path->GetServer()->GetObject<Net8TcpHost>() != nullptr &&
                          path->GetClient(0)->GetObject<Net8TcpHost>() != nullptr;
        Simulator::Destroy();
        return runs;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Runs(""), true, "without a word");
        NS_TEST_EXPECT_MSG_EQ(Runs("ns3::TcpSocketFactory"), false, "ns-3's own");
    }
};

/**
 * @ingroup net8-test
 * The profile suite.
 */
class Net8TcpProfileTestSuite : public TestSuite
{
  public:
    Net8TcpProfileTestSuite()
        : TestSuite("net8-tcp-profile", Type::UNIT)
    {
        // include/net/tcp.h and ip-sysctl of Linux, as listed with the profile.
        AddTestCase(new ProfileValueTestCase("linux",
                                             Profile::LINUX,
                                             {{"InitialWindow", "10"},
                                              {"Sack", "true"},
                                              {"Timestamps", "true"},
                                              {"WindowScaling", "true"},
                                              {"CongestionControl", "ns3::TcpCubic"},
                                              {"DelayedAckTime", "40000000ns"},
                                              {"MinRto", "200000000ns"},
                                              {"InitialRto", "1000000000ns"},
                                              {"SynRetries", "6"},
                                              {"KeepAliveTime", "7200000000000ns"},
                                              {"KeepAliveInterval", "75000000000ns"},
                                              {"KeepAliveCount", "9"}}),
                    Duration::QUICK);
        // ndd defaults of Solaris 2.5; 8192 bytes are 6 segments of 1460 when rounded up.
        AddTestCase(new ProfileValueTestCase("solaris-2.5",
                                             Profile::SOLARIS_2_5,
                                             {{"InitialWindow", "1"},
                                              {"SendBuffer", "8192"},
                                              {"ReceiveBuffer", "8760"},
                                              {"Sack", "false"},
                                              {"DelayedAckTime", "50000000ns"}}),
                    Duration::QUICK);
        // Knowledge Base articles Q140552 and Q199947.
        AddTestCase(new ProfileValueTestCase("windows-nt4",
                                             Profile::WINDOWS_NT4,
                                             {{"ReceiveBuffer", "8760"},
                                              {"WindowScaling", "false"},
                                              {"Timestamps", "false"},
                                              {"DelayedAckTime", "200000000ns"},
                                              {"InitialRto", "3000000000ns"},
                                              {"SynRetries", "3"},
                                              {"KeepAliveTime", "7200000000000ns"},
                                              {"KeepAliveInterval", "1000000000ns"},
                                              {"KeepAliveCount", "5"}}),
                    Duration::QUICK);
        // Defaults in ns-3's tcp-socket.cc and tcp-socket-base.cc, 3.44 to 3.48.
        AddTestCase(new ProfileValueTestCase("ns3",
                                             Profile::NS3,
                                             {{"InitialWindow", "10"},
                                              {"SendBuffer", "131072"},
                                              {"ReceiveBuffer", "131072"},
                                              {"NoDelay", "true"},
                                              {"DelayedAckTime", "200000000ns"},
                                              {"MinRto", "1000000000ns"},
                                              {"InitialRto", "3000000000ns"},
                                              {"SynRetries", "5"}}),
                    Duration::QUICK);
        AddTestCase(new SegmentSizeTestCase, Duration::QUICK);
        AddTestCase(new ReceiveBufferTestCase, Duration::QUICK);
        AddTestCase(new SocketValueTestCase, Duration::QUICK);
        AddTestCase(new MachineTestCase, Duration::QUICK);
        AddTestCase(new HelperTestCase, Duration::QUICK);
    }
};

Net8TcpProfileTestSuite g_net8TcpProfileTestSuite; ///< Registers the suite.

} // namespace
