// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_LIMITS_H
#define NET8_LISTENER_LIMITS_H

#include "net8-end-point.h"

#include "ns3/net8-rate-limits.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How many connections a listener takes: in a second of the clock, and at once.
 */
class Net8ListenerLimits : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ListenerLimits();
    ~Net8ListenerLimits() override;

    /**
     * Read what end points say.
     *
     * @param endPoints all end points, by number
     * @return what is wrong
     */
    TextError Configure(const std::vector<Ptr<Net8EndPoint>>& endPoints);

    /**
     * Take the next place of an end point.
     *
     * @param endPoint number of the end point
     * @return when the connection may be taken
     */
    Time GetRelease(uint32_t endPoint);

    /**
     * @return connections that their end point's limit has made wait
     */
    uint64_t GetDelayed() const;

    /**
     * @param connections connections that are with the listener
     * @return whether it may take one more
     */
    bool HasRoom(std::size_t connections) const;

  private:
    uint32_t m_rate{0};                   ///< CONNECTION_RATE, connections per second; 0: none.
    Net8RateLimits::Scope m_scope{};      ///< What it counts.
    Net8RateLimiter::Release m_release{}; ///< When connections beyond a limit are taken.
    uint32_t m_most{0};                   ///< MAX_ALL_CONNECTIONS.
    Net8RateLimits m_limits;              ///< Limits of the end points.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_LIMITS_H */
