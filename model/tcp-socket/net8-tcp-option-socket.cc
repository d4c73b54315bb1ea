// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-option-socket.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

namespace
{

/**
 * @param time a time
 * @return the time in microseconds, at least one
 */
uint32_t
ToMicroseconds(Time time)
{
    constexpr int64_t MOST = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::clamp<int64_t>(time.GetMicroSeconds(), 1, MOST));
}

} // namespace

TypeId
Net8TcpOptionSocket::AddAttributes(TypeId tid)
{
    using Self = Net8TcpOptionSocket;
    return tid
        .AddAttribute("KeepAlive",
                      "Whether a silent peer is probed (SO_KEEPALIVE).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&Self::SetKeepAlive, &Self::GetKeepAlive),
                      MakeBooleanChecker())
        .AddAttribute("KeepAliveTime",
                      "Time without a segment until the first probe (TCP_KEEPIDLE).",
                      TimeValue(Seconds(7200)), // ip-sysctl.rst, tcp_keepalive_time
                      MakeTimeAccessor(&Self::SetKeepAliveTime, &Self::GetKeepAliveTime),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("KeepAliveInterval",
                      "Time between two probes (TCP_KEEPINTVL).",
                      TimeValue(Seconds(75)), // the same, tcp_keepalive_intvl
                      MakeTimeAccessor(&Self::SetKeepAliveInterval, &Self::GetKeepAliveInterval),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("KeepAliveCount",
                      "Probes without an answer before giving up (TCP_KEEPCNT).",
                      UintegerValue(9), // the same, tcp_keepalive_probes
                      MakeUintegerAccessor(&Self::SetKeepAliveCount, &Self::GetKeepAliveCount),
                      MakeUintegerChecker<uint32_t>(1, 127))
        .AddAttribute("UserTimeout",
                      "Longest time without an acknowledgment (TCP_USER_TIMEOUT); 0 = none.",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&Self::SetUserTimeout, &Self::GetUserTimeout),
                      MakeTimeChecker(Time(0)));
}

Net8TcpOptionSocket::Net8TcpOptionSocket(const Net8TcpOptionSocket& other)
    : TcpSocket(other),
      m_host(other.m_host),
      m_settings(other.m_settings),
      m_options(other.m_options),
      m_ipv6Segment(other.m_ipv6Segment)
{
}

void
Net8TcpOptionSocket::SetHost(const Ptr<Net8TcpHost>& host)
{
    m_host = host;
    m_settings = host->GetSettings();
}

template <typename Change>
void
Net8TcpOptionSocket::ChangeSettings(Change change)
{
    if (!m_host || IsOpen())
    {
        return;
    }
    auto settings = std::make_shared<TcpSettings>(*m_settings);
    change(*settings);
    m_settings = settings;
}

void
Net8TcpOptionSocket::SetOptions(const TcpSocketOptions& options)
{
    ChangeOptions([&options](TcpSocketOptions& all) { all = options; });
}

void
Net8TcpOptionSocket::SetIpv6Segment(uint32_t segment)
{
    m_ipv6Segment = segment;
}

uint32_t
Net8TcpOptionSocket::FitSegment(uint32_t path, bool ipv6) const
{
    const uint32_t set = (ipv6 && m_ipv6Segment > 0) ? m_ipv6Segment : m_options->maxSegment;
    return set > 0 ? std::min(set, path) : path;
}

void
Net8TcpOptionSocket::SetSndBufSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.sendBuffer = size; });
}

uint32_t
Net8TcpOptionSocket::GetSndBufSize() const
{
    if (m_connection)
    {
        return m_connection->GetSender().GetBuffer();
    }
    return m_options->sendBuffer;
}

void
Net8TcpOptionSocket::SetRcvBufSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.receiveBuffer = size; });
}

uint32_t
Net8TcpOptionSocket::GetRcvBufSize() const
{
    return m_connection ? m_connection->GetReceiveBuffer() : m_options->receiveBuffer;
}

void
Net8TcpOptionSocket::SetSegSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.maxSegment = size; });
    m_ipv6Segment = 0;
}

uint32_t
Net8TcpOptionSocket::GetSegSize() const
{
    return m_connection ? m_connection->GetSender().GetState().mss : m_options->maxSegment;
}

void
Net8TcpOptionSocket::SetInitialSSThresh(uint32_t /* threshold */)
{
}

uint32_t
Net8TcpOptionSocket::GetInitialSSThresh() const
{
    return std::numeric_limits<uint32_t>::max();
}

void
Net8TcpOptionSocket::SetInitialCwnd(uint32_t cwnd)
{
    ChangeSettings([cwnd](TcpSettings& settings) { settings.initialWindow = cwnd; });
}

uint32_t
Net8TcpOptionSocket::GetInitialCwnd() const
{
    return m_settings ? m_settings->initialWindow : TcpSettings{}.initialWindow;
}

void
Net8TcpOptionSocket::SetConnTimeout(Time timeout)
{
    ChangeSettings([timeout](TcpSettings& settings) {
        const bool isLinux = settings.rules.timeout == TcpRules::Timeout::LINUX;
        settings.initialRtoUs = isLinux ? settings.initialRtoUs : ToMicroseconds(timeout);
    });
}

Time
Net8TcpOptionSocket::GetConnTimeout() const
{
    return MicroSeconds(m_settings ? m_settings->initialRtoUs : TcpSettings{}.initialRtoUs);
}

void
Net8TcpOptionSocket::SetSynRetries(uint32_t count)
{
    // ns-3 counts the first SYN, too.
    ChangeOptions([count](TcpSocketOptions& options) {
        options.synCount = static_cast<uint8_t>(std::clamp(count, 2U, 128U) - 1);
    });
}

uint32_t
Net8TcpOptionSocket::GetSynRetries() const
{
    const uint8_t host = m_settings ? m_settings->synRetries : TcpSettings{}.synRetries;
    return (m_options->synCount > 0 ? m_options->synCount : host) + 1U;
}

void
Net8TcpOptionSocket::SetDataRetries(uint32_t retries)
{
    ChangeSettings([retries](TcpSettings& settings) {
        settings.retries2 = static_cast<uint8_t>(std::min(retries, 255U));
    });
}

uint32_t
Net8TcpOptionSocket::GetDataRetries() const
{
    return m_settings ? m_settings->retries2 : TcpSettings{}.retries2;
}

void
Net8TcpOptionSocket::SetDelAckTimeout(Time timeout)
{
    ChangeSettings(
        [timeout](TcpSettings& settings) { settings.delayedAckUs = ToMicroseconds(timeout); });
}

Time
Net8TcpOptionSocket::GetDelAckTimeout() const
{
    const bool counts = m_settings && m_settings->rules.acks == TcpRules::Acks::COUNTED;
    return counts ? MicroSeconds(m_settings->delayedAckUs)
                  : MilliSeconds(40); // TCP_DELACK_MIN; it adapts.
}

void
Net8TcpOptionSocket::SetDelAckMaxCount(uint32_t count)
{
    ChangeSettings([count](TcpSettings& settings) { settings.delayedAckSegments = count; });
}

uint32_t
Net8TcpOptionSocket::GetDelAckMaxCount() const
{
    const bool counts = m_settings && m_settings->rules.acks == TcpRules::Acks::COUNTED;
    return counts ? m_settings->delayedAckSegments
                  : 2; // RFC 5681, section 4.2; quick ACKs come first.
}

void
Net8TcpOptionSocket::SetTcpNoDelay(bool noDelay)
{
    ChangeOptions([noDelay](TcpSocketOptions& options) { options.noDelay = noDelay; });
}

bool
Net8TcpOptionSocket::GetTcpNoDelay() const
{
    return m_options->noDelay;
}

void
Net8TcpOptionSocket::SetPersistTimeout(Time /* timeout */)
{
}

Time
Net8TcpOptionSocket::GetPersistTimeout() const
{
    return MicroSeconds(m_settings ? m_settings->rtoMinUs : TcpSettings{}.rtoMinUs);
}

void
Net8TcpOptionSocket::SetKeepAlive(bool on)
{
    ChangeOptions([on](TcpSocketOptions& options) { options.keepAlive = on; });
}

bool
Net8TcpOptionSocket::GetKeepAlive() const
{
    return m_options->keepAlive;
}

void
Net8TcpOptionSocket::SetKeepAliveTime(Time time)
{
    ChangeOptions([time](TcpSocketOptions& options) {
        options.keepIdleMs = static_cast<uint32_t>(time.GetMilliSeconds());
    });
}

Time
Net8TcpOptionSocket::GetKeepAliveTime() const
{
    const uint32_t host = m_settings ? m_settings->keepaliveTimeMs : TcpSettings{}.keepaliveTimeMs;
    return MilliSeconds(m_options->keepIdleMs > 0 ? m_options->keepIdleMs : host);
}

void
Net8TcpOptionSocket::SetKeepAliveInterval(Time interval)
{
    ChangeOptions([interval](TcpSocketOptions& options) {
        options.keepIntervalMs = static_cast<uint32_t>(interval.GetMilliSeconds());
    });
}

Time
Net8TcpOptionSocket::GetKeepAliveInterval() const
{
    const uint32_t host =
        m_settings ? m_settings->keepaliveIntervalMs : TcpSettings{}.keepaliveIntervalMs;
    return MilliSeconds(m_options->keepIntervalMs > 0 ? m_options->keepIntervalMs : host);
}

void
Net8TcpOptionSocket::SetKeepAliveCount(uint32_t count)
{
    ChangeOptions(
        [count](TcpSocketOptions& options) { options.keepCount = static_cast<uint8_t>(count); });
}

uint32_t
Net8TcpOptionSocket::GetKeepAliveCount() const
{
    const uint8_t host = m_settings ? m_settings->keepaliveProbes : TcpSettings{}.keepaliveProbes;
    return m_options->keepCount > 0 ? m_options->keepCount : host;
}

void
Net8TcpOptionSocket::SetUserTimeout(Time timeout)
{
    ChangeOptions([timeout](TcpSocketOptions& options) {
        options.userTimeoutMs = static_cast<uint32_t>(timeout.GetMilliSeconds());
    });
}

Time
Net8TcpOptionSocket::GetUserTimeout() const
{
    return MilliSeconds(m_options->userTimeoutMs);
}

Socket::SocketErrno
Net8TcpOptionSocket::GetErrno() const
{
    return m_errno;
}

Socket::SocketType
Net8TcpOptionSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
Net8TcpOptionSocket::GetNode() const
{
    return m_host ? m_host->GetNode() : nullptr;
}

bool
Net8TcpOptionSocket::SetAllowBroadcast(bool allow)
{
    return !allow;
}

bool
Net8TcpOptionSocket::GetAllowBroadcast() const
{
    return false;
}

int
Net8TcpOptionSocket::FailWith(SocketErrno error) const
{
    m_errno = error;
    return -1;
}

bool
Net8TcpOptionSocket::HasTags(uint8_t ecn) const
{
    return ecn > 0 || GetIpTos() > 0 || GetPriority() > 0 || IsManualIpTtl() ||
           IsManualIpv6Tclass() || IsManualIpv6HopLimit();
}

void
Net8TcpOptionSocket::AddTags(const Ptr<Packet>& packet, uint8_t ecn, bool ipv6) const
{
    // ns-3 leaves the bits of ECN to TCP.
    const uint8_t mark4 = ipv6 ? 0 : ecn;
    const uint8_t mark6 = ipv6 ? ecn : 0;
    if (GetIpTos() > 0 || mark4 > 0)
    {
        SocketIpTosTag tag;
        tag.SetTos(GetIpTos() | mark4);
        packet->AddPacketTag(tag);
    }
    if (IsManualIpv6Tclass() || mark6 > 0)
    {
        SocketIpv6TclassTag tag;
        tag.SetTclass((IsManualIpv6Tclass() ? GetIpv6Tclass() : 0) | mark6);
        packet->AddPacketTag(tag);
    }
    if (IsManualIpTtl())
    {
        SocketIpTtlTag tag;
        tag.SetTtl(GetIpTtl());
        packet->AddPacketTag(tag);
    }
    if (IsManualIpv6HopLimit())
    {
        SocketIpv6HopLimitTag tag;
        tag.SetHopLimit(GetIpv6HopLimit());
        packet->AddPacketTag(tag);
    }
    if (GetPriority() > 0)
    {
        SocketPriorityTag tag;
        tag.SetPriority(GetPriority());
        packet->ReplacePacketTag(tag);
    }
}

} // namespace ns3::net8
