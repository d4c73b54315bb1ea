// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-test-flow.h"

#include "ns3/address-utils.h"
#include "ns3/bulk-send-application.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/net8-attributes.h"
#include "ns3/net8-path-addressing.h"
#include "ns3/net8-tcp-profile.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

PathTestFlow::PathTestFlow(const Attributes& pathAttributes,
                           const Attributes& profileAttributes,
                           uint64_t bytes)
    : m_path(CreateObject<Net8Path>())
{
    SetAttributes(m_path->GetParts(), pathAttributes);
    m_path->Build(1);
    auto profile = CreateObject<Net8TcpProfile>();
    for (const auto& [name, value] : profileAttributes)
    {
        profile->SetAttribute(name, StringValue(value));
    }
    auto client = m_path->GetClient(0);
    auto server = m_path->GetServer();
    profile->Install(client, m_path->GetMtu(), m_path->IsIpv6());
    profile->Install(server, m_path->GetMtu(), m_path->IsIpv6());

    const TypeIdValue protocol(Net8TcpSocketFactory::GetTypeId());
    const AddressValue remote(m_path->GetHostAddress(client, 5000));
    m_sink = CreateObjectWithAttributes<PacketSink>("Local", remote, "Protocol", protocol);
    client->AddApplication(m_sink);
    auto source = CreateObjectWithAttributes<BulkSendApplication>("Remote",
                                                                  remote,
                                                                  "Protocol",
                                                                  protocol,
                                                                  "MaxBytes",
                                                                  UintegerValue(bytes));
    server->AddApplication(source);
    Net8PathAddressing::GetHostDevice(client)->TraceConnectWithoutContext(
        "Sniffer",
        MakeCallback(&PathTestFlow::Sniff, this));
}

void
PathTestFlow::Run(Time limit)
{
    m_path->AssignStreams(100);
    Simulator::Stop(limit);
    Simulator::Run();
}

Ptr<Net8Path>
PathTestFlow::GetPath() const
{
    return m_path;
}

uint64_t
PathTestFlow::GetReceived() const
{
    return m_sink->GetTotalRx();
}

const std::vector<PathTestFlow::Frame>&
PathTestFlow::GetFrames() const
{
    return m_frames;
}

uint64_t
PathTestFlow::GetDigest() const
{
    // FNV-1a over times and sizes.
    uint64_t digest = 14695981039346656037ULL;
    for (const auto& frame : m_frames)
    {
        for (const uint64_t value :
             {static_cast<uint64_t>(frame.time.GetNanoSeconds()), uint64_t{frame.bytes}})
        {
            digest = (digest ^ value) * 1099511628211ULL;
        }
    }
    return digest;
}

void
PathTestFlow::Sniff(Ptr<const Packet> packet)
{
    auto copy = packet->Copy();
    EthernetHeader ethernet(false);
    copy->RemoveHeader(ethernet);
    Frame frame;
    frame.time = Simulator::Now();
    auto device = Net8PathAddressing::GetHostDevice(m_path->GetClient(0));
    frame.toClient = ethernet.GetDestination() == device->GetAddress();
    uint32_t ipPayload = 0;
    if (ethernet.GetLengthType() == 0x0800)
    {
        Ipv4Header ip;
        copy->RemoveHeader(ip);
        ipPayload = ip.GetPayloadSize();
        frame.bytes = ipPayload + 20;
        frame.fragment = !ip.IsLastFragment() || ip.GetFragmentOffset() != 0;
    }
    else if (ethernet.GetLengthType() == 0x86dd)
    {
        Ipv6Header ip;
        copy->RemoveHeader(ip);
        ipPayload = ip.GetPayloadLength();
        frame.bytes = ipPayload + 40;
        frame.fragment = ip.GetNextHeader() == 44;
        if (ip.GetNextHeader() == 58)
        {
            return; // neighbour discovery
        }
    }
    else
    {
        return; // ARP
    }
    if (!frame.fragment)
    {
        TcpHeader tcp;
        copy->RemoveHeader(tcp);
        frame.payload = ipPayload - tcp.GetSerializedSize();
        frame.syn = tcp.GetFlags() & TcpHeader::SYN;
    }
    m_frames.push_back(frame);
}

} // namespace ns3::net8
