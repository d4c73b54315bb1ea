// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>
#include <array>

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

/**
 * Read the flags alone: a whole header makes an object of each option, and ns-3 does that again.
 *
 * @param segment a TCP segment
 * @return its flags
 */
uint8_t
GetFlags(Ptr<const Packet> segment)
{
    std::array<uint8_t, 14> start{};
    segment->CopyData(start.data(), start.size());
    return start.back();
}

} // namespace

TypeId
Net8TcpSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8TcpSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8TcpSocket>();
    return tid;
}

Net8TcpSocket::Net8TcpSocket() = default;

Net8TcpSocket::Net8TcpSocket(const Net8TcpSocket& other) = default;

Ptr<TcpSocketBase>
Net8TcpSocket::Fork()
{
    auto fork = CopyObject<Net8TcpSocket>(this);
    // The copies of TcpCubic and TcpWestwoodPlus (3.44 to 3.48) leave members out, which then are
    // whatever the memory held before; a listener has no state that a new object would lack.
    ObjectFactory congestion;
    congestion.SetTypeId(m_congestionControl->GetInstanceTypeId());
    fork->SetCongestionControlAlgorithm(congestion.Create<TcpCongestionOps>());
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

void
Net8TcpSocket::SetBacklog(Ptr<Net8TcpBacklog> backlog)
{
    m_backlog = backlog;
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
    // SendRST leaves state and timers as they were.
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
    // A listening socket has no peer that SendRST could send to (RFC 9293 3.10.7.1).
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
    const auto flags = GetFlags(packet);
    const bool reset = (flags & TcpHeader::RST) != 0;
    const bool stray = m_state == LISTEN && (flags & TcpHeader::ACK) != 0;
    if (!reset && !stray && !Overflows(flags))
    {
        TcpSocketBase::DoForwardUp(packet, from, to);
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
Net8TcpSocket::HandleReset(Ptr<Packet> segment,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to)
{
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
