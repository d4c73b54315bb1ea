// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_CONDITIONS_H
#define NET8_LINK_CONDITIONS_H

#include "net8-idle-device.h"

#include "ns3/net8-line-device.h"
#include "ns3/net8-link-delay.h"
#include "ns3/net8-link-loss.h"
#include "ns3/net8-link-reorder.h"
#include "ns3/net8-link-slots.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Conditions of a link beyond rate and delay: varying delay, losses in bursts, and a firewall that
 * forgets idle connections.
 *
 * Delays vary as in netem (see LinkDelay), independently in each direction. Bursts begin at each
 * TCP or UDP packet with probability BurstRate and last for a mean of BurstLength such packets, of
 * which the share BurstLoss is lost (see GilbertElliottLoss). A firewall inspects packets as they
 * leave the sending end, and does IdleAction to those of a TCP connection that was idle for
 * IdleTime (see Net8IdleDevice). Packets larger than BlackHoleMtu vanish without an answer; those
 * larger than TunnelMtu are dropped before they are queued, and answered by ICMP. Segments with TCP
 * urgent data are dropped, or lose their mark, as UrgentData says. In place of bursts, losses may
 * follow netem's four states (see FourStateLoss).
 *
 * In one direction or both, packets may be duplicated, sent without the delay (see LinkReorder) and
 * held until a slot (see LinkSlots), as in netem. A duplicate is lost, delayed and reordered like
 * any other packet, but not duplicated again; a packet that would be duplicated and lost passes
 * once.
 */
class Net8LinkConditions : public Object
{
  public:
    /// What becomes of a packet of a TCP connection that was forgotten.
    using IdleAction = Net8IdleDevice::Action;

    /// What becomes of TCP urgent data.
    enum class UrgentData : uint8_t
    {
        UNUSED, ///< Nobody says: clients do without them.
        PASS,   ///< They pass.
        CLEAR,  ///< URG and the urgent pointer are cleared: their byte is one like any other.
        DROP    ///< Segments with URG are dropped.
    };

    /// The direction in which packets are lost.
    enum class Direction : uint8_t
    {
        BOTH, ///< Both (`both`).
        UP,   ///< From the first end to the second (`up`).
        DOWN, ///< From the second end to the first (`down`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LinkConditions();
    ~Net8LinkConditions() override;

    /**
     * Prepare for packets.
     *
     * @param up delay up
     * @param down delay down
     * @param lossy direction of the bursts
     */
    void Begin(Time up, Time down, Direction lossy);

    /**
     * Let a device drop packets that are too large for a tunnel, and answer them, and receive RSTs
     * of a load balancer. The device has to belong to a node already.
     *
     * @param device a device of the link
     * @param up true if it sends up, false for down
     */
    void Guard(const Ptr<Net8LineDevice>& device, bool up);

    /**
     * Change the delay.
     *
     * @param up true for up, false for down
     * @param delay the new delay
     */
    void SetDelay(bool up, Time delay);

    /**
     * Decide what becomes of a packet that begins to be sent.
     *
     * @param packet the packet, with its link header
     * @param up true for up, false for down
     * @param txTime time from its first bit to its last
     * @param header length of the link header, LinkPacket::PPP or LinkPacket::ETHERNET
     * @return time from now until its last bit is received; nothing: it is lost
     */
    std::optional<Time> Take(const Ptr<const Packet>& packet,
                             bool up,
                             Time txTime,
                             std::size_t header);

    /**
     * Take the duplicate of the packet that was decided on last.
     *
     * @return time from then until its last bit is received; nothing: there is none
     */
    std::optional<Time> TakeDuplicate();

    /**
     * Clear the mark of TCP urgent data, where UrgentData is CLEAR, and change ports as a NAT does.
     *
     * @param packet the packet that was decided on last, with its PPP header, which passes
     * @param up true for up, false for down
     * @return a copy to be received
     */
    Ptr<Packet> Copy(const Ptr<const Packet>& packet, bool up);

    /**
     * Take the answer of the device to the packet that was decided on last.
     *
     * @return a RST with its PPP header, to be received by the sender of the packet; null: none
     */
    Ptr<Packet> TakeAnswer();

    /// A change of the delay.
    struct DelayChange
    {
        std::chrono::nanoseconds at{
            0}; ///< Packets that begin to be sent from this time on have it.
        std::chrono::nanoseconds delay{0}; ///< The new delay.
    };

    /**
     * Decide on packets ahead of time from now on, with TakeAhead.
     *
     * @param up true for up, false for down
     * @param changes future changes of the delay, in order of time
     */
    void Foresee(bool up, std::vector<DelayChange> changes);

    /**
     * Decide what becomes of a packet ahead of time, in the order of sending. With a firewall,
     * which sees both directions, it must be called when the packet begins to be sent. Packets are
     * not duplicated.
     *
     * @param frame the packet, with its Ethernet header
     * @param up true for up, false for down
     * @param start when it begins to be sent
     * @param sent when its last bit is sent
     * @return when its last bit is received; nothing: it is lost
     */
    std::optional<std::chrono::nanoseconds> TakeAhead(const Packet& frame,
                                                      bool up,
                                                      std::chrono::nanoseconds start,
                                                      std::chrono::nanoseconds sent);

    /**
     * @param up true for up, false for down
     * @return whether all packets arrive after the same delay, except for changes of it
     */
    bool IsPlain(bool up) const;

    /**
     * @return whether the ends can be in different processes: delays are not drawn, and there is no
     * firewall, which sees both directions
     */
    bool MayBeCut() const;

    /**
     * @return whether packets may overtake others sent before them with a longer delay
     */
    bool MayOvertake() const;

    /**
     * @return whether packets may be duplicated
     */
    bool MayDuplicate() const;

    /**
     * @return whether packets are changed on their way
     */
    bool MayChange() const;

    /**
     * @return whether it is said what becomes of TCP urgent data
     */
    bool HandlesUrgentData() const;

    /**
     * @return whether a router or another device answers packets
     */
    bool MayAnswer() const;

    /**
     * @return whether it does anything to packets besides a constant delay
     */
    bool DoesAnything() const;

    /**
     * @return whether there is a firewall
     */
    bool HasFirewall() const;

    /**
     * @param up true for up, false for down
     * @return packets lost in bursts so far
     */
    uint64_t GetLost(bool up) const;

    /**
     * @param up true for up, false for down
     * @return the same, plus those already decided to be lost
     */
    uint64_t GetDoomed(bool up) const;

    /**
     * @param link name of the link
     * @param out receives its counters that are not 0
     */
    void AddCounters(const std::string& link, std::map<std::string, uint64_t>& out) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// One direction.
    struct OneWay
    {
        std::unique_ptr<LinkDelay> delay{};       ///< Delays.
        std::unique_ptr<LinkLoss> loss{};         ///< Bursts, or null.
        Ptr<UniformRandomVariable> jitters{};     ///< Draws delays.
        Ptr<UniformRandomVariable> losses{};      ///< Draws bursts.
        std::unique_ptr<CorrelatedDraw> copies{}; ///< Decides on duplicates, or null.
        std::unique_ptr<LinkReorder> reorder{};   ///< Sends packets at once, or null.
        std::unique_ptr<LinkSlots> slots{};       ///< Slots, or null.
        Ptr<UniformRandomVariable> twins{};       ///< Draws duplicates.
        Ptr<UniformRandomVariable> orders{};      ///< Draws packets sent at once.
        Ptr<UniformRandomVariable> starts{};      ///< Draws slots.
        uint64_t duplicated{0};                   ///< Packets duplicated.
        uint64_t reordered{0};                    ///< Packets sent at once.
        uint64_t lost{0};                         ///< Packets lost.
        uint64_t oversized{0};                    ///< Packets that were too large.
        uint64_t urgent{0};                       ///< Segments with URG that did not pass as such.
        /// Times at which packets already decided to be lost begin to be sent.
        std::deque<std::chrono::nanoseconds> doomed{};
        std::vector<DelayChange> changes{}; ///< Future delays, if decided ahead of time.
        std::size_t changed{0};             ///< Number of these that have taken effect.
    };

    /**
     * Prepare what is netem's alone: duplicates, packets sent at once, slots.
     *
     * @param direction a direction in which there are some
     */
    void BeginNetem(OneWay& direction);

    /**
     * @param direction a direction
     * @param sent when the last bit of a packet is sent
     * @param bytes its length with its link header
     * @return when its last bit is received
     */
    static std::chrono::nanoseconds GetArrival(OneWay& direction,
                                               std::chrono::nanoseconds sent,
                                               uint32_t bytes);

    /**
     * @return whether TCP urgent data do not pass as such
     */
    bool StopsUrgentData() const;

    /**
     * @return whether packets wait for slots
     */
    bool HasSlots() const;

    /**
     * Count a packet that a burst loses.
     *
     * @param direction its direction
     * @param now when it begins to be sent
     */
    static void CountLoss(OneWay& direction, std::chrono::nanoseconds now);

    /**
     * @param packet a packet that begins to be sent
     * @param header length of its link header, bytes
     * @param direction its direction, which counts losses
     * @param now when it begins
     * @return how many of it pass: none where the firewall drops it or a burst loses it, two if it
     * is duplicated
     */
    uint32_t Pass(const Packet& packet,
                  std::size_t header,
                  OneWay& direction,
                  std::chrono::nanoseconds now);

    Time m_jitter;                                       ///< Variation of the delay.
    double m_correlation{0};                             ///< Correlation of successive delays.
    Direction m_jitterDirection{Direction::BOTH};        ///< Direction whose delays vary.
    double m_p13{0};                                     ///< Four states of loss: a burst begins.
    double m_p31{1};                                     ///< A burst ends.
    double m_p32{0};                                     ///< A gap in a burst begins.
    double m_p23{1};                                     ///< A gap in a burst ends.
    double m_p14{0};                                     ///< A packet between bursts is lost.
    bool m_likeNetem{false};                             ///< Correlate as netem does.
    DelayTable::Kind m_table{DelayTable::Kind::UNIFORM}; ///< Distribution of delays.
    bool m_mayOvertake{false};                           ///< Packets need not keep their order.
    double m_burstRate{0};                               ///< Probability that a burst begins.
    double m_burstLength{1};                             ///< Mean length of a burst, packets.
    double m_burstLoss{1};                               ///< Share of its packets that is lost.
    std::string m_jitterFile;                            ///< Table of delays; empty: none.
    Direction m_netemDirection{Direction::BOTH}; ///< Direction of duplicates, reordering and slots.
    double m_duplicate{0};                       ///< Probability that a packet is duplicated.
    double m_duplicateCorrelation{0};            ///< Correlation of duplicates.
    double m_reorder{0};                         ///< Probability that a packet is sent at once.
    double m_reorderCorrelation{0};              ///< Correlation of packets sent at once.
    uint32_t m_reorderGap{1};                    ///< Distance of packets sent at once.
    Time m_slotMin;                              ///< Shortest time to a slot.
    Time m_slotMax;                              ///< Longest time to a slot; 0: the shortest.
    uint32_t m_slotPackets{0};                   ///< Packets in a slot; 0: any number.
    uint32_t m_slotBytes{0};                     ///< Bytes in a slot; 0: any number.
    std::optional<Time> m_twin;                  ///< When the last packet's duplicate arrives.
    uint32_t m_blackHoleMtu{0};                  ///< Largest packet that passes; 0: any.
    uint32_t m_tunnelMtu{0};                     ///< Largest packet that enters; 0: any.
    UrgentData m_urgentData{UrgentData::UNUSED}; ///< What becomes of TCP urgent data.
    Time m_idleTime;                             ///< Idle time of the firewall; 0: no firewall.
    IdleAction m_idleAction{IdleAction::DROP};   ///< What it does with packets it cannot place.
    std::array<OneWay, 2> m_directions;          ///< Up and down.
    std::unique_ptr<Net8IdleDevice> m_idle;      ///< The firewall, or null.
};

} // namespace ns3::net8

#endif /* NET8_LINK_CONDITIONS_H */
