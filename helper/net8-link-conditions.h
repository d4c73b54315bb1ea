// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_CONDITIONS_H
#define NET8_LINK_CONDITIONS_H

#include "ns3/net8-idle-flows.h"
#include "ns3/net8-link-delay.h"
#include "ns3/net8-link-loss.h"
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
 * What else becomes of packets on a link: their delay varies, they are lost in bursts, a firewall
 * forgets whose they are.
 *
 * Delays vary as netem's do (see LinkDelay), each direction for itself. Bursts begin at each TCP or
 * UDP packet with BurstRate and last BurstLength such packets in the mean, of which BurstLoss is
 * lost (see GilbertElliottLoss). A firewall looks at packets as they leave the sending end and
 * drops, without an answer, what is of a TCP connection that was silent for IdleTime (see
 * IdleFlows).
 */
class Net8LinkConditions : public Object
{
  public:
    /// Direction in which packets are lost.
    enum class Direction : uint8_t
    {
        BOTH, ///< Both (`both`).
        UP,   ///< From the first end to the second one (`up`).
        DOWN, ///< Back (`down`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LinkConditions();
    ~Net8LinkConditions() override;

    /**
     * Make ready for packets.
     *
     * @param up delay up
     * @param down delay down
     * @param lossy where bursts count
     */
    void Begin(Time up, Time down, Direction lossy);

    /**
     * Go on with another delay.
     *
     * @param up whether up or down
     * @param delay the delay
     */
    void SetDelay(bool up, Time delay);

    /**
     * Decide on a packet that begins to be sent.
     *
     * @param packet the packet, with the header of its link
     * @param up whether up or down
     * @param txTime from its first bit to its last
     * @param header bytes of that header, LinkPacket::PPP or LinkPacket::ETHERNET
     * @return time from now to its last bit received; none: it is lost
     */
    std::optional<Time> Take(const Ptr<const Packet>& packet,
                             bool up,
                             Time txTime,
                             std::size_t header);

    /// A delay that begins at some time.
    struct DelayChange
    {
        std::chrono::nanoseconds at{0};    ///< From when on packets that begin to be sent have it.
        std::chrono::nanoseconds delay{0}; ///< The delay.
    };

    /**
     * Decide on packets ahead of time from now on, by TakeAhead.
     *
     * @param up whether up or down
     * @param changes delays to come, in order of time
     */
    void Foresee(bool up, std::vector<DelayChange> changes);

    /**
     * Decide on a packet ahead of time, in the order in which they are sent; where there is a
     * firewall, which sees both directions, when it begins to be sent.
     *
     * @param frame the packet, with the header of Ethernet
     * @param up whether up or down
     * @param start when it begins to be sent
     * @param sent when its last bit is sent
     * @return when its last bit is received; none: it is lost
     */
    std::optional<std::chrono::nanoseconds> TakeAhead(const Packet& frame,
                                                      bool up,
                                                      std::chrono::nanoseconds start,
                                                      std::chrono::nanoseconds sent);

    /**
     * @param up whether up or down
     * @return whether each packet arrives after the same delay, but for changes of it
     */
    bool IsPlain(bool up) const;

    /**
     * @return whether two processes can have an end each: delays are not drawn, and there is no
     * firewall, which sees both ways
     */
    bool MayBeCut() const;

    /**
     * @return whether packets that have another delay than those before them may overtake them
     */
    bool MayOvertake() const;

    /**
     * @return whether there is a firewall
     */
    bool HasFirewall() const;

    /**
     * @param up whether up or down
     * @return packets lost in bursts so far
     */
    uint64_t GetLost(bool up) const;

    /**
     * @param up whether up or down
     * @return the same, and those of which it is decided that they will be lost
     */
    uint64_t GetDoomed(bool up) const;

    /**
     * @param link name of the link
     * @param out where its counters go, the ones that are not 0
     */
    void AddCounters(const std::string& link, std::map<std::string, uint64_t>& out) const;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /// One direction.
    struct Way
    {
        std::unique_ptr<LinkDelay> delay{};   ///< Delays.
        std::unique_ptr<LinkLoss> loss{};     ///< Bursts, or null.
        Ptr<UniformRandomVariable> jitters{}; ///< Draws delays.
        Ptr<UniformRandomVariable> losses{};  ///< Draws bursts.
        uint64_t lost{0};                     ///< Packets lost.
        /// When those that will be lost begin to be sent, as far as that was decided ahead.
        std::deque<std::chrono::nanoseconds> doomed{};
        std::vector<DelayChange> changes{}; ///< Delays to come, if it decides ahead of time.
        std::size_t changed{0};             ///< How many of them have come.
    };

    /**
     * @param packet a packet that begins to be sent
     * @param header bytes of the header of its link
     * @param way its direction; counts losses
     * @param now when it begins
     * @return whether the firewall stops it or a burst loses it
     */
    bool Loses(const Packet& packet,
               std::size_t header,
               Way& way,
               std::chrono::nanoseconds now) const;

    Time m_jitter;                                       ///< How far delays vary.
    double m_correlation{0};                             ///< Of a delay with the one before.
    DelayTable::Kind m_table{DelayTable::Kind::UNIFORM}; ///< Distribution of delays.
    bool m_mayOvertake{false};                           ///< Packets need not keep their order.
    double m_burstRate{0};                               ///< Probability that a burst begins.
    double m_burstLength{1};                             ///< Mean packets of one.
    double m_burstLoss{1};                               ///< Share of them that is lost.
    Time m_idleTime;                                     ///< Of the firewall; 0: there is none.
    std::array<Way, 2> m_ways;                           ///< Up and down.
    std::unique_ptr<IdleFlows> m_flows;                  ///< What the firewall remembers.
};

} // namespace ns3::net8

#endif /* NET8_LINK_CONDITIONS_H */
