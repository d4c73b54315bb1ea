// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stock-tcp.h"

#include "net8-tcp-l4-protocol.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

namespace
{

/// Added to the persist timeout so that it does not expire; ns-3's own is 60 s at most.
const Time NEVER = Days(36500);

/**
 * @param socket a socket
 * @return bytes in its send buffer that were never sent
 */
uint32_t
CountUnsent(const TcpSocketBase& socket)
{
    const auto& buffer = *socket.GetTxBuffer();
    const uint32_t sent = buffer.BytesInFlight() + buffer.GetSacked() + buffer.GetLost() -
                          buffer.GetRetransmitsCount();
    return buffer.Size() - sent;
}

/**
 * Stop the persist timeout if there is nothing to probe with, or undo that.
 *
 * @param socket a socket
 * @param probes whether there is something to probe with
 */
void
SetProbes(TcpSocketBase& socket, bool probes)
{
    TimeValue timeout;
    socket.GetAttribute("PersistTimeout", timeout);
    const bool stopped = timeout.Get() >= NEVER;
    if (stopped == probes)
    {
        socket.SetAttribute("PersistTimeout",
                            TimeValue(probes ? timeout.Get() - NEVER : timeout.Get() + NEVER));
    }
}

/**
 * A segment arrived, and ns-3 has not looked at its window yet.
 *
 * @param socket the socket
 */
void
HandleReceived(Ptr<const Packet> /* packet */,
               const TcpHeader& /* header */,
               Ptr<const TcpSocketBase> socket)
{
    SetProbes(*ConstCast<TcpSocketBase>(socket), CountUnsent(*socket) > 0);
}

/**
 * A segment is sent.
 *
 * @param header its header
 * @param socket the socket
 */
void
HandleSent(Ptr<const Packet> /* packet */, const TcpHeader& header, Ptr<const TcpSocketBase> socket)
{
    const auto sender = ConstCast<TcpSocketBase>(socket);
    if ((header.GetFlags() & (TcpHeader::SYN | TcpHeader::ACK)) ==
        (TcpHeader::SYN | TcpHeader::ACK))
    {
        PointerValue copied;
        sender->GetAttribute("CongestionOps", copied);
        ObjectFactory factory;
        factory.SetTypeId(copied.Get<TcpCongestionOps>()->GetInstanceTypeId());
        sender->SetCongestionControlAlgorithm(factory.Create<TcpCongestionOps>());
    }
    // If the segment is a probe, its byte may be the last one, and the timer is set next.
    SetProbes(*sender, CountUnsent(*sender) > 0);
}

} // namespace

Ptr<Socket>
MakeStockTcp(const Ptr<TcpL4Protocol>& tcp, const Net8TcpValues& values)
{
    const auto socket = tcp->CreateSocket(values.congestionControl, values.recovery);
    socket->SetAttribute("SegmentSize", UintegerValue(values.segmentSize));
    socket->SetAttribute("InitialCwnd", UintegerValue(values.initialWindow));
    socket->SetAttribute("SndBufSize", UintegerValue(values.sendBuffer));
    socket->SetAttribute("RcvBufSize", UintegerValue(values.receiveBuffer));
    socket->SetAttribute("Sack", BooleanValue(values.sack));
    socket->SetAttribute("Timestamp", BooleanValue(values.timestamps));
    socket->SetAttribute("WindowScaling", BooleanValue(values.windowScaling));
    socket->SetAttribute("TcpNoDelay", BooleanValue(values.noDelay));
    socket->SetAttribute("DelAckTimeout", TimeValue(values.delayedAckTime));
    socket->SetAttribute("DelAckCount", UintegerValue(values.delayedAckCount));
    socket->SetAttribute("MinRto", TimeValue(values.minRto));
    socket->SetAttribute("ConnTimeout", TimeValue(values.initialRto));
    // ns-3 counts the first SYN, too.
    socket->SetAttribute("ConnCount", UintegerValue(values.synRetries + 1));
    if (const auto hashed = DynamicCast<Net8TcpL4Protocol>(tcp))
    {
        hashed->DropStrayResets();
    }
    socket->TraceConnectWithoutContext("Rx", MakeCallback(&HandleReceived));
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&HandleSent));
    return socket;
}

} // namespace ns3::net8
