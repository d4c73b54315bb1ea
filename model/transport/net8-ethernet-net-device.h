// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_NET_DEVICE_H
#define NET8_ETHERNET_NET_DEVICE_H

#include "net8-ethernet-end.h"
#include "net8-stage-node.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
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
 * A frame in the simulator is the Ethernet II header (14 bytes) and the payload, as a capture on a
 * host shows it. What a capture does not show costs time only: padding of the payload to 46 bytes,
 * 4 bytes FCS, 8 bytes preamble and delimiter, and a gap of 12 byte times after each frame. A frame
 * of L bytes, FCS included, can so leave every 8 (L + 20) / DataRate seconds.
 *
 * A frame goes: Send or SendFrom (MacTx; MacTxDrop when it exceeds the MTU, the link is down or the
 * queue is full), TxQueue, wire (Sniffer, PromiscSniffer, PhyTxBegin, PhyTxEnd; PhyTxDrop when the
 * other end is missing), error model of the receiver (PhyRxDrop), PhyRxEnd, then PromiscSniffer and
 * the promiscuous callback for all frames, Sniffer, MacRx and the receive callback for those that
 * are addressed to the device, a group or all.
 *
 * With a radio the frame takes the time of 802.11 instead of that of the wire, and a frame that the
 * radio gives up is a PhyTxDrop; a capture shows it as that of a wireless host usually does, with
 * an Ethernet header.
 *
 * As the end of a line (Line) a frame costs what PPP costs, so that routers can send to each other
 * what ns3::PointToPointNetDevice has no number for.
 *
 * With a stage node the device walks no queue: it computes when a frame leaves, and the node
 * forwards what it receives, as far as it can.
 *
 * SendFrom and the promiscuous callback let it be a port of ns3::BridgeNetDevice, which makes a
 * store-and-forward switch.
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
    /// What a line puts in front of a packet in place of all that: the protocol number of PPP, as
    /// ns3::PointToPointNetDevice has it, bytes.
    static constexpr uint32_t PPP = 2;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Plug the device into a cable.
     *
     * @param channel the cable
     */
    void Attach(Ptr<Net8EthernetChannel> channel);

    /**
     * Send by radio what this device sends.
     *
     * @param radio the channel, shared with all that are in reach
     */
    void SetRadio(Ptr<Net8Radio> radio);

    /**
     * Compute when what this device sends leaves it, instead of walking its queue, and let a node
     * forward what it receives. Call it when rate, cable and queue are set. The device then tells
     * no trace of what it sends but the drops of its queue.
     *
     * @param node the switch or router that the device is part of
     */
    void SetStageNode(const Ptr<Net8StageNode>& node);

    /**
     * Compute when what this device sends leaves it, for a host: nothing is forwarded. Not for one
     * that somebody watches, sends by radio or has a queue discipline.
     *
     * @param clock lets frames arrive
     */
    void SetStageClock(const Ptr<Net8StageClock>& clock);

    /**
     * Send a frame as a device with a stage does: now, its arrival computed.
     *
     * @param frame the frame, Ethernet header included
     * @return false if the queue had no room
     */
    bool Relay(const Ptr<Packet>& frame);

    /**
     * Send a whole frame, as Send does with a packet.
     *
     * @param frame the frame, Ethernet header included; of no use to others any more
     * @return whether it found room in the queue
     */
    bool SendWhole(const Ptr<Packet>& frame);

    /// @return whether anybody looks at the frames that it sends or that come in
    bool IsWatched() const;

    /// @return its address on the link
    const Mac48Address& GetLinkAddress() const
    {
        return m_address;
    }

    /**
     * @return the transmit queue
     */
    Ptr<Queue<Packet>> GetQueue() const;

    // Inherited
    void Receive(Ptr<Packet> frame) override;
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
     * @param packet what it carries
     * @param source from whom
     * @param destination to whom
     * @param type what it carries (EtherType)
     * @return whether it found room in the queue
     */
    bool SendFrame(const Ptr<Packet>& packet,
                   Mac48Address source,
                   Mac48Address destination,
                   uint16_t type);

    /// Take the next frame from the queue and put it on the wire, if there is one.
    void TransmitNext();
    /// The gap after a frame is over.
    void TransmitDone();
    /**
     * The radio is done with the frame.
     *
     * @param arrived false when it has given it up
     */
    void RadioDone(bool arrived);

    /// How long a frame keeps the wire busy.
    struct Times
    {
        uint32_t bytes{0}; ///< Bytes on the wire without the gap.
        DataRate rate;     ///< Bit rate of the wire.
        Time frame;        ///< First to last bit.
        Time slot;         ///< The same with the gap.
    };

    /**
     * @param size bytes of a frame
     * @return its bytes on the wire, without the gap
     */
    uint32_t CountWireBytes(uint32_t size) const;

    /**
     * @param bytes bytes on the wire without the gap
     * @return how long such a frame keeps the wire busy
     */
    const Times& FindTimes(uint32_t bytes);

    /**
     * @param destination destination of a frame
     * @return what the destination means to this device
     */
    PacketType Classify(Mac48Address destination) const;

    // ATTRIBUTES
    Mac48Address m_address;       ///< Address of the device.
    uint16_t m_mtu{1500};         ///< Largest payload, bytes.
    DataRate m_rate;              ///< Bit rate of the wire.
    bool m_line{false};           ///< The wire is a line with PPP.
    Ptr<Queue<Packet>> m_queue;   ///< Frames that wait.
    Ptr<ErrorModel> m_errorModel; ///< Frames that get lost on arrival.

    // STATE
    Ptr<Node> m_node;                         ///< The node.
    Ptr<Net8EthernetChannel> m_channel;       ///< The cable.
    Ptr<Net8Radio> m_radio;                   ///< The radio, if it is not a cable alone.
    Ptr<Net8StageNode> m_stageNode;           ///< Who forwards, if packets are computed.
    Ptr<Net8StageClock> m_clock;              ///< Lets frames arrive, if that is computed.
    std::unique_ptr<FifoStage> m_stage;       ///< What it sends with, if that is computed.
    Net8EventHeap::Origin m_last;             ///< Of what it sent last, if that is computed.
    uint32_t m_ifIndex{0};                    ///< Index of the device on the node.
    Ptr<Packet> m_current;                    ///< Frame on the wire, null when idle.
    std::array<Times, 4> m_times;             ///< Of the last frames of different lengths.
    std::size_t m_oldestTimes{0};             ///< Which of them is forgotten next.
    ReceiveCallback m_rxCallback;             ///< Where frames go.
    PromiscReceiveCallback m_promiscCallback; ///< Where all frames go, if anyone asks.
    TracedCallback<> m_linkChange;            ///< Told when the link comes up.

    // TRACE SOURCES
    TracedCallback<Ptr<const Packet>> m_macTxTrace;        ///< Handed down for sending.
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;    ///< Dropped before sending.
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace; ///< Handed to the promiscuous callback.
    TracedCallback<Ptr<const Packet>> m_macRxTrace;        ///< Handed up.
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;   ///< First bit sent.
    TracedCallback<Ptr<const Packet>> m_phyTxEndTrace;     ///< Last bit and gap sent.
    TracedCallback<Ptr<const Packet>> m_phyTxDropTrace;    ///< Sent to nobody, given up.
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;     ///< Last bit received.
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;    ///< Lost by the error model.
    TracedCallback<Ptr<const Packet>> m_snifferTrace;      ///< Capture on a host.
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; ///< Promiscuous capture.
};

} // namespace ns3::net8

#endif /* NET8_ETHERNET_NET_DEVICE_H */
