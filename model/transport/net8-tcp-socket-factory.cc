// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-socket-factory.h"

#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpSocketFactory);

TypeId
Net8TcpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8TcpSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8TcpSocketFactory>()
                            .AddAttribute("Traces",
                                          "Whether the trace sources of the sockets fire; without "
                                          "them a socket takes two thirds of the memory.",
                                          BooleanValue(true),
                                          MakeBooleanAccessor(&Net8TcpSocketFactory::m_traces),
                                          MakeBooleanChecker());
    return tid;
}

void
Net8TcpSocketFactory::SetSettings(const Net8TcpProfile::Settings& settings,
                                  const Net8TcpProfile::Settings& ipv6)
{
    m_settings = settings;
    m_pattern = nullptr;
    m_ipv6Sizes = {ipv6.segmentSize, ipv6.sendBuffer, ipv6.receiveBuffer};
}

const Net8TcpProfile::Settings&
Net8TcpSocketFactory::GetSettings() const
{
    return m_settings;
}

Ptr<Socket>
Net8TcpSocketFactory::CreateSocket()
{
    auto tcp = GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, "The node has no TCP: install an Internet stack first");
    auto socket = CopyPattern();
    socket->SetNode(GetObject<Node>());
    socket->SetTcp(tcp);
    ObjectFactory congestion;
    congestion.SetTypeId(m_settings.congestionControl);
    socket->SetCongestionControlAlgorithm(congestion.Create<TcpCongestionOps>());
    if (!m_traces)
    {
        socket->DropTraces();
    }
    tcp->AddSocket(socket);
    return socket;
}

Ptr<Net8TcpSocket>
Net8TcpSocketFactory::CopyPattern()
{
    if (!m_used)
    {
        // Most hosts of a large plan make one socket alone.
        m_used = true;
        return MakePattern();
    }
    if (!m_pattern)
    {
        m_pattern = MakePattern();
    }
    return CopyObject<Net8TcpSocket>(m_pattern);
}

Ptr<Net8TcpSocket>
Net8TcpSocketFactory::MakePattern() const
{
    auto socket = CreateObject<Net8TcpSocket>();
    ObjectFactory recovery;
    recovery.SetTypeId(m_settings.recovery);
    socket->SetRecoveryAlgorithm(recovery.Create<TcpRecoveryOps>());

    // The estimate also serves as timeout until the first sample, after the SYN's own timeout.
    const TimeValue estimate(m_settings.initialRto);
    socket->SetRtt(CreateObjectWithAttributes<RttMeanDeviation>("InitialEstimation", estimate));
    socket->Configure(m_settings, m_ipv6Sizes);
    return socket;
}

} // namespace ns3::net8
