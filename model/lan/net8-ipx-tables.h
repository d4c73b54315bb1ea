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
 * What a router of IPX knows of networks and services, and what it tells of them.
 *
 * It learns from RIP and SAP by distance: of two ways the one with fewer routers, and from where it
 * has an entry whatever that says next. What is not heard for three periods is forgotten (HPN). It
 * tells nothing on the network from which it has it (split horizon). Its own networks, and those
 * that it is told of for good, are never forgotten.
 */
class IpxTables
{
  public:
    /// Time since the start.
    using Time = std::chrono::nanoseconds;

    static constexpr Time KEPT = std::chrono::seconds(180); ///< Three periods of RIP or SAP.
    static constexpr uint16_t FAR = 16;                     ///< Routers that are too many.

    /**
     * Know a network for good.
     *
     * @param network the network
     * @param port where it is
     * @param hops as it is told: 1 for a network of the router itself
     */
    void AddNetwork(uint32_t network, uint32_t port, uint16_t hops);

    /**
     * @param port where it came in
     * @param message a message of RIP
     * @param now the time
     * @return whether a response told something new
     */
    bool Hear(uint32_t port, const RipMessage& message, Time now);

    /**
     * @param port where it came in
     * @param message a message of SAP
     * @param now the time
     * @return whether a response told something new
     */
    bool Hear(uint32_t port, const SapMessage& message, Time now);

    /**
     * @param port a port
     * @param now the time
     * @return networks to be told there, by number
     */
    std::vector<RipEntry> GetNetworks(uint32_t port, Time now) const;

    /**
     * @param port a port
     * @param now the time
     * @return services to be told there, by type and name
     */
    std::vector<SapEntry> GetServices(uint32_t port, Time now) const;

  private:
    /// What is known of one thing.
    template <typename Entry>
    struct Known
    {
        Entry entry{};       ///< As it is told.
        uint32_t port{0};    ///< From where it is known.
        Time heard{0};       ///< When it was heard last.
        bool forGood{false}; ///< It is not forgotten.

        /**
         * @param now the time
         * @return whether it is known still
         */
        bool IsThere(Time now) const
        {
            return forGood || now - heard < KEPT;
        }
    };

    /// Type and name of a service.
    using Service = std::pair<uint16_t, std::array<uint8_t, 48>>;

    /**
     * @tparam Key what names a thing
     * @tparam Entry what is told of it
     * @param table what is known
     * @param key the thing
     * @param heard what was heard of it
     * @return whether it is new
     */
    template <typename Key, typename Entry>
    static bool Learn(std::map<Key, Known<Entry>>& table,
                      const Key& key,
                      const Known<Entry>& heard);

    /**
     * @tparam Key what names a thing
     * @tparam Entry what is told of it
     * @param table what is known
     * @param port a port
     * @param now the time
     * @return what is to be told there
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
