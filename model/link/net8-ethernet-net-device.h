// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_NET_DEVICE_H
#define NET8_ETHERNET_NET_DEVICE_H

#include "net8-ethernet-end.h"
#include "net8-stage-node.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/event-impl.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/net8-fifo-stage.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3::net8
{

class Net8EthernetChannel;
class Net8Radio;

/**
 * @ingroup net8
 * One end of a full-duplex Ethernet link.
 *
 * A frame in the simulator is the Ethernet II header (14 bytes) and the payload, as shown by a
 * capture on a host. What a capture does not show costs only time: padding of the payload to 46
 * bytes, 4 bytes FCS, 8 bytes preamble and delimiter, and a gap of 12 byte times after each frame.
 * A frame of L bytes, FCS included, can thus be sent every 8 (L + 20) / DataRate seconds.
 *
 * The path of a frame: Send or SendFrom (MacTx; MacTxDrop if it exceeds the MTU, the link is down
 * or the queue is full), TxQueue, wire (Sniffer, PromiscSniffer, PhyTxBegin, PhyTxEnd; PhyTxDrop if
 * there is no other end), error model of the receiver (PhyRxDrop), PhyRxEnd, then PromiscSniffer
 * and the promiscuous callback for all frames; Sniffer, MacRx and the receive callback for frames
 * addressed to the device, to a group or to all.
 *
 * With a radio the frame takes the time of 802.11 instead of that of the wire, and a frame that the
 * radio gives up is a PhyTxDrop. A capture shows it with an Ethernet header, as is usual on
 * wireless hosts.
 *
 * As the end of a line (Line) a frame has the overhead of PPP, so that routers can exchange packets
 * for which ns3::PointToPointNetDevice has no protocol number.
 *
 * With a stage node the device does not simulate its queue: it computes when a frame leaves, and
 * the node forwards what it receives, as far as it can.
 *
 * SendFrom and the promiscuous callback allow it to be a port of ns3::BridgeNetDevice, which makes
 * a store-and-forward switch.
 */
class Net8EthernetNetDevice : public Net8EthernetEnd
{
  public:
    /// Smallest payload of a frame, bytes (IEEE 802.3).
    static constexpr uint32_t MIN_PAYLOAD = 46;
    /// Ethernet II header, bytes.
    static constexpr uint32_t HEADER = 14;
    /// Frame check sequence, bytes.
    static constexpr uint32_t FCS = 4;
    /// Preamble and start delimiter, bytes.
    static constexpr uint32_t PREAMBLE = 8;
    /// Gap between frames, byte times.
    static constexpr uint32_t GAP = 12;
    /// Header that a line adds instead of all that: the protocol number of PPP, as in
    /// ns3::PointToPointNetDevice, bytes.
    static constexpr uint32_t PPP = 2;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Attach the device to a cable.
     *
     * @param channel the cable
     */
    void Attach(Ptr<Net8EthernetChannel> channel);

    /**
     * Send by radio.
     *
     * @param radio the channel, shared with all devices within reach
     */
    void SetRadio(Ptr<Net8Radio> radio);

    /**
     * Compute when frames leave this device instead of simulating its queue, and let a node forward
     * what it receives. Must be called after rate, cable and queue are set. Of the frames it sends,
     * the device then reports only the drops of its queue to trace sources.
     *
     * @param node the switch or router that the device belongs to
     */
    void SetStageNode(const Ptr<Net8StageNode>& node);

    /**
     * Compute when frames leave this device, for a host, which does not forward. Not for a device
     * that is being watched, sends by radio or has a queue discipline.
     *
     * @param clock schedules arrivals of frames
     */
    void SetStageClock(const Ptr<Net8StageClock>& clock);

    /**
     * Let a host take frames that arrive at this device, after SetStageClock.
     *
     * @param host takes them before the stack
     */
    void SetStageHost(const Ptr<Net8StageNode>& host);

    /**
     * Send a frame on a device with a stage: now, with its arrival computed.
     *
     * @param frame the frame, Ethernet header included
     * @return false if the queue was full
     */
    bool Relay(const Net8StageFrame& frame);

    /**
     * Send a complete frame, as Send does with a packet.
     *
     * @param frame the frame, Ethernet header included; must not be used by others any more
     * @return whether there was room in the queue
     */
    bool SendWhole(const Net8StageFrame& frame);

    /// @return whether anybody watches the frames that it sends or receives
    bool IsWatched() const;

    /// @return whether the node looks at frames for other stations, too
    bool IsPromiscuous() const
    {
        return !m_promiscCallback.IsNull();
    }

    /**
     * Tell whether any stack may have learned or asked for a link address since.
     *
     * @return frames that all devices have passed up to stacks or sent for them, so far
     */
    static uint64_t CountStackFrames()
    {
        return s_stackFrames;
    }

    /// @return its MAC address
    const Mac48Address& GetLinkAddress() const
    {
        return m_address;
    }

    /**
     * @return the transmit queue
     */
    Ptr<Queue<Packet>> GetQueue() const;

    // Inherited
    void Receive(const Net8StageFrame& frame) override;
    bool TakeEarly(const Net8StageClock::Arrival& arrival) override;
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsPointToPoint() const override;
    bool IsBridge() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * Send a frame.
     *
     * @param packet payload
     * @param source source address
     * @param destination destination address
     * @param type EtherType of the payload
     * @return whether there was room in the queue
     */
    bool SendFrame(const Ptr<Packet>& packet,
                   Mac48Address source,
                   Mac48Address destination,
                   uint16_t type);

    /**
     * Pass a frame that arrived to the stack.
     *
     * @param frame the frame
     * @param watched whether somebody looks at it
     */
    void PassUp(const Ptr<Packet>& frame, bool watched);

    /// Put the next frame from the queue on the wire, if there is one.
    void TransmitNext();
    /// Handle the end of the gap after a frame.
    void TransmitDone();
    /// The end of the gap after a frame, as an event: one at a time, so that one object is enough.
    class GapEnd;
    /**
     * Handle the end of a frame at the radio.
     *
     * @param arrived false if the radio gave it up
     */
    void RadioDone(bool arrived);

    /// Times for which a frame occupies the wire.
    struct Times
    {
        uint32_t bytes{0}; ///< Bytes on the wire, without the gap.
        DataRate rate;     ///< Bit rate the times are for.
        Time frame;        ///< Time from first to last bit.
        Time slot;         ///< The same, with the gap.
    };

    /**
     * @param size size of a frame, bytes
     * @return its bytes on the wire, without the gap
     */
    uint32_t CountWireBytes(uint32_t size) const;

    /**
     * @param bytes bytes on the wire, without the gap
     * @return how long such a frame occupies the wire
     */
    const Times& FindTimes(uint32_t bytes);

    /**
     * @param destination destination of a frame
     * @return type of that destination for this device
     */
    PacketType Classify(Mac48Address destination) const;

    // ATTRIBUTES
    Mac48Address m_address;       ///< Address of the device.
    uint16_t m_mtu{1500};         ///< Largest payload, bytes.
    DataRate m_rate;              ///< Bit rate of the wire.
    bool m_line{false};           ///< The wire is a PPP line.
    Ptr<Queue<Packet>> m_queue;   ///< Transmit queue.
    Ptr<ErrorModel> m_errorModel; ///< Error model for arriving frames.

    // STATE
    static inline uint64_t s_stackFrames{0};  ///< Frames passed up to stacks, or sent by them.
    Ptr<Node> m_node;                         ///< The node.
    Ptr<Net8EthernetChannel> m_channel;       ///< The cable.
    Ptr<Net8Radio> m_radio;                   ///< The radio; null: cable only.
    Ptr<Net8StageNode> m_stageNode;           ///< Takes frames, if they are computed.
    bool m_forwards{false};                   ///< It is a switch or a router.
    Ptr<Net8StageClock> m_clock;              ///< Schedules arrivals, if they are computed.
    std::unique_ptr<FifoStage> m_stage;       ///< Computes departures, or null.
    Net8EventHeap::Origin m_last;             ///< Origin of the last frame, if computed.
    uint32_t m_ifIndex{0};                    ///< Index of the device on the node.
    Ptr<Packet> m_current;                    ///< Frame on the wire, null when idle.
    Ptr<EventImpl> m_gapEnd;                  ///< End of the gap after it; null: none so far.
    std::array<Times, 4> m_times;             ///< Times of recent frame lengths.
    std::size_t m_oldestTimes{0};             ///< Index of the next entry to replace.
    ReceiveCallback m_rxCallback;             ///< Receive callback.
    PromiscReceiveCallback m_promiscCallback; ///< Promiscuous receive callback.
    TracedCallback<> m_linkChange;            ///< Fired when the link comes up.

    // TRACE SOURCES
    TracedCallback<Ptr<const Packet>> m_macTxTrace;        ///< Passed down for sending.
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;    ///< Dropped before sending.
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace; ///< Passed to the promiscuous callback.
    TracedCallback<Ptr<const Packet>> m_macRxTrace;        ///< Passed up.
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;   ///< First bit sent.
    TracedCallback<Ptr<const Packet>> m_phyTxEndTrace;     ///< Last bit and gap sent.
    TracedCallback<Ptr<const Packet>> m_phyTxDropTrace;    ///< Not sent, or given up.
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;     ///< Last bit received.
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;    ///< Dropped by the error model.
    TracedCallback<Ptr<const Packet>> m_snifferTrace;      ///< Capture on a host.
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; ///< Promiscuous capture.
};

} // namespace ns3::net8

#endif /* NET8_ETHERNET_NET_DEVICE_H */
