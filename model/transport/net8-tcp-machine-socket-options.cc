// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-machine-socket.h"

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
 * @return microseconds, at least one
 */
uint32_t
ToMicroseconds(Time time)
{
    constexpr int64_t MOST = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::clamp<int64_t>(time.GetMicroSeconds(), 1, MOST));
}

} // namespace

TypeId
Net8TcpMachineSocket::GetTypeId()
{
    using Self = Net8TcpMachineSocket;
    using Traces = Net8TcpTraces;
    static TypeId tid =
        TypeId("ns3::net8::Net8TcpMachineSocket")
            .SetParent<TcpSocket>()
            .SetGroupName("Net8")
            .AddConstructor<Net8TcpMachineSocket>()
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
            .AddAttribute(
                "KeepAliveInterval",
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
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("CongestionWindow",
                            "Congestion window: its segments times their size, bytes.",
                            MakeLazyTrace<Self>(&Traces::cwnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("SlowStartThreshold",
                            "Slow start threshold, bytes.",
                            MakeLazyTrace<Self>(&Traces::ssthresh),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("BytesInFlight",
                            "Bytes in flight.",
                            MakeLazyTrace<Self>(&Traces::bytesInFlight),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("RWND",
                            "Window of the peer, bytes.",
                            MakeLazyTrace<Self>(&Traces::peerWindow),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("AdvWND",
                            "Window offered, bytes.",
                            MakeLazyTrace<Self>(&Traces::offeredWindow),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("NextTxSequence",
                            "Next sequence number to send.",
                            MakeLazyTrace<Self>(&Traces::nextTx),
                            "ns3::SequenceNumber32TracedValueCallback")
            .AddTraceSource("HighestSequence",
                            "Highest sequence number sent, which is the next one: it never falls.",
                            MakeLazyTrace<Self>(&Traces::nextTx),
                            "ns3::SequenceNumber32TracedValueCallback")
            .AddTraceSource("HighestRxAck",
                            "Highest acknowledgment received.",
                            MakeLazyTrace<Self>(&Traces::highestAck),
                            "ns3::SequenceNumber32TracedValueCallback")
            .AddTraceSource("RTT",
                            "Smoothed round-trip time.",
                            MakeLazyTrace<Self>(&Traces::rtt),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("RTO",
                            "Retransmission timeout.",
                            MakeLazyTrace<Self>(&Traces::rto),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("PacingRate",
                            "Rate at which a sender that paces sends.",
                            MakeLazyTrace<Self>(&Traces::pacingRate),
                            "ns3::TracedValueCallback::DataRate")
            .AddTraceSource("State",
                            "State of the connection.",
                            MakeLazyTrace<Self>(&Traces::state),
                            "ns3::TcpStatesTracedValueCallback")
            .AddTraceSource("CongState",
                            "What the sender knows of congestion.",
                            MakeLazyTrace<Self>(&Traces::congestion),
                            "ns3::TcpSocketState::TcpCongStatesTracedValueCallback")
            .AddTraceSource("Tx",
                            "A segment goes to IP; the socket is null.",
                            MakeLazyTrace<Self>(&Traces::sent),
                            "ns3::TcpSocketBase::TcpTxRxTracedCallback")
            .AddTraceSource("Rx",
                            "A segment came from IP; the socket is null.",
                            MakeLazyTrace<Self>(&Traces::received),
                            "ns3::TcpSocketBase::TcpTxRxTracedCallback");
    return tid;
}

Net8TcpTraces&
Net8TcpMachineSocket::GetTraces()
{
    if (!m_traces)
    {
        m_traces = std::make_unique<Net8TcpTraces>();
        if (m_connection)
        {
            // Changes count from now on; nobody listens yet.
            m_traces->Update(Net8TcpTraces::Read(*m_connection, Net8Deadline::Now()));
        }
    }
    return *m_traces;
}

template <typename Change>
void
Net8TcpMachineSocket::ChangeOptions(Change change)
{
    if (!m_host)
    {
        return; // ns-3 gives a new object the values of its attributes.
    }
    change(m_options);
    if (m_connection)
    {
        TcpSocketOptions options = m_options;
        options.maxSegment = m_connection->GetOptions().maxSegment; // Agreed on with the SYN.
        m_connection->SetOptions(options, Net8Deadline::Now());
        Update();
    }
}

template <typename Change>
void
Net8TcpMachineSocket::ChangeSettings(Change change)
{
    if (!m_host || m_connection || m_passive)
    {
        return;
    }
    auto settings = std::make_shared<TcpSettings>(*m_settings);
    change(*settings);
    m_settings = settings;
}

void
Net8TcpMachineSocket::SetOptions(const TcpSocketOptions& options)
{
    ChangeOptions([&options](TcpSocketOptions& all) { all = options; });
}

void
Net8TcpMachineSocket::SetSndBufSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.sendBuffer = size; });
}

uint32_t
Net8TcpMachineSocket::GetSndBufSize() const
{
    if (m_connection)
    {
        return m_connection->GetSender().GetBuffer();
    }
    return m_options.sendBuffer;
}

void
Net8TcpMachineSocket::SetRcvBufSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.receiveBuffer = size; });
}

uint32_t
Net8TcpMachineSocket::GetRcvBufSize() const
{
    return m_connection ? m_connection->GetReceiveBuffer() : m_options.receiveBuffer;
}

void
Net8TcpMachineSocket::SetSegSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.maxSegment = size; });
}

uint32_t
Net8TcpMachineSocket::GetSegSize() const
{
    return m_connection ? m_connection->GetSender().GetState().mss : m_options.maxSegment;
}

void
Net8TcpMachineSocket::SetInitialSSThresh(uint32_t /* threshold */)
{
}

uint32_t
Net8TcpMachineSocket::GetInitialSSThresh() const
{
    return std::numeric_limits<uint32_t>::max();
}

void
Net8TcpMachineSocket::SetInitialCwnd(uint32_t cwnd)
{
    ChangeSettings([cwnd](TcpSettings& settings) { settings.initialWindow = cwnd; });
}

uint32_t
Net8TcpMachineSocket::GetInitialCwnd() const
{
    return m_settings ? m_settings->initialWindow : TcpSettings{}.initialWindow;
}

void
Net8TcpMachineSocket::SetConnTimeout(Time timeout)
{
    ChangeSettings([timeout](TcpSettings& settings) {
        const bool isLinux = settings.rules.timeout == TcpRules::Timeout::LINUX;
        settings.initialRtoUs = isLinux ? settings.initialRtoUs : ToMicroseconds(timeout);
    });
}

Time
Net8TcpMachineSocket::GetConnTimeout() const
{
    return MicroSeconds(m_settings ? m_settings->initialRtoUs : TcpSettings{}.initialRtoUs);
}

void
Net8TcpMachineSocket::SetSynRetries(uint32_t count)
{
    // ns-3 counts the first SYN too.
    ChangeOptions([count](TcpSocketOptions& options) {
        options.synCount = static_cast<uint8_t>(std::clamp(count, 2U, 128U) - 1);
    });
}

uint32_t
Net8TcpMachineSocket::GetSynRetries() const
{
    const uint8_t host = m_settings ? m_settings->synRetries : TcpSettings{}.synRetries;
    return (m_options.synCount > 0 ? m_options.synCount : host) + 1U;
}

void
Net8TcpMachineSocket::SetDataRetries(uint32_t retries)
{
    ChangeSettings([retries](TcpSettings& settings) {
        settings.retries2 = static_cast<uint8_t>(std::min(retries, 255U));
    });
}

uint32_t
Net8TcpMachineSocket::GetDataRetries() const
{
    return m_settings ? m_settings->retries2 : TcpSettings{}.retries2;
}

void
Net8TcpMachineSocket::SetDelAckTimeout(Time timeout)
{
    ChangeSettings(
        [timeout](TcpSettings& settings) { settings.delayedAckUs = ToMicroseconds(timeout); });
}

Time
Net8TcpMachineSocket::GetDelAckTimeout() const
{
    const bool counts = m_settings && m_settings->rules.acks == TcpRules::Acks::COUNTED;
    return counts ? MicroSeconds(m_settings->delayedAckUs)
                  : MilliSeconds(40); // TCP_DELACK_MIN; it adapts.
}

void
Net8TcpMachineSocket::SetDelAckMaxCount(uint32_t count)
{
    ChangeSettings([count](TcpSettings& settings) { settings.delayedAckSegments = count; });
}

uint32_t
Net8TcpMachineSocket::GetDelAckMaxCount() const
{
    const bool counts = m_settings && m_settings->rules.acks == TcpRules::Acks::COUNTED;
    return counts ? m_settings->delayedAckSegments
                  : 2; // RFC 5681, section 4.2; quick ACKs go before.
}

void
Net8TcpMachineSocket::SetTcpNoDelay(bool noDelay)
{
    ChangeOptions([noDelay](TcpSocketOptions& options) { options.noDelay = noDelay; });
}

bool
Net8TcpMachineSocket::GetTcpNoDelay() const
{
    return m_options.noDelay;
}

void
Net8TcpMachineSocket::SetPersistTimeout(Time /* timeout */)
{
}

Time
Net8TcpMachineSocket::GetPersistTimeout() const
{
    return MicroSeconds(m_settings ? m_settings->rtoMinUs : TcpSettings{}.rtoMinUs);
}

void
Net8TcpMachineSocket::SetKeepAlive(bool on)
{
    ChangeOptions([on](TcpSocketOptions& options) { options.keepAlive = on; });
}

bool
Net8TcpMachineSocket::GetKeepAlive() const
{
    return m_options.keepAlive;
}

void
Net8TcpMachineSocket::SetKeepAliveTime(Time time)
{
    ChangeOptions([time](TcpSocketOptions& options) {
        options.keepIdleMs = static_cast<uint32_t>(time.GetMilliSeconds());
    });
}

Time
Net8TcpMachineSocket::GetKeepAliveTime() const
{
    const uint32_t host = m_settings ? m_settings->keepaliveTimeMs : TcpSettings{}.keepaliveTimeMs;
    return MilliSeconds(m_options.keepIdleMs > 0 ? m_options.keepIdleMs : host);
}

void
Net8TcpMachineSocket::SetKeepAliveInterval(Time interval)
{
    ChangeOptions([interval](TcpSocketOptions& options) {
        options.keepIntervalMs = static_cast<uint32_t>(interval.GetMilliSeconds());
    });
}

Time
Net8TcpMachineSocket::GetKeepAliveInterval() const
{
    const uint32_t host =
        m_settings ? m_settings->keepaliveIntervalMs : TcpSettings{}.keepaliveIntervalMs;
    return MilliSeconds(m_options.keepIntervalMs > 0 ? m_options.keepIntervalMs : host);
}

void
Net8TcpMachineSocket::SetKeepAliveCount(uint32_t count)
{
    ChangeOptions(
        [count](TcpSocketOptions& options) { options.keepCount = static_cast<uint8_t>(count); });
}

uint32_t
Net8TcpMachineSocket::GetKeepAliveCount() const
{
    const uint8_t host = m_settings ? m_settings->keepaliveProbes : TcpSettings{}.keepaliveProbes;
    return m_options.keepCount > 0 ? m_options.keepCount : host;
}

void
Net8TcpMachineSocket::SetUserTimeout(Time timeout)
{
    ChangeOptions([timeout](TcpSocketOptions& options) {
        options.userTimeoutMs = static_cast<uint32_t>(timeout.GetMilliSeconds());
    });
}

Time
Net8TcpMachineSocket::GetUserTimeout() const
{
    return MilliSeconds(m_options.userTimeoutMs);
}

// What ns3::Socket has beside TCP

Socket::SocketErrno
Net8TcpMachineSocket::GetErrno() const
{
    return m_errno;
}

Socket::SocketType
Net8TcpMachineSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
Net8TcpMachineSocket::GetNode() const
{
    return m_node;
}

bool
Net8TcpMachineSocket::SetAllowBroadcast(bool allow)
{
    return !allow;
}

bool
Net8TcpMachineSocket::GetAllowBroadcast() const
{
    return false;
}

void
Net8TcpMachineSocket::Abort()
{
    SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(), MakeNullCallback<void, Ptr<Socket>>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                       MakeNullCallback<void, Ptr<Socket>>());
    ChangeOptions([](TcpSocketOptions& options) { options.lingerZero = true; });
    m_blocked = 0;
    m_closing = false;
    Close();
}

} // namespace ns3::net8
