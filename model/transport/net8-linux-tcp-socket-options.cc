// SPDX-License-Identifier: GPL-2.0-only
#include "net8-linux-tcp-socket.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3::net8
{

TypeId
Net8LinuxTcpSocket::GetTypeId()
{
    using Self = Net8LinuxTcpSocket;
    using Traces = Net8TcpTraces;
    static TypeId tid =
        TypeId("ns3::net8::Net8LinuxTcpSocket")
            .SetParent<TcpSocket>()
            .SetGroupName("Net8")
            .AddConstructor<Net8LinuxTcpSocket>()
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
Net8LinuxTcpSocket::GetTraces()
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
Net8LinuxTcpSocket::ChangeOptions(Change change)
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
Net8LinuxTcpSocket::ChangeSettings(Change change)
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
Net8LinuxTcpSocket::SetOptions(const TcpSocketOptions& options)
{
    m_options = options;
}

void
Net8LinuxTcpSocket::SetSndBufSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.sendBuffer = size; });
}

uint32_t
Net8LinuxTcpSocket::GetSndBufSize() const
{
    if (m_connection)
    {
        return m_connection->GetSender().GetBuffer();
    }
    return m_options.sendBuffer;
}

void
Net8LinuxTcpSocket::SetRcvBufSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.receiveBuffer = size; });
}

uint32_t
Net8LinuxTcpSocket::GetRcvBufSize() const
{
    return m_connection ? m_connection->GetReceiveBuffer() : m_options.receiveBuffer;
}

void
Net8LinuxTcpSocket::SetSegSize(uint32_t size)
{
    ChangeOptions([size](TcpSocketOptions& options) { options.maxSegment = size; });
}

uint32_t
Net8LinuxTcpSocket::GetSegSize() const
{
    return m_connection ? m_connection->GetSender().GetState().mss : m_options.maxSegment;
}

void
Net8LinuxTcpSocket::SetInitialSSThresh(uint32_t /* threshold */)
{
}

uint32_t
Net8LinuxTcpSocket::GetInitialSSThresh() const
{
    return std::numeric_limits<uint32_t>::max();
}

void
Net8LinuxTcpSocket::SetInitialCwnd(uint32_t cwnd)
{
    ChangeSettings([cwnd](TcpSettings& settings) { settings.initialWindow = cwnd; });
}

uint32_t
Net8LinuxTcpSocket::GetInitialCwnd() const
{
    return m_settings ? m_settings->initialWindow : TcpSettings{}.initialWindow;
}

void
Net8LinuxTcpSocket::SetConnTimeout(Time /* timeout */)
{
}

Time
Net8LinuxTcpSocket::GetConnTimeout() const
{
    return MicroSeconds(m_settings->initialRtoUs);
}

void
Net8LinuxTcpSocket::SetSynRetries(uint32_t count)
{
    // ns-3 counts the first SYN too.
    ChangeOptions([count](TcpSocketOptions& options) {
        options.synCount = static_cast<uint8_t>(std::clamp(count, 2U, 128U) - 1);
    });
}

uint32_t
Net8LinuxTcpSocket::GetSynRetries() const
{
    const uint8_t host = m_settings ? m_settings->synRetries : TcpSettings{}.synRetries;
    return (m_options.synCount > 0 ? m_options.synCount : host) + 1U;
}

void
Net8LinuxTcpSocket::SetDataRetries(uint32_t retries)
{
    ChangeSettings([retries](TcpSettings& settings) {
        settings.retries2 = static_cast<uint8_t>(std::min(retries, 255U));
    });
}

uint32_t
Net8LinuxTcpSocket::GetDataRetries() const
{
    return m_settings ? m_settings->retries2 : TcpSettings{}.retries2;
}

void
Net8LinuxTcpSocket::SetDelAckTimeout(Time /* timeout */)
{
}

Time
Net8LinuxTcpSocket::GetDelAckTimeout() const
{
    return MilliSeconds(40); // TCP_DELACK_MIN; it adapts.
}

void
Net8LinuxTcpSocket::SetDelAckMaxCount(uint32_t /* count */)
{
}

uint32_t
Net8LinuxTcpSocket::GetDelAckMaxCount() const
{
    return 2; // RFC 5681, section 4.2; quick ACKs go before.
}

void
Net8LinuxTcpSocket::SetTcpNoDelay(bool noDelay)
{
    ChangeOptions([noDelay](TcpSocketOptions& options) { options.noDelay = noDelay; });
}

bool
Net8LinuxTcpSocket::GetTcpNoDelay() const
{
    return m_options.noDelay;
}

void
Net8LinuxTcpSocket::SetPersistTimeout(Time /* timeout */)
{
}

Time
Net8LinuxTcpSocket::GetPersistTimeout() const
{
    return MicroSeconds(m_settings ? m_settings->rtoMinUs : TcpSettings{}.rtoMinUs);
}

void
Net8LinuxTcpSocket::SetKeepAlive(bool on)
{
    ChangeOptions([on](TcpSocketOptions& options) { options.keepAlive = on; });
}

bool
Net8LinuxTcpSocket::GetKeepAlive() const
{
    return m_options.keepAlive;
}

void
Net8LinuxTcpSocket::SetKeepAliveTime(Time time)
{
    ChangeOptions([time](TcpSocketOptions& options) {
        options.keepIdleMs = static_cast<uint32_t>(time.GetMilliSeconds());
    });
}

Time
Net8LinuxTcpSocket::GetKeepAliveTime() const
{
    const uint32_t host = m_settings ? m_settings->keepaliveTimeMs : TcpSettings{}.keepaliveTimeMs;
    return MilliSeconds(m_options.keepIdleMs > 0 ? m_options.keepIdleMs : host);
}

void
Net8LinuxTcpSocket::SetKeepAliveInterval(Time interval)
{
    ChangeOptions([interval](TcpSocketOptions& options) {
        options.keepIntervalMs = static_cast<uint32_t>(interval.GetMilliSeconds());
    });
}

Time
Net8LinuxTcpSocket::GetKeepAliveInterval() const
{
    const uint32_t host =
        m_settings ? m_settings->keepaliveIntervalMs : TcpSettings{}.keepaliveIntervalMs;
    return MilliSeconds(m_options.keepIntervalMs > 0 ? m_options.keepIntervalMs : host);
}

void
Net8LinuxTcpSocket::SetKeepAliveCount(uint32_t count)
{
    ChangeOptions(
        [count](TcpSocketOptions& options) { options.keepCount = static_cast<uint8_t>(count); });
}

uint32_t
Net8LinuxTcpSocket::GetKeepAliveCount() const
{
    const uint8_t host = m_settings ? m_settings->keepaliveProbes : TcpSettings{}.keepaliveProbes;
    return m_options.keepCount > 0 ? m_options.keepCount : host;
}

void
Net8LinuxTcpSocket::SetUserTimeout(Time timeout)
{
    ChangeOptions([timeout](TcpSocketOptions& options) {
        options.userTimeoutMs = static_cast<uint32_t>(timeout.GetMilliSeconds());
    });
}

Time
Net8LinuxTcpSocket::GetUserTimeout() const
{
    return MilliSeconds(m_options.userTimeoutMs);
}

// What ns3::Socket has beside TCP

Socket::SocketErrno
Net8LinuxTcpSocket::GetErrno() const
{
    return m_errno;
}

Socket::SocketType
Net8LinuxTcpSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
Net8LinuxTcpSocket::GetNode() const
{
    return m_node;
}

bool
Net8LinuxTcpSocket::SetAllowBroadcast(bool allow)
{
    return !allow;
}

bool
Net8LinuxTcpSocket::GetAllowBroadcast() const
{
    return false;
}

void
Net8LinuxTcpSocket::Abort()
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
