// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NAT_PORTS_H
#define NET8_NAT_PORTS_H

#include "net8-idle-flows.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A NAT that gives a connection which it forgot another port.
 *
 * A connection keeps the port of its client outside, if that is free (port preservation, RFC 4787,
 * 4.2.1). When it has been idle too long its mapping is gone: a packet from inside gets a new one,
 * with a port that no other connection to the same server has, so that the server does not know
 * it; a packet from outside is dropped. A RST from inside that has no mapping is dropped as well.
 * Addresses stay as they are.
 */
class NatPorts
{
  public:
    /// First port that is given: the lower end of what Linux 2.0 used for masquerading.
    static constexpr uint16_t FIRST = 61000;
    /// Least port that is given after the last one, 65535.
    static constexpr uint16_t LEAST = 1024;

    /**
     * Create an empty table.
     *
     * @param idle how long a connection is remembered without packets
     */
    explicit NatPorts(std::chrono::nanoseconds idle);

    /**
     * Handle a packet.
     *
     * @param segment the packet, as it comes
     * @param now current time, never before that of the previous call
     * @return port of the inner end beyond the NAT: the source of a packet from inside, the
     * destination of one from outside; nothing: it is dropped
     */
    std::optional<uint16_t> Pass(const IdleFlows::Segment& segment, std::chrono::nanoseconds now);

    /**
     * @return the connections, as they are outside
     */
    const IdleFlows& GetFlows() const;

  private:
    /// An inner end, with its port on this side or beyond, and the server.
    using Ends = std::pair<IdleFlows::End, IdleFlows::End>;

    /**
     * @param segment a packet from inside
     * @param now current time
     * @return its port outside; nothing: it gets none
     */
    std::optional<uint16_t> FindOuter(const IdleFlows::Segment& segment,
                                      std::chrono::nanoseconds now);

    /**
     * @param segment a packet from inside, without a mapping
     * @param now current time
     * @return a free port other than its own; nothing: all are taken
     */
    std::optional<uint16_t> FindFree(IdleFlows::Segment segment, std::chrono::nanoseconds now);

    IdleFlows m_flows;                ///< Connections, with their ports outside.
    std::map<Ends, uint16_t> m_outer; ///< Ports outside that differ, by the ends inside.
    std::map<Ends, uint16_t> m_inner; ///< Ports inside that differ, by the ends outside.
    uint16_t m_next{FIRST};           ///< The port to be tried next.
};

} // namespace ns3::net8

#endif /* NET8_NAT_PORTS_H */
