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
 * The number of clients in a group, the number of their hosts, and the start time of each client.
 *
 * Each group uses a fixed random stream far from those assigned to other objects, so the same
 * clients arrive at the same times whatever else a plan contains.
 */
class Net8Arrivals : public Object
{
  public:
    /**
     * How arrivals are distributed in time.
     */
    enum class Kind : uint8_t
    {
        SPACED,  ///< At intervals of StartSpacing.
        BATCH,   ///< All at once.
        POISSON, ///< At ArrivalRate, with exponentially distributed intervals.
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
     * Set the times for Kind::FILE.
     *
     * @param times times after Start, one per client, in any order
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
     * @return site of its hosts in the network; empty: the only site
     */
    const std::string& GetSite() const;

    /**
     * Draw the start times.
     *
     * @param stream number of the stream to draw from
     * @return start time of each client, in ascending order
     */
    std::vector<Time> Draw(int64_t stream) const;

  private:
    /**
     * @param stream number of the stream to draw from
     * @return Poisson arrival times, counted from 0
     */
    std::vector<Time> DrawPoisson(int64_t stream) const;

    uint32_t m_count{1};       ///< Number of clients.
    std::string m_site;        ///< Site of its hosts; empty: the only site.
    uint32_t m_hosts{0};       ///< Number of hosts; 0: one per client.
    Time m_start;              ///< Earliest start of the first client.
    Time m_startSpacing;       ///< Interval between two starts.
    Kind m_kind{Kind::SPACED}; ///< Distribution of the arrivals.
    double m_rate{1};          ///< Arrivals per second.
    std::vector<Time> m_times; ///< Times of Kind::FILE.
};

} // namespace ns3::net8

#endif /* NET8_ARRIVALS_H */
