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
 * Limits on the connections that a listener takes, per second and at one time.
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
     * Read the rate limits of the end points.
     *
     * @param endPoints all end points, by number
     * @return the error, or an empty TextError if there is none
     */
    TextError Configure(const std::vector<Ptr<Net8EndPoint>>& endPoints);

    /**
     * Reserve the next place of an end point.
     *
     * @param endPoint number of the end point
     * @return when the connection may be accepted
     */
    Time GetRelease(uint32_t endPoint);

    /**
     * @return connections that were delayed by the limit of their end point
     */
    uint64_t GetDelayed() const;

    /**
     * @param connections connections that the listener has accepted and not handed over or refused
     * @return whether it may take one more
     */
    bool HasRoom(std::size_t connections) const;

  private:
    uint32_t m_rate{0};                   ///< CONNECTION_RATE, connections per second; 0: none.
    Net8RateLimits::Scope m_scope{};      ///< What the rate counts.
    Net8RateLimiter::Release m_release{}; ///< When connections beyond a limit are accepted.
    uint32_t m_most{0};                   ///< MAX_ALL_CONNECTIONS.
    Net8RateLimits m_limits;              ///< Limits of the end points.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_LIMITS_H */
