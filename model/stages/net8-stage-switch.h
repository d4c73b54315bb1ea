// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STAGE_SWITCH_H
#define NET8_STAGE_SWITCH_H

#include "ns3/net8-stage-node.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A switch that computes the hops of packets. It learns addresses like ns-3's BridgeNetDevice,
 * which handles the other frames: those to groups, and those to addresses that are unknown or have
 * expired after ExpirationTime.
 */
class Net8StageSwitch : public Net8StageNode
{
  public:
    /**
     * @param clock schedules arrivals in the whole network
     * @param expiry ExpirationTime of its bridge
     */
    Net8StageSwitch(const Ptr<Net8StageClock>& clock, Time expiry);
    ~Net8StageSwitch() override;

    bool Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame) override;

  private:
    /// Where an address was seen.
    struct Place
    {
        Net8EthernetNetDevice* port{nullptr}; ///< The port; null: not seen yet.
        Net8StageClock::Nanos expires{0};     ///< When it expires.
    };

    /// An address that was looked up.
    struct Last
    {
        uint64_t address{0};   ///< The address as a number.
        Place* place{nullptr}; ///< Its place; null: none was looked up.
    };

    /**
     * @param address an address
     * @return where it was seen
     */
    Place& Find(const Mac48Address& address);

    Net8StageClock::Nanos m_expiry;              ///< How long an address is valid.
    std::unordered_map<uint64_t, Place> m_known; ///< Places by address.
    std::array<Last, 2> m_last;                  ///< The last ones, as those of a dialogue.
};

} // namespace ns3::net8

#endif /* NET8_STAGE_SWITCH_H */
