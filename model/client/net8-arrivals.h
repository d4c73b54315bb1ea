// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ARRIVALS_H
#define NET8_ARRIVALS_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How many clients a group has, on how many hosts, and when each of them starts.
 *
 * The random stream is a fixed one for each group, far from those that other objects get: the same
 * clients arrive at the same times whatever else a plan says.
 */
class Net8Arrivals : public Object
{
  public:
    /**
     * When clients arrive.
     */
    enum class Kind : uint8_t
    {
        SPACED,  ///< StartSpacing apart.
        BATCH,   ///< All at once.
        POISSON, ///< At ArrivalRate, with exponential times between them.
        FILE     ///< At given times.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Arrivals();
    ~Net8Arrivals() override;

    /**
     * @param times times after Start, one for each client, in any order
     */
    void SetTimes(std::vector<Time> times);

    /**
     * @return number of clients
     */
    uint32_t GetCount() const;

    /**
     * @return number of hosts: Hosts, or one for each client
     */
    uint32_t GetHosts() const;

    /**
     * @return site of its hosts in the network; empty: the only one
     */
    const std::string& GetSite() const;

    /**
     * @param group number of the group; each has a random stream of its own
     * @return when each client starts, in rising order
     */
    std::vector<Time> Draw(uint32_t group) const;

  private:
    /**
     * @param group number of the group
     * @return times of Poisson arrivals, counted from 0
     */
    std::vector<Time> DrawPoisson(uint32_t group) const;

    uint32_t m_count{1};       ///< Number of clients.
    std::string m_site;        ///< Site of its hosts; empty: the only one.
    uint32_t m_hosts{0};       ///< Number of hosts; 0: one for each client.
    Time m_start;              ///< When the first client starts at the earliest.
    Time m_startSpacing;       ///< Between two clients.
    Kind m_kind{Kind::SPACED}; ///< When they arrive.
    double m_rate{1};          ///< Arrivals per second.
    std::vector<Time> m_times; ///< Given times.
};

} // namespace ns3::net8

#endif /* NET8_ARRIVALS_H */
