// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-socket.h"

#include "net8-tcp-l4-protocol.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <span>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpSocket);

namespace
{

/**
 * @param address a socket address
 * @return the IP address in it
 */
Address
GetIp(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        return InetSocketAddress::ConvertFrom(address).GetIpv4();
    }
    return Inet6SocketAddress::ConvertFrom(address).GetIpv6();
}

/// The fields of a TCP header that are needed of every segment (RFC 9293 3.1).
struct HeaderStart
{
    uint32_t number{0}; ///< Sequence number.
    uint32_t size{0};   ///< Bytes of the header.
    uint8_t flags{0};   ///< Flags.
};

/**
 * Read these fields only: reading a whole header creates an object for each option, and ns-3 does
 * that again.
 *
 * @param segment a TCP segment
 * @return the fields
 */
HeaderStart
ReadStart(Ptr<const Packet> segment)
{
    std::array<uint8_t, 14> start{};
    segment->CopyData(start.data(), start.size());
    HeaderStart found;
    for (const auto byte : std::span(start).subspan(4, 4))
    {
        found.number = found.number << 8 | byte;
    }
    found.size = uint32_t{start[12]} / 16 * 4;
    found.flags = start.back();
    return found;
}

/**
 * @param header an ACK
 * @return whether its first SACK block is below the acknowledgment (RFC 2883, section 4)
 */
bool
ReportsDuplicate(const TcpHeader& header)
{
    const auto sack = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    return sack && sack->GetNumSackBlocks() > 0 &&
           sack->GetSackList().front().first < header.GetAckNumber();
}

/**
 * @param header an ACK that reports a duplicate
 * @return a copy without the report, as no option can be removed from an ns-3 header
 */
TcpHeader
WithoutDuplicate(const TcpHeader& header)
{
    TcpHeader without;
    without.SetSourcePort(header.GetSourcePort());
    without.SetDestinationPort(header.GetDestinationPort());
    without.SetSequenceNumber(header.GetSequenceNumber());
    without.SetAckNumber(header.GetAckNumber());
    without.SetFlags(header.GetFlags());
    without.SetWindowSize(header.GetWindowSize());
    for (const auto& option : header.GetOptionList())
    {
        const auto sack = DynamicCast<const TcpOptionSack>(option);
        if (!sack)
        {
            without.AppendOption(option);
        }
        else if (sack->GetNumSackBlocks() > 1)
        {
            auto blocks = sack->GetSackList();
            blocks.pop_front();
            auto rest = CreateObject<TcpOptionSack>();
            std::ranges::for_each(blocks, [&](const auto& block) { rest->AddSackBlock(block); });
            without.AppendOption(rest);
        }
    }
    return without;
}

} // namespace

TypeId
Net8TcpSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8TcpSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8TcpSocket>()
                            .AddAttribute("KeepAlive",
                                          "Whether a silent peer is probed (SO_KEEPALIVE).",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&Net8TcpSocket::SetKeepAlive,
                                                              &Net8TcpSocket::GetKeepAlive),
                                          MakeBooleanChecker())
                            .AddAttribute("KeepAliveTime",
                                          "Time without a segment until the first probe.",
                                          TimeValue(Seconds(7200)), // Linux, ip-sysctl.rst
                                          MakeTimeAccessor(&Net8TcpSocket::m_keepAliveTime),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("KeepAliveInterval",
                                          "Time between two probes.",
                                          TimeValue(Seconds(75)), // the same
                                          MakeTimeAccessor(&Net8TcpSocket::m_keepAliveInterval),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("KeepAliveCount",
                                          "Probes without an answer before giving up.",
                                          UintegerValue(9), // the same
                                          MakeUintegerAccessor(&Net8TcpSocket::m_keepAliveCount),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

Net8TcpSocket::Net8TcpSocket() = default;

Net8TcpSocket::Net8TcpSocket(const Net8TcpSocket& other) = default;

Net8TcpSocket::~Net8TcpSocket()
{
    m_keepAliveEvent.Cancel();
}

// Repairs

Ptr<TcpSocketBase>
Net8TcpSocket::Fork()
{
    auto fork = CopyObject<Net8TcpSocket>(this);
    // The copies of TcpCubic and TcpWestwoodPlus (3.44 to 3.48) leave members uninitialized; a
    // listener has no state that a new object would miss.
    ObjectFactory congestion;
    congestion.SetTypeId(m_congestionControl->GetInstanceTypeId());
    fork->SetCongestionControlAlgorithm(congestion.Create<TcpCongestionOps>());
    if (!m_traced)
    {
        // ns-3 connects the traces of every copy again.
        fork->DropTraces();
    }
    return fork;
}

void
Net8TcpSocket::ReTxTimeout()
{
    const bool noDelay = m_noDelay;
    m_noDelay = true;
    TcpSocketBase::ReTxTimeout();
    m_noDelay = noDelay;
}

void
Net8TcpSocket::PersistTimeout()
{
    if (m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        TcpSocketBase::PersistTimeout();
    }
    else if (m_tcb->m_highTxMark.Get() != m_txBuffer->HeadSequence())
    {
        ReTxTimeout();
    }
}

uint32_t
Net8TcpSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const uint32_t sent = TcpSocketBase::SendDataPacket(seq, maxSize, withAck);
    if (withAck)
    {
        m_highTxAck = std::max(m_highTxAck, m_tcb->m_rxBuffer->NextRxSequence());
    }
    return sent;
}

uint32_t
Net8TcpSocket::AvailableWindow() const
{
    const uint32_t available = TcpSocketBase::AvailableWindow();
    const SequenceNumber32 edge = m_highRxAckMark.Get() + SequenceNumber32(m_rWnd.Get());
    const SequenceNumber32 highest = m_tcb->m_highTxMark;
    if (available == 0 || edge >= highest + SequenceNumber32(m_tcb->m_segmentSize))
    {
        return available;
    }
    SequenceNumber32 next;
    SequenceNumber32 end;
    if (m_txBuffer->NextSeg(&next, &end, false) && next < highest)
    {
        return available;
    }
    return edge > highest ? std::min(available, static_cast<uint32_t>(edge - highest)) : 0;
}

Ptr<Packet>
Net8TcpSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    auto taken = TcpSocketBase::Recv(maxSize, flags);
    const uint32_t told = m_advWnd;
    const auto& buffer = *m_tcb->m_rxBuffer;
    if (m_state == ESTABLISHED && told <= buffer.MaxBufferSize() / 2)
    {
        const uint32_t free = buffer.MaxRxSequence() - buffer.NextRxSequence();
        if (free >= std::max(2 * told, m_tcb->m_segmentSize))
        {
            SendEmptyPacket(TcpHeader::ACK);
        }
    }
    return taken;
}

void
Net8TcpSocket::Configure(const Net8TcpValues& settings, const Sizes& ipv6)
{
    SetSegSize(settings.segmentSize);
    SetInitialCwnd(settings.initialWindow);
    SetSndBufSize(settings.sendBuffer);
    SetRcvBufSize(settings.receiveBuffer);
    m_sackEnabled = settings.sack;
    m_timestampEnabled = settings.timestamps;
    m_winScalingEnabled = settings.windowScaling;
    SetTcpNoDelay(settings.noDelay);
    SetDelAckTimeout(settings.delayedAckTime);
    SetDelAckMaxCount(settings.delayedAckCount);
    SetMinRto(settings.minRto);
    SetConnTimeout(settings.initialRto);
    // ns-3 counts the first SYN, too.
    SetSynRetries(settings.synRetries + 1);
    m_keepAliveTime = settings.keepAliveTime;
    m_keepAliveInterval = settings.keepAliveInterval;
    m_keepAliveCount = settings.keepAliveCount;
    m_ipv6Sizes = ipv6;
}

void
Net8TcpSocket::FitToIpv6()
{
    // A socket that connects again before its SYN is answered has them already.
    if (m_ipv6Sizes.segment != 0 && m_state == CLOSED)
    {
        SetSegSize(m_ipv6Sizes.segment);
        SetSndBufSize(m_ipv6Sizes.sendBuffer);
        SetRcvBufSize(m_ipv6Sizes.receiveBuffer);
    }
}

void
Net8TcpSocket::SetBacklog(const Ptr<Net8TcpBacklog>& backlog)
{
    m_backlog = backlog;
}

bool
Net8TcpSocket::GetKeepAlive() const
{
    return m_keepAlive;
}

void
Net8TcpSocket::SetKeepAlive(bool on)
{
    m_keepAlive = on;
    m_keepAliveEvent.Cancel();
    if (on)
    {
        m_heard = Simulator::Now();
        m_probes = 0;
        m_keepAliveEvent =
            Simulator::Schedule(m_keepAliveTime, &Net8TcpSocket::LookAfterPeer, this);
    }
}

void
Net8TcpSocket::LookAfterPeer()
{
    if (m_state == CLOSED || m_state == TIME_WAIT)
    {
        return;
    }
    Time next = m_keepAliveTime;
    // Anything that waits for an ACK is retransmitted and given up by its own timer.
    if ((m_state == ESTABLISHED || m_state == CLOSE_WAIT) && m_txBuffer->Size() == 0)
    {
        const Time silence = Simulator::Now() - m_heard;
        if (silence < m_keepAliveTime)
        {
            next = m_keepAliveTime - silence;
        }
        else if (m_probes == m_keepAliveCount)
        {
            Ptr<Net8TcpSocket> self(this); // the owner releases it
            CancelAllTimers();
            m_state = CLOSED;
            SendRST(); // notifies the owner, too
            CancelAllTimers();
            return;
        }
        else
        {
            ++m_probes;
            const SequenceNumber32 end = m_tcb->m_nextTxSequence;
            m_tcb->m_nextTxSequence = end - 1;
            SendEmptyPacket(TcpHeader::ACK);
            m_tcb->m_nextTxSequence = end;
            next = m_keepAliveInterval;
        }
    }
    m_keepAliveEvent = Simulator::Schedule(next, &Net8TcpSocket::LookAfterPeer, this);
}

bool
Net8TcpSocket::IsLeftOfWindow(uint32_t number) const
{
    return m_state == ESTABLISHED &&
           SequenceNumber32(number) + 1 == m_tcb->m_rxBuffer->NextRxSequence();
}

void
Net8TcpSocket::DropTraces()
{
    // By name, ns-3 would search all sources of the class for each of them.
    const auto drop = [base = static_cast<TcpSocketBase*>(this)](auto& source, auto forward) {
        source.DisconnectWithoutContext(MakeCallback(forward, base));
    };
    auto& sources = *m_tcb;
    drop(sources.m_pacingRate, &TcpSocketBase::UpdatePacingRateTrace);
    drop(sources.m_cWnd, &TcpSocketBase::UpdateCwnd);
    drop(sources.m_cWndInfl, &TcpSocketBase::UpdateCwndInfl);
    drop(sources.m_ssThresh, &TcpSocketBase::UpdateSsThresh);
    drop(sources.m_congState, &TcpSocketBase::UpdateCongState);
    drop(sources.m_ecnState, &TcpSocketBase::UpdateEcnState);
    drop(sources.m_nextTxSequence, &TcpSocketBase::UpdateNextTxSequence);
    drop(sources.m_highTxMark, &TcpSocketBase::UpdateHighTxMark);
    drop(sources.m_bytesInFlight, &TcpSocketBase::UpdateBytesInFlight);
    drop(sources.m_srtt, &TcpSocketBase::UpdateRtt);
    drop(sources.m_lastRtt, &TcpSocketBase::UpdateLastRtt);
    m_traced = false;
}

void
Net8TcpSocket::Abort()
{
    SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(), MakeNullCallback<void, Ptr<Socket>>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    if (m_state == CLOSED || m_state == TIME_WAIT)
    {
        return;
    }
    // SendRST leaves state and timers unchanged.
    CancelAllTimers();
    SendRST();
    CancelAllTimers();
    m_state = CLOSED;
}

bool
Net8TcpSocket::Overflows(uint8_t flags) const
{
    if (!m_backlog || !m_backlog->IsFull())
    {
        return false;
    }
    return (m_state == LISTEN && (flags & TcpHeader::SYN) != 0) ||
           (m_state == SYN_RCVD && (flags & TcpHeader::ACK) != 0);
}

void
Net8TcpSocket::TurnAway(const TcpHeader& header, const Address& from, const Address& to)
{
    m_backlog->CountOverflow();
    if (m_backlog->GetOverflow() == Net8TcpBacklog::Overflow::DROP)
    {
        return;
    }
    if (m_state == SYN_RCVD)
    {
        SendRST();
        return;
    }
    // A listening socket has no peer for SendRST to send to (RFC 9293 3.10.7.1).
    TcpHeader reset;
    reset.SetFlags(TcpHeader::RST | TcpHeader::ACK);
    reset.SetAckNumber(header.GetSequenceNumber() + SequenceNumber32(1));
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    m_tcp->SendPacket(Create<Packet>(), reset, GetIp(to), GetIp(from));
}

void
Net8TcpSocket::AnswerStray(const TcpHeader& header, const Address& from, const Address& to)
{
    TcpHeader reset;
    reset.SetFlags(TcpHeader::RST);
    reset.SetSequenceNumber(header.GetAckNumber());
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    m_tcp->SendPacket(Create<Packet>(), reset, GetIp(to), GetIp(from));
}

void
Net8TcpSocket::DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to)
{
    const auto [number, size, flags] = ReadStart(packet);
    const bool reset = (flags & TcpHeader::RST) != 0;
    const bool stray = m_state == LISTEN && (flags & TcpHeader::ACK) != 0;
    m_heard = Simulator::Now();
    m_probes = 0;
    if (flags == TcpHeader::ACK && packet->GetSize() == size && IsLeftOfWindow(number))
    {
        SendEmptyPacket(TcpHeader::ACK);
        return;
    }
    if (!reset && !stray && !Overflows(flags))
    {
        TcpSocketBase::DoForwardUp(packet, from, to);
        LookAfterWindow(); // ns-3 stops its probes with each segment that reports a window.
        return;
    }
    TcpHeader header;
    packet->PeekHeader(header);
    if (reset)
    {
        HandleReset(packet, header, from, to);
    }
    else if (stray)
    {
        AnswerStray(header, from, to);
    }
    else
    {
        TurnAway(header, from, to);
    }
}

void
Net8TcpSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& header)
{
    if (ReportsDuplicate(header))
    {
        ReceivedAck(packet, WithoutDuplicate(header));
        return;
    }
    if (header.GetAckNumber() >= m_txBuffer->HeadSequence())
    {
        LookForReneging(header);
    }
    TcpSocketBase::ReceivedAck(packet, header);
}

void
Net8TcpSocket::LookAfterWindow()
{
    const uint32_t window = m_rWnd.Get();
    const bool open = m_state == ESTABLISHED || m_state == CLOSE_WAIT;
    const bool nothingOut = m_tcb->m_highTxMark.Get() == m_txBuffer->HeadSequence();
    if (open && nothingOut && window > 0 && !m_persistEvent.IsPending() &&
        window < std::min(m_txBuffer->Size(), m_tcb->m_segmentSize))
    {
        m_persistEvent =
            Simulator::Schedule(m_persistTimeout, &Net8TcpSocket::PersistTimeout, this);
    }
}

void
Net8TcpSocket::LookForReneging(const TcpHeader& header)
{
    if (m_sacked.Acknowledge(header.GetAckNumber()))
    {
        m_txBuffer->SetSentListLost(true);
    }
    if (const auto sack = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK)))
    {
        for (const auto& [first, end] : sack->GetSackList())
        {
            m_sacked.Add(first, end);
        }
    }
}

void
Net8TcpSocket::HandleReset(Ptr<Packet> segment,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to)
{
    if (m_state == LISTEN || m_state == CLOSED)
    {
        // To be ignored (RFC 9293 3.10.7.1 and 3.10.7.2). ns-3 takes the window of a socket that
        // has none yet for a closed one, starts to probe, and stops at the next SYN.
        return;
    }
    if (m_state == SYN_SENT)
    {
        if (header.GetAckNumber() == m_tcb->m_nextTxSequence + SequenceNumber32(1))
        {
            m_retxEvent.Cancel();
            CloseAndNotify();
        }
        return;
    }
    const bool timestamps = m_timestampEnabled;
    m_timestampEnabled = timestamps && header.HasOption(TcpOption::TS);
    TcpSocketBase::DoForwardUp(segment, from, to);
    m_timestampEnabled = timestamps;
}

} // namespace ns3::net8
