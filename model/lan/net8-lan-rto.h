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
     * @param rules how it is made; must outlive it
     */
    explicit LanRto(const LanRules& rules)
        : m_rules(rules)
    {
    }

    /**
     * @param roundTrip a round trip of a packet that was sent once, ns
     */
    void Measure(LanTime roundTrip);

    /**
     * @param transmissions how often the packet was sent, at least 1
     * @return how long to wait for its acknowledgement, ns
     */
    LanTime Get(uint32_t transmissions) const;

  private:
    const LanRules& m_rules; ///< How it is made.
    bool m_measured{false};  ///< There was a round trip.
    double m_estimate{0};    ///< Of the round trip, ns.
    double m_deviation{0};   ///< Mean deviation from it, ns.
};

} // namespace ns3::net8

#endif // NET8_LAN_RTO_H
