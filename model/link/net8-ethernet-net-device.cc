// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ethernet-net-device.h"

#include "net8-ethernet-channel.h"
#include "net8-ethernet-header.h"
#include "net8-radio.h"

#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8EthernetNetDevice);

namespace
{

/**
 * Fire a trace source, if anybody is connected: ns-3 copies the arguments even if nobody is.
 *
 * @param trace the trace source
 * @param frame a frame
 */
void
Tell(const TracedCallback<Ptr<const Packet>>& trace, const Ptr<const Packet>& frame)
{
    if (!trace.IsEmpty())
    {
        trace(frame);
    }
}

} // namespace

class Net8EthernetNetDevice::GapEnd : public EventImpl
{
  public:
    /**
     * @param device the device
     */
    explicit GapEnd(Net8EthernetNetDevice& device)
        : m_device(device)
    {
    }

  protected:
    void Notify() override
    {
        m_device.TransmitDone();
    }

  private:
    Net8EthernetNetDevice& m_device; ///< The device.
};

TypeId
Net8EthernetNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8EthernetNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Net8")
            .AddConstructor<Net8EthernetNetDevice>()
            .AddAttribute("Address",
                          "The MAC address of this device.",
                          Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                          MakeMac48AddressAccessor(&Net8EthernetNetDevice::m_address),
                          MakeMac48AddressChecker())
            .AddAttribute("Mtu",
                          "The largest payload of a frame, bytes.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Net8EthernetNetDevice::SetMtu,
                                               &Net8EthernetNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(68))
            .AddAttribute("DataRate",
                          "The bit rate of the wire.",
                          DataRateValue(DataRate("1Gbps")),
                          MakeDataRateAccessor(&Net8EthernetNetDevice::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Line",
                          "Whether the wire is a line between routers, on which frames take the "
                          "time of PPP.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8EthernetNetDevice::m_line),
                          MakeBooleanChecker())
            .AddAttribute("TxQueue",
                          "The queue of frames that wait for the wire.",
                          PointerValue(),
                          MakePointerAccessor(&Net8EthernetNetDevice::m_queue),
                          MakePointerChecker<Queue<Packet>>())
            .AddAttribute("ReceiveErrorModel",
                          "Decides which arriving frames are lost.",
                          PointerValue(),
                          MakePointerAccessor(&Net8EthernetNetDevice::m_errorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A frame was handed down for sending.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A frame was dropped before sending.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A frame was handed to the promiscuous callback.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame for this device was handed up.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The first bit of a frame is on the wire.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxEnd",
                            "A frame and the gap after it have left the device.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_phyTxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource(
                "PhyTxDrop",
                "A frame was sent with nobody at the other end, or given up by the radio.",
                MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_phyTxDropTrace),
                "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "The last bit of a frame has arrived.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "The error model lost an arriving frame.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "What a capture on the host shows.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "What a promiscuous capture on the host shows.",
                            MakeTraceSourceAccessor(&Net8EthernetNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
Net8EthernetNetDevice::DoDispose()
{
    m_node = nullptr;
    m_channel = nullptr;
    m_radio = nullptr;
    m_stageNode = nullptr;
    m_clock = nullptr;
    m_queue = nullptr;
    m_errorModel = nullptr;
    m_current = nullptr;
    m_gapEnd = nullptr;
    m_rxCallback.Nullify();
    m_promiscCallback.Nullify();
    NetDevice::DoDispose();
}

void
Net8EthernetNetDevice::Attach(Ptr<Net8EthernetChannel> channel)
{
    m_channel = channel;
    m_channel->Attach(this);
    m_linkChange();
}

void
Net8EthernetNetDevice::SetRadio(Ptr<Net8Radio> radio)
{
    m_radio = radio;
}

void
Net8EthernetNetDevice::SetStageNode(const Ptr<Net8StageNode>& node)
{
    m_stageNode = node;
    m_forwards = true;
    SetStageClock(node->GetClock());
}

void
Net8EthernetNetDevice::SetStageHost(const Ptr<Net8StageNode>& host)
{
    m_stageNode = host;
}

void
Net8EthernetNetDevice::SetStageClock(const Ptr<Net8StageClock>& clock)
{
    m_clock = clock;
    TimeValue delay;
    m_channel->GetAttribute("Delay", delay);
    const auto size = m_queue->GetMaxSize();
    m_stage = std::make_unique<FifoStage>(
        FifoStage::Settings{.bitsPerSecond = m_rate.GetBitRate(),
                            .delay = FifoStage::Time(delay.Get().GetNanoSeconds()),
                            .room = size.GetValue(),
                            .roomInBytes = size.GetUnit() == QueueSizeUnit::BYTES,
                            .leastBytes = HEADER + MIN_PAYLOAD,
                            .overheadBytes = FCS + PREAMBLE,
                            .gapBytes = GAP});
    // Drops of the stage are counted by a queue that has no room (ns-3 does not accept 0p).
    m_queue->SetMaxSize(QueueSize("1B"));
}

Ptr<Queue<Packet>>
Net8EthernetNetDevice::GetQueue() const
{
    return m_queue;
}

// Sending

bool
Net8EthernetNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrame(packet, m_address, Mac48Address::ConvertFrom(dest), protocolNumber);
}

bool
Net8EthernetNetDevice::SendFrom(Ptr<Packet> packet,
                                const Address& source,
                                const Address& dest,
                                uint16_t protocolNumber)
{
    return SendFrame(packet,
                     Mac48Address::ConvertFrom(source),
                     Mac48Address::ConvertFrom(dest),
                     protocolNumber);
}

bool
Net8EthernetNetDevice::SendFrame(const Ptr<Packet>& packet,
                                 Mac48Address source,
                                 Mac48Address destination,
                                 uint16_t type)
{
    ++s_stackFrames;
    if (!IsLinkUp() || packet->GetSize() > m_mtu)
    {
        m_macTxDropTrace(packet);
        return false;
    }
    packet->AddHeader(Net8EthernetHeader(destination, source, type));
    // A computed frame may be passed on unchanged, and a flooding bridge sends one packet several
    // times.
    return SendWhole(m_stage ? packet->Copy() : packet);
}

bool
Net8EthernetNetDevice::SendWhole(const Net8StageFrame& frame)
{
    if (m_stage && m_macTxTrace.IsEmpty())
    {
        return Relay(frame);
    }
    const auto packet = frame.GetPacket();
    Tell(m_macTxTrace, packet);
    if (m_stage)
    {
        return Relay(packet);
    }
    if (!m_queue->Enqueue(packet))
    {
        m_macTxDropTrace(packet);
        return false;
    }
    if (!m_current)
    {
        TransmitNext();
    }
    return true;
}

bool
Net8EthernetNetDevice::Relay(const Net8StageFrame& frame)
{
    const auto& clock = *PeekPointer(m_clock);
    const auto& origin = clock.GetOrigin();
    const auto departure = m_stage->Take({.at = Net8StageClock::GetNow(),
                                          .scheduled = origin.known,
                                          .cause = origin.cause,
                                          .bytes = frame.GetSize()});
    if (departure.dropped)
    {
        const auto packet = frame.GetPacket();
        m_macTxDropTrace(packet);
        return m_queue->Enqueue(packet);
    }
    clock.Follow(departure, *m_stage, m_last);
    if (!m_forwards && !departure.waited)
    {
        // A packet sent by the host itself begins a chain of events.
        m_last.order = m_last.within;
    }
    PeekPointer(m_channel)->Carry({.at = departure.arrival, .origin = m_last, .frame = frame},
                                  *this,
                                  clock);
    return true;
}

void
Net8EthernetNetDevice::TransmitNext()
{
    m_current = m_queue->Dequeue();
    if (!m_current)
    {
        return;
    }
    Tell(m_snifferTrace, m_current);
    Tell(m_promiscSnifferTrace, m_current);
    Tell(m_phyTxBeginTrace, m_current);

    if (m_radio)
    {
        m_radio->Carry(m_current->GetSize() - HEADER, [this](bool arrived) { RadioDone(arrived); });
        return;
    }
    const auto& times = FindTimes(CountWireBytes(m_current->GetSize()));
    if (!m_gapEnd)
    {
        m_gapEnd = Create<GapEnd>(*this);
    }
    Simulator::Schedule(times.slot, m_gapEnd);
    if (!m_channel->Transmit(m_current, *this, times.frame))
    {
        m_phyTxDropTrace(m_current);
    }
}

uint32_t
Net8EthernetNetDevice::CountWireBytes(uint32_t size) const
{
    return m_line ? size - HEADER + PPP : std::max(size, HEADER + MIN_PAYLOAD) + FCS + PREAMBLE;
}

const Net8EthernetNetDevice::Times&
Net8EthernetNetDevice::FindTimes(uint32_t bytes)
{
    // ns-3 divides 128-bit numbers for this, and most frames have one of the recent lengths.
    const auto found = std::ranges::find_if(m_times, [&](const Times& times) {
        return times.bytes == bytes && times.rate == m_rate;
    });
    if (found != m_times.end())
    {
        return *found;
    }
    auto& times = m_times.at(m_oldestTimes);
    m_oldestTimes = (m_oldestTimes + 1) % m_times.size();
    times = {.bytes = bytes,
             .rate = m_rate,
             .frame = m_rate.CalculateBytesTxTime(bytes),
             .slot = m_rate.CalculateBytesTxTime(bytes + (m_line ? 0 : GAP))};
    return times;
}

void
Net8EthernetNetDevice::TransmitDone()
{
    Tell(m_phyTxEndTrace, m_current);
    m_current = nullptr;
    TransmitNext();
}

void
Net8EthernetNetDevice::RadioDone(bool arrived)
{
    if (!arrived || !m_channel->Transmit(m_current, *this, Time(0)))
    {
        m_phyTxDropTrace(m_current);
    }
    TransmitDone();
}

// Receiving

NetDevice::PacketType
Net8EthernetNetDevice::Classify(Mac48Address destination) const
{
    if (destination == m_address)
    {
        return PACKET_HOST;
    }
    if (destination.IsBroadcast())
    {
        return PACKET_BROADCAST;
    }
    return destination.IsGroup() ? PACKET_MULTICAST : PACKET_OTHERHOST;
}

bool
Net8EthernetNetDevice::IsWatched() const
{
    return !m_phyRxEndTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty() ||
           !m_macPromiscRxTrace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_macRxTrace.IsEmpty() ||
           !m_macTxTrace.IsEmpty() || !m_phyTxBeginTrace.IsEmpty() || !m_phyTxEndTrace.IsEmpty();
}

bool
Net8EthernetNetDevice::TakeEarly(const Net8StageClock::Arrival& arrival)
{
    return m_forwards && !m_errorModel && PeekPointer(m_stageNode)->ForwardEarly(*this, arrival);
}

void
Net8EthernetNetDevice::Receive(const Net8StageFrame& arrived)
{
    if (!m_errorModel && !IsWatched())
    {
        if (!m_stageNode || !PeekPointer(m_stageNode)->Take(*this, arrived))
        {
            PassUp(arrived.GetPacket(), false);
        }
        return;
    }
    const auto frame = arrived.GetPacket();
    if (m_errorModel && m_errorModel->IsCorrupt(frame))
    {
        m_phyRxDropTrace(frame);
        return;
    }
    m_phyRxEndTrace(frame);
    if (!m_stageNode || !m_stageNode->Take(*this, frame))
    {
        PassUp(frame, true);
    }
}

void
Net8EthernetNetDevice::PassUp(const Ptr<Packet>& frame, bool watched)
{
    ++s_stackFrames;
    // The device has it alone; watchers get a copy with its header.
    const auto packet = watched ? frame->Copy() : frame;
    const auto header = Net8EthernetHeader::Remove(*packet);
    const auto type = Classify(header.GetDestination());
    const auto protocol = header.GetEtherType();
    const Address source = header.GetSource();

    Tell(m_promiscSnifferTrace, frame);
    if (!m_promiscCallback.IsNull())
    {
        Tell(m_macPromiscRxTrace, frame);
        m_promiscCallback(this, packet, protocol, source, header.GetDestination(), type);
    }
    if (type != PACKET_OTHERHOST)
    {
        Tell(m_snifferTrace, frame);
        Tell(m_macRxTrace, frame);
        m_rxCallback(this, packet, protocol, source);
    }
}

// What the device is

void
Net8EthernetNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
Net8EthernetNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
Net8EthernetNetDevice::GetChannel() const
{
    return m_channel;
}

void
Net8EthernetNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
Net8EthernetNetDevice::GetAddress() const
{
    return m_address;
}

bool
Net8EthernetNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
Net8EthernetNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
Net8EthernetNetDevice::IsLinkUp() const
{
    return m_channel != nullptr;
}

void
Net8EthernetNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
Net8EthernetNetDevice::IsBroadcast() const
{
    return true;
}

Address
Net8EthernetNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
Net8EthernetNetDevice::IsMulticast() const
{
    return true;
}

Address
Net8EthernetNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
Net8EthernetNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
Net8EthernetNetDevice::IsPointToPoint() const
{
    return false;
}

bool
Net8EthernetNetDevice::IsBridge() const
{
    return false;
}

Ptr<Node>
Net8EthernetNetDevice::GetNode() const
{
    return m_node;
}

void
Net8EthernetNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
Net8EthernetNetDevice::NeedsArp() const
{
    return true;
}

void
Net8EthernetNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
Net8EthernetNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
Net8EthernetNetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3::net8
