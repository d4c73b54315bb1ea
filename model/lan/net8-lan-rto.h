// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_RTO_H
#define NET8_LAN_RTO_H

#include "net8-lan-rules.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Retransmission timeout of a LanTransport.
 */
class LanRto
{
  public:
    /**
     * Create a timeout without samples.
     *
     * @param rules rules of the transport; must outlive this object
     */
    explicit LanRto(const LanRules& rules)
        : m_rules(rules)
    {
    }

    /**
     * Add a round-trip sample.
     *
     * @param roundTrip round trip of a packet that was sent only once, ns
     */
    void Measure(LanTime roundTrip);

    /**
     * Get the timeout of a packet.
     *
     * @param transmissions how often the packet was sent, at least 1
     * @return time to wait for its acknowledgement, ns
     */
    LanTime Get(uint32_t transmissions) const;

  private:
    const LanRules& m_rules; ///< Rules of the transport.
    bool m_measured{false};  ///< There is a sample.
    double m_estimate{0};    ///< Estimate of the round trip, ns.
    double m_deviation{0};   ///< Mean deviation from the estimate, ns.
};

} // namespace ns3::net8

#endif // NET8_LAN_RTO_H
