// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PROFILE_H
#define NET8_TCP_PROFILE_H

#include "net8-tcp-values.h"

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How the TCP of one operating system behaves.
 *
 * A profile names the values of a known stack. Each attribute other than Profile means "the
 * profile's value" until it is set, and overrides it then. The source of every profile value is
 * given in net8-tcp-profile.cc and net8-tcp-settings.cc.
 *
 * All profiles but `ns3` run the TCP machine of net8 (Net8TcpMachineSocket) with the rules of their
 * system, unless CongestionControl is one that only ns-3 has. There SegmentSize is what the two
 * ends negotiate with the MSS option. With `linux` DelayedAckTime, DelayedAckCount and InitialRto
 * have no effect, as Linux has no setting for them; buffers that are not set are tuned
 * automatically; SynRetries is tcp_syn_retries, to which the 4 retransmissions of
 * tcp_syn_linear_timeouts are added.
 *
 * SegmentTime belongs to no profile: it is the time that the driver and the processor of a slow
 * host take for each segment. Nor does WakeUpTime: what arrives while a process reads is read
 * together, and acknowledged together where Linux leaves the ACK to the read. Nor does Polls: a
 * program that waits with poll or epoll lets Linux enlarge a send buffer that is nearly full.
 *
 * The attributes of Net8TcpSysctls have the names of sysctls of Linux, and act with `linux` alone.
 *
 * Everything else runs ns-3's own TCP (MakeStockTcp), without SegmentTime and keepalive. Features
 * for which it has no setting are not modelled: the MSS option (both ends of a path take the
 * segment size from the same MTU), automatic buffer tuning, and how each stack holds small segments
 * back.
 */
class Net8TcpProfile : public Object
{
  public:
    /// The known stacks.
    using Profile = Net8TcpValues::Profile;

    /// All values of a profile, with overrides applied.
    using Settings = Net8TcpValues;

    /// An override that is on, off or not set.
    enum class Switch : uint8_t
    {
        PROFILE, ///< The profile's value (attribute value `profile`).
        OFF,     ///< Off (`false`).
        ON,      ///< On (`true`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Get the values of a stack for IPv4 and an MTU of 1500 bytes, suitable to be set as
     * attributes: SegmentSize is 0, "from the MTU".
     *
     * @param profile the stack
     * @return attribute names and their values in ns-3's notation, for every attribute but Profile
     */
    static std::map<std::string, std::string> Describe(Profile profile);

    /**
     * Get the values of this object for one MTU, with overrides applied.
     *
     * @param mtu the MTU of the node's link, bytes
     * @param ipv6 IPv6 headers (40 bytes) instead of IPv4 headers (20 bytes)
     * @return the settings, with segmentSize filled in
     */
    Settings Resolve(uint32_t mtu, bool ipv6) const;

    /**
     * Install a Net8TcpSocketFactory with the values of this object on a node. A later call
     * replaces the values for sockets created from then on. A socket bound to IPv6 uses the values
     * for IPv6.
     *
     * @param node a node with an Internet stack
     * @param mtu the MTU of the node's link, bytes
     * @param ipv6 true if all connections will use IPv6
     */
    void Install(Ptr<Node> node, uint32_t mtu, bool ipv6) const;

    /**
     * @return whether the TCP machine is used instead of ns-3's TCP
     */
    bool RunsMachine() const;

  private:
    /// Accessor of an attribute that is a sysctl.
    /// @tparam V value of the attribute
    template <typename V>
    class SysctlAccessor;

    /**
     * Add the attributes that are sysctls.
     *
     * @param tid the TypeId of this class
     * @return the same
     */
    static TypeId AddSysctls(TypeId tid);

    /**
     * @param settings values of the profile
     * @return the same values, with every attribute that is set applied
     */
    Settings ApplyOverrides(Settings settings) const;

    // ATTRIBUTES
    Profile m_profile{Profile::LINUX};       ///< The stack.
    uint32_t m_segmentSize{0};               ///< Segment size, bytes; 0 = from the MTU.
    uint32_t m_initialWindow{0};             ///< Initial window, segments; 0 = profile.
    uint32_t m_sendBuffer{0};                ///< Send buffer, bytes; 0 = profile.
    uint32_t m_receiveBuffer{0};             ///< Receive buffer, bytes; 0 = profile.
    TypeId m_congestionControl;              ///< TcpCongestionOps = profile.
    Switch m_sack{Switch::PROFILE};          ///< Selective acknowledgments.
    Switch m_timestamps{Switch::PROFILE};    ///< Timestamps.
    Switch m_windowScaling{Switch::PROFILE}; ///< Window scaling.
    Switch m_noDelay{Switch::PROFILE};       ///< Nagle's algorithm off.
    Time m_delayedAckTime;                   ///< Longest ACK delay; 0 = profile.
    uint32_t m_delayedAckCount{0};           ///< Segments per ACK; 0 = profile.
    Time m_minRto;                           ///< Smallest timeout; 0 = profile.
    Time m_initialRto;                       ///< First timeout; 0 = profile.
    int32_t m_synRetries{-1};                ///< SYN retransmissions; -1 = profile.
    Ptr<RandomVariableStream> m_segmentTime; ///< Work on an arriving segment, s.
    Time m_wakeUpTime;                       ///< Time between two reads.
    bool m_polls{false};                     ///< Programs wait with poll.
    Net8TcpSysctls m_sysctls;                ///< Sysctls of Linux.
    Time m_keepAliveTime;                    ///< Time before the first probe; 0 = profile.
    Time m_keepAliveInterval;                ///< Time between two probes; 0 = profile.
    uint32_t m_keepAliveCount{0};            ///< Probes before giving up; 0 = profile.
};

} // namespace ns3::net8

#endif /* NET8_TCP_PROFILE_H */
