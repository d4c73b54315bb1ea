// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_DIRECTORY_H
#define NET8_LAN_DIRECTORY_H

#include "ns3/ipv4-address.h"
#include "ns3/net8-lan-reader.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The hosts of a LAN that does not use IP: maps their IPv4 addresses, which still name them in the
 * simulator, to what the transport needs. It stands for a bindery, or for DECnet's node database,
 * that every host has: a look-up costs no packet.
 */
class Net8LanDirectory : public SimpleRefCount<Net8LanDirectory>
{
  public:
    /// A host.
    struct Station
    {
        LanAddress address{}; ///< Address of its device.
        uint16_t node{0};     ///< DECnet node number; 0: none.
        uint32_t network{0};  ///< Network that it is on; 0: there is only one.
    };

    /**
     * Add a host.
     *
     * @param name IPv4 address of the host
     * @param station the host
     */
    void Add(Ipv4Address name, const Station& station)
    {
        m_stations[name.Get()] = station;
        m_names[station.address] = name;
    }

    /**
     * @param name IPv4 address of a host
     * @return the host; nothing if there is none
     */
    std::optional<Station> Find(Ipv4Address name) const
    {
        const auto found = m_stations.find(name.Get());
        return found == m_stations.end() ? std::nullopt : std::optional(found->second);
    }

    /**
     * @param address address of a device
     * @return IPv4 address of its host; 0.0.0.0 if there is none
     */
    Ipv4Address FindName(const LanAddress& address) const
    {
        const auto found = m_names.find(address);
        return found == m_names.end() ? Ipv4Address::GetAny() : found->second;
    }

    /**
     * @param address address of a device
     * @return network of its host; 0: there is only one, or no such host
     */
    uint32_t FindNetwork(const LanAddress& address) const
    {
        const auto station = Find(FindName(address));
        return station ? station->network : 0;
    }

    /// @return hosts by IPv4 address
    const std::map<uint32_t, Station>& GetStations() const
    {
        return m_stations;
    }

    /// @return number of hosts
    uint32_t GetN() const
    {
        return static_cast<uint32_t>(m_stations.size());
    }

  private:
    std::map<uint32_t, Station> m_stations;    ///< Hosts by IPv4 address.
    std::map<LanAddress, Ipv4Address> m_names; ///< IPv4 addresses by address of the device.
};

} // namespace ns3::net8

#endif // NET8_LAN_DIRECTORY_H
