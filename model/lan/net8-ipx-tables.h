// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IPX_TABLES_H
#define NET8_IPX_TABLES_H

#include "net8-rip-message.h"
#include "net8-sap-message.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The routing and service tables of an IPX router, and what it announces.
 *
 * It learns from RIP and SAP by distance: of two routes it uses the one with fewer routers, and it
 * always accepts updates from the source of an entry. Entries not heard for three periods expire
 * (HPN). It does not announce an entry on the network from which it was learned (split horizon).
 * Its own networks and permanent entries never expire.
 */
class IpxTables
{
  public:
    /// Time since the start.
    using Time = std::chrono::nanoseconds;

    static constexpr Time KEPT = std::chrono::seconds(180); ///< Three periods of RIP or SAP.
    static constexpr uint16_t FAR = 16;                     ///< Hop count that means unreachable.

    /**
     * Add a permanent network.
     *
     * @param network the network
     * @param port port that leads to it
     * @param hops hop count as announced: 1 for a network of the router itself
     */
    void AddNetwork(uint32_t network, uint32_t port, uint16_t hops);

    /**
     * Learn from a RIP message.
     *
     * @param port port on which it arrived
     * @param message the message
     * @param now current simulation time
     * @return whether it was a response with new information
     */
    bool Hear(uint32_t port, const RipMessage& message, Time now);

    /**
     * Learn from a SAP message.
     *
     * @param port port on which it arrived
     * @param message the message
     * @param now current simulation time
     * @return whether it was a response with new information
     */
    bool Hear(uint32_t port, const SapMessage& message, Time now);

    /**
     * Get the networks to announce.
     *
     * @param port port for the announcement
     * @param now current simulation time
     * @return the networks, by number
     */
    std::vector<RipEntry> GetNetworks(uint32_t port, Time now) const;

    /**
     * Get the services to announce.
     *
     * @param port port for the announcement
     * @param now current simulation time
     * @return the services, by type and name
     */
    std::vector<SapEntry> GetServices(uint32_t port, Time now) const;

  private:
    /// A table entry.
    template <typename Entry>
    struct Known
    {
        Entry entry{};       ///< As announced.
        uint32_t port{0};    ///< Port from which it was learned.
        Time heard{0};       ///< When it was heard last.
        bool forGood{false}; ///< It never expires.

        /**
         * Check whether the entry is valid.
         *
         * @param now current simulation time
         * @return whether it has not expired
         */
        bool IsThere(Time now) const
        {
            return forGood || now - heard < KEPT;
        }
    };

    /// Type and name of a service.
    using Service = std::pair<uint16_t, std::array<uint8_t, 48>>;

    /**
     * Learn an entry.
     *
     * @tparam Key key of the table
     * @tparam Entry type of an announced entry
     * @param table the table
     * @param key key of the entry
     * @param heard the entry as received
     * @return whether it is new information
     */
    template <typename Key, typename Entry>
    static bool Learn(std::map<Key, Known<Entry>>& table,
                      const Key& key,
                      const Known<Entry>& heard);

    /**
     * Get the entries to announce.
     *
     * @tparam Key key of the table
     * @tparam Entry type of an announced entry
     * @param table the table
     * @param port port for the announcement
     * @param now current simulation time
     * @return the entries
     */
    template <typename Key, typename Entry>
    static std::vector<Entry> Tell(const std::map<Key, Known<Entry>>& table,
                                   uint32_t port,
                                   Time now);

    std::map<uint32_t, Known<RipEntry>> m_networks; ///< Networks.
    std::map<Service, Known<SapEntry>> m_services;  ///< Services.
};

} // namespace ns3::net8

#endif // NET8_IPX_TABLES_H
