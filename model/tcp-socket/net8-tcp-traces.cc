// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-traces.h"

#include "net8-tcp-segment-header.h"

#include "ns3/net8-lazy-trace.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ns3::net8
{

namespace
{

/**
 * @param source a trace source
 * @return its accessor, which creates all of them on demand
 */
template <typename SOURCE>
Ptr<const TraceSourceAccessor>
MakeTrace(SOURCE Net8TcpTraces::* source)
{
    return MakeLazyTrace<Net8TcpTraces::Owner>(
        [source](auto& owner) -> auto& { return owner.GetTraces().*source; });
}

} // namespace

TypeId
Net8TcpTraces::AddTo(TypeId tid)
{
    using Traces = Net8TcpTraces;
    return tid
        .AddTraceSource("CongestionWindow",
                        "Congestion window: its segments times their size, bytes.",
                        MakeTrace(&Traces::cwnd),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("SlowStartThreshold",
                        "Slow start threshold, bytes.",
                        MakeTrace(&Traces::ssthresh),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("BytesInFlight",
                        "Bytes in flight.",
                        MakeTrace(&Traces::bytesInFlight),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("RWND",
                        "Window of the peer, bytes.",
                        MakeTrace(&Traces::peerWindow),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("AdvWND",
                        "Window offered, bytes.",
                        MakeTrace(&Traces::offeredWindow),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("NextTxSequence",
                        "Next sequence number to send.",
                        MakeTrace(&Traces::nextTx),
                        "ns3::SequenceNumber32TracedValueCallback")
        .AddTraceSource("HighestSequence",
                        "Highest sequence number sent, which is the next one: it never falls.",
                        MakeTrace(&Traces::nextTx),
                        "ns3::SequenceNumber32TracedValueCallback")
        .AddTraceSource("HighestRxAck",
                        "Highest acknowledgment received.",
                        MakeTrace(&Traces::highestAck),
                        "ns3::SequenceNumber32TracedValueCallback")
        .AddTraceSource("RTT",
                        "Smoothed round-trip time.",
                        MakeTrace(&Traces::rtt),
                        "ns3::TracedValueCallback::Time")
        .AddTraceSource("RTO",
                        "Retransmission timeout.",
                        MakeTrace(&Traces::rto),
                        "ns3::TracedValueCallback::Time")
        .AddTraceSource("PacingRate",
                        "Rate at which a sender that paces sends.",
                        MakeTrace(&Traces::pacingRate),
                        "ns3::TracedValueCallback::DataRate")
        .AddTraceSource("State",
                        "State of the connection.",
                        MakeTrace(&Traces::state),
                        "ns3::TcpStatesTracedValueCallback")
        .AddTraceSource("CongState",
                        "What the sender knows of congestion.",
                        MakeTrace(&Traces::congestion),
                        "ns3::TcpSocketState::TcpCongStatesTracedValueCallback")
        .AddTraceSource("Tx",
                        "A segment goes to IP; the socket is null.",
                        MakeTrace(&Traces::sent),
                        "ns3::TcpSocketBase::TcpTxRxTracedCallback")
        .AddTraceSource("Rx",
                        "A segment came from IP; the socket is null.",
                        MakeTrace(&Traces::received),
                        "ns3::TcpSocketBase::TcpTxRxTracedCallback");
}

namespace
{

/**
 * @param segments a number of segments
 * @param bytes their size, bytes
 * @return their total size, bytes, limited to 32 bits
 */
uint32_t
ToBytes(uint32_t segments, uint32_t bytes)
{
    const uint64_t all = static_cast<uint64_t>(segments) * bytes;
    return static_cast<uint32_t>(std::min<uint64_t>(all, std::numeric_limits<uint32_t>::max()));
}

} // namespace

TcpSocket::TcpStates_t
ToNs3State(TcpState state)
{
    constexpr std::array STATES{TcpSocket::CLOSED,
                                TcpSocket::SYN_SENT,
                                TcpSocket::SYN_RCVD,
                                TcpSocket::ESTABLISHED,
                                TcpSocket::FIN_WAIT_1,
                                TcpSocket::FIN_WAIT_2,
                                TcpSocket::CLOSE_WAIT,
                                TcpSocket::CLOSING,
                                TcpSocket::LAST_ACK,
                                TcpSocket::TIME_WAIT};
    return STATES[static_cast<uint8_t>(state)];
}

Net8TcpTraces::Values
Net8TcpTraces::Read(const TcpConnection& connection, TcpTime now)
{
    constexpr std::array CONGESTION{TcpSocketState::CA_OPEN,
                                    TcpSocketState::CA_DISORDER,
                                    TcpSocketState::CA_CWR,
                                    TcpSocketState::CA_RECOVERY,
                                    TcpSocketState::CA_LOSS};
    const TcpSendState& sender = connection.GetSender().GetState();
    const TcpInfo info = connection.GetInfo(now);
    Values values;
    values.cwnd = ToBytes(sender.cwnd, sender.mss);
    // In ns-3 a threshold that is not set is the largest number.
    values.ssthresh = sender.ssthresh == TcpSendState::INFINITE
                          ? std::numeric_limits<uint32_t>::max()
                          : ToBytes(sender.ssthresh, sender.mss);
    values.bytesInFlight =
        std::min(ToBytes(sender.InFlight(), sender.mss), sender.nxt - sender.una);
    values.peerWindow = sender.window;
    values.offeredWindow = info.rcvWnd;
    values.nextTx = sender.nxt;
    values.highestAck = sender.una;
    values.rtt = MicroSeconds(info.rttUs);
    values.rto = MicroSeconds(info.rtoUs);
    values.pacingRate = DataRate(sender.paces ? 8 * sender.pacingRate : 0);
    values.state = ToNs3State(connection.GetState());
    values.congestion = CONGESTION[static_cast<uint8_t>(sender.caState)];
    return values;
}

void
Net8TcpTraces::Update(const Values& values)
{
    const Values last = m_last;
    m_last = values;
    const auto tell = [](const auto& source, const auto& before, const auto& after) {
        if (before != after)
        {
            source(before, after);
        }
    };
    tell(state, last.state, values.state);
    tell(congestion, last.congestion, values.congestion);
    tell(cwnd, last.cwnd, values.cwnd);
    tell(ssthresh, last.ssthresh, values.ssthresh);
    tell(bytesInFlight, last.bytesInFlight, values.bytesInFlight);
    tell(peerWindow, last.peerWindow, values.peerWindow);
    tell(offeredWindow, last.offeredWindow, values.offeredWindow);
    tell(nextTx, SequenceNumber32(last.nextTx), SequenceNumber32(values.nextTx));
    tell(highestAck, SequenceNumber32(last.highestAck), SequenceNumber32(values.highestAck));
    tell(rtt, last.rtt, values.rtt);
    tell(rto, last.rto, values.rto);
    tell(pacingRate, last.pacingRate, values.pacingRate);
}

void
Net8TcpTraces::Tell(const Segment& source,
                    const TcpSegment& segment,
                    const Net8TcpFlow& flow,
                    const Ptr<const Packet>& payload)
{
    if (source.IsEmpty())
    {
        return;
    }
    auto bytes = Create<Packet>();
    bytes->AddHeader(Net8TcpSegmentHeader(segment, flow, false));
    TcpHeader header;
    bytes->RemoveHeader(header);
    source(payload, header, nullptr);
}

} // namespace ns3::net8
