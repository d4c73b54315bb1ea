// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-socket-factory.h"

#include "net8-stock-tcp.h"

#include "ns3/ipv6.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-settings.h"
#include "ns3/node.h"
#include "ns3/tcp-bbr.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-dctcp.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-linux-reno.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpSocketFactory);

TypeId
Net8TcpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8TcpSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8TcpSocketFactory>();
    return tid;
}

void
Net8TcpSocketFactory::SetSettings(const Net8TcpValues& settings, const Net8TcpValues& ipv6)
{
    m_settings = settings;
    m_ipv6 = ipv6;
    m_machine = nullptr;
}

const Net8TcpValues&
Net8TcpSocketFactory::GetSettings() const
{
    return m_settings;
}

void
Net8TcpSocketFactory::Vary(int64_t stream, bool timers, const Ptr<RandomVariableStream>& frameTime)
{
    if (timers)
    {
        auto phase = CreateObject<UniformRandomVariable>();
        phase->SetStream(StreamOf(stream, "timer_phase"));
        m_phase = phase->GetValue(0, 1);
    }
    if (Net8ArrivalWork work; frameTime)
    {
        work.SetTime(m_settings.segmentTime);
        m_settings.segmentTime = work.IsNone() ? frameTime : m_settings.segmentTime;
    }
}

int64_t
Net8TcpSocketFactory::AssignStreams(int64_t stream)
{
    const auto own =
        Net8ArrivalWork::MakeOwn(m_settings.segmentTime, StreamOf(stream, "segment_time"));
    const bool draws = own != m_settings.segmentTime;
    m_settings.segmentTime = own;
    return draws ? 1 : 0;
}

Ptr<Socket>
Net8TcpSocketFactory::CreateSocket()
{
    auto tcp = GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, "The node has no TCP: install an Internet stack first");
    if (m_settings.machine)
    {
        return CreateMachineSocket();
    }
    // Nobody knows yet which version it will use; the headers of IPv6 are longer.
    return MakeStockTcp(tcp, GetObject<Ipv6>() ? m_ipv6 : m_settings);
}

std::optional<TcpCongestion>
Net8TcpSocketFactory::FindCongestion(TypeId congestion)
{
    if (congestion == TcpCubic::GetTypeId())
    {
        return TcpCongestion::CUBIC;
    }
    if (congestion == TcpLinuxReno::GetTypeId())
    {
        return TcpCongestion::RENO;
    }
    if (congestion == TcpBbr::GetTypeId())
    {
        return TcpCongestion::BBR;
    }
    if (congestion == TcpDctcp::GetTypeId())
    {
        return TcpCongestion::DCTCP;
    }
    return std::nullopt;
}

void
Net8TcpSocketFactory::DoDispose()
{
    m_machine = nullptr;
    SocketFactory::DoDispose();
}

Ptr<Socket>
Net8TcpSocketFactory::CreateMachineSocket()
{
    if (!m_machine)
    {
        const auto node = GetObject<Node>();
        const auto host = Net8TcpHost::Get(node);
        SetHost(host);
        m_machine = CreateObject<Net8TcpMachineSocket>();
        m_machine->SetHost(host);
        m_machine->SetOptions(MakeOptions());
        m_machine->SetIpv6Segment(WithTimestamps(m_ipv6.segmentSize));
    }
    return CopyObject<Net8TcpMachineSocket>(m_machine);
}

TcpSettings
Net8TcpSocketFactory::MakeSystem(const Net8TcpHost& host) const
{
    TcpSettings settings = *host.GetSettings();
    if (m_settings.profile == Net8TcpValues::Profile::LINUX)
    {
        settings.uptime = host.MakeUptime(m_phase);
        return settings;
    }
    const uint32_t mss = settings.mss;
    settings = m_settings.profile == Net8TcpValues::Profile::SOLARIS_2_5
                   ? TcpSystem::MakeSolaris25()
                   : TcpSystem::MakeWindowsNt4();
    settings.mss = mss;
    const auto us = [](Time time) {
        constexpr int64_t MOST = std::numeric_limits<uint32_t>::max();
        return static_cast<uint32_t>(std::clamp<int64_t>(time.GetMicroSeconds(), 1, MOST));
    };
    settings.initialRtoUs = us(m_settings.initialRto);
    settings.delayedAckUs = us(m_settings.delayedAckTime);
    settings.delayedAckSegments = m_settings.delayedAckCount;
    return settings;
}

void
Net8TcpSocketFactory::SetHost(const Ptr<Net8TcpHost>& host) const
{
    TcpSettings settings = MakeSystem(*host);
    settings.congestion = *FindCongestion(m_settings.congestionControl);
    settings.initialWindow = m_settings.initialWindow;
    settings.sack = m_settings.sack;
    settings.timestamps = m_settings.timestamps;
    settings.windowScaling = m_settings.windowScaling;
    settings.rtoMinUs = static_cast<uint32_t>(m_settings.minRto.GetMicroSeconds());
    settings.synRetries = static_cast<uint8_t>(m_settings.synRetries);
    const auto ms = [](Time time) {
        constexpr int64_t MOST = std::numeric_limits<uint32_t>::max();
        return static_cast<uint32_t>(std::clamp<int64_t>(time.GetMilliSeconds(), 1, MOST));
    };
    settings.keepaliveTimeMs = ms(m_settings.keepAliveTime);
    settings.keepaliveIntervalMs = ms(m_settings.keepAliveInterval);
    settings.keepaliveProbes = static_cast<uint8_t>(std::min(m_settings.keepAliveCount, 255U));
    // If buffers are set, the host must allow them (net.core.wmem_max, rmem_max).
    if (m_settings.setsSend)
    {
        settings.maxSendBuffer = std::max(settings.maxSendBuffer, m_settings.sendBuffer);
    }
    if (m_settings.setsReceive)
    {
        settings.maxReceiveBuffer = std::max(settings.maxReceiveBuffer, m_settings.receiveBuffer);
    }
    // ns-3's TCP has no MSS option and takes the segment size from the same MTU.
    settings.assumedMss = settings.mss;
    // The backlog of a listener is set by its plan (net.core.somaxconn); handshakes beyond it
    // continue as SYN cookies allow.
    settings.backlogLimit = std::numeric_limits<uint32_t>::max();
    if (m_settings.profile == Net8TcpValues::Profile::LINUX)
    {
        m_settings.sysctls.Apply(settings);
    }
    host->SetSettings(settings);
    host->SetWakeUpTime(m_settings.wakeUpTime);
    host->SetPolls(m_settings.polls);
    host->GetArrivalWork().SetTime(m_settings.segmentTime);
}

uint32_t
Net8TcpSocketFactory::WithTimestamps(uint32_t segment) const
{
    constexpr uint32_t TIMESTAMPS = 12; // RFC 7323, appendix A
    return segment > 0 && m_settings.timestamps ? segment + TIMESTAMPS : segment;
}

TcpSocketOptions
Net8TcpSocketFactory::MakeOptions() const
{
    TcpSocketOptions options;
    options.sendBuffer = m_settings.setsSend ? m_settings.sendBuffer : 0;
    options.receiveBuffer = m_settings.setsReceive ? m_settings.receiveBuffer : 0;
    options.maxSegment = WithTimestamps(m_settings.segmentSize);
    options.noDelay = m_settings.noDelay;
    return options;
}

} // namespace ns3::net8
