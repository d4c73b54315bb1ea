// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_VARIATION_H
#define NET8_VARIATION_H

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What differs between real runs of one experiment although nobody changed anything: how far the
 * timers of each host are into their tick, when exactly each session begins, and how long a host
 * takes for a frame. Where sessions compete for a queue, such trifles decide which of them loses
 * packets; without them, runs with other random numbers are equal in every bit.
 *
 * A session that has the network for itself takes the same time in all runs: nothing is varied for
 * it, unless it is asked for.
 */
class Net8Variation : public Object
{
  public:
    /// When things are varied.
    enum class When : uint8_t
    {
        COMPETING, ///< Where there is more than one session, or bulk traffic (`competing`).
        ALWAYS,    ///< Always (`always`).
        NEVER,     ///< Never (`never`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Variation();
    ~Net8Variation() override;

    /**
     * Decide whether things are varied. Must be called before the other functions.
     *
     * @param competing whether more than one session or flow uses the network
     */
    void Decide(bool competing);

    /**
     * Vary a host with a TCP profile. Must be called before its streams are assigned.
     *
     * @param host the host
     * @param stream number of its random streams
     */
    void ApplyTo(const Ptr<Node>& host, int64_t stream) const;

    /**
     * Vary times at which sessions or flows begin.
     *
     * @param[in,out] starts times, each of which is moved back by up to StartSpread
     * @param stream number of their random streams
     */
    void Spread(std::vector<Time>& starts, int64_t stream) const;

  private:
    When m_when{When::COMPETING}; ///< When things are varied.
    bool m_timerPhase{true};      ///< The phase of timers is.
    Time m_startSpread;           ///< Longest delay of a start.
    Time m_frameTime;             ///< Longest time of a host for a frame.
    bool m_on{false};             ///< Things are varied.
};

} // namespace ns3::net8

#endif /* NET8_VARIATION_H */
