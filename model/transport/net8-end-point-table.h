// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_END_POINT_TABLE_H
#define NET8_END_POINT_TABLE_H

#include "ns3/assert.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The end points of TCP connections, looked up by the addresses and ports of both ends in a time
 * that does not depend on their number.
 *
 * An end point that is added belongs to the table and stays until its token is destroyed. The
 * caller keeps the token in the destroy callback of the end point, because ns-3 always removes that
 * callback first when it gives an end point up. As ns-3 is still using the end point at that time,
 * it is deleted later, by Sweep.
 *
 * @tparam EndPoint ns3::Ipv4EndPoint or ns3::Ipv6EndPoint
 */
template <typename EndPoint>
class Net8EndPointTable
{
  public:
    /// IPv4 or IPv6 address.
    using IpAddress = decltype(std::declval<EndPoint>().GetLocalAddress());
    /// Keeps an end point in the table.
    using Token = std::shared_ptr<EndPoint>;

    Net8EndPointTable() = default;
    // Not copyable: the tokens hold a pointer to the table.
    Net8EndPointTable(const Net8EndPointTable&) = delete;
    Net8EndPointTable& operator=(const Net8EndPointTable&) = delete;

    ~Net8EndPointTable()
    {
        Clear();
    }

    /**
     * Find the end point of a connection.
     *
     * @param local address of this end
     * @param localPort port of this end
     * @param peer address of the other end
     * @param peerPort port of the other end
     * @return the end point; null if there is none
     */
    EndPoint* Find(const IpAddress& local,
                   uint16_t localPort,
                   const IpAddress& peer,
                   uint16_t peerPort) const
    {
        const auto found = m_endPoints.find(MakeKey(local, localPort, peer, peerPort));
        return found == m_endPoints.end() ? nullptr : found->second;
    }

    /**
     * @param endPoint an end point
     * @return true if it is in the table
     */
    bool Has(const EndPoint& endPoint) const
    {
        const auto found = m_endPoints.find(MakeKey(endPoint));
        return found != m_endPoints.end() && found->second == &endPoint;
    }

    /**
     * Add an end point. Its addresses and ports must not change from now on, and must differ from
     * those in the table.
     *
     * @param endPoint end point of a connection
     * @return token that keeps it in the table
     */
    Token Add(std::unique_ptr<EndPoint> endPoint)
    {
        EndPoint* added = endPoint.release();
        const bool isNew = m_endPoints.emplace(MakeKey(*added), added).second;
        NS_ASSERT_MSG(isNew, "Two end points of one connection");
        ++m_ports[added->GetLocalPort()];
        return Token(added, [this](EndPoint* gone) { Remove(gone); });
    }

    /**
     * @param port a port of this end
     * @return true if a connection uses it
     */
    bool HasPort(uint16_t port) const
    {
        return m_ports.contains(port);
    }

    /**
     * @param local an address of this end
     * @param port a port of this end
     * @return true if a connection uses both
     */
    bool HasLocal(const IpAddress& local, uint16_t port) const
    {
        // Asked only when a socket binds to one address and one port, which clients do not do.
        return HasPort(port) && std::ranges::any_of(m_endPoints, [&](const auto& entry) {
                   return entry.second->GetLocalPort() == port &&
                          entry.second->GetLocalAddress() == local;
               });
    }

    /**
     * Delete the end points that ns-3 gave up.
     */
    void Sweep()
    {
        m_removed.clear();
    }

    /**
     * Delete all end points, which notifies their sockets.
     */
    void Clear()
    {
        m_clearing = true;
        while (!m_endPoints.empty())
        {
            delete m_endPoints.begin()->second;
        }
        m_clearing = false;
        Sweep();
    }

    /**
     * @return number of end points
     */
    std::size_t GetSize() const
    {
        return m_endPoints.size();
    }

  private:
    /// Length of an address, bytes.
    static constexpr std::size_t ADDRESS = sizeof(IpAddress) < 16 ? 4 : 16;
    /// Addresses and ports of both ends.
    using Key = std::array<uint8_t, 2 * (ADDRESS + 2)>;

    /// Hashes a Key.
    struct Hash
    {
        /**
         * @param key a key
         * @return its hash
         */
        std::size_t operator()(const Key& key) const
        {
            return std::hash<std::string_view>{}(
                {reinterpret_cast<const char*>(key.data()), key.size()});
        }
    };

    /**
     * @param local address of this end
     * @param localPort port of this end
     * @param peer address of the other end
     * @param peerPort port of the other end
     * @return the key made of them
     */
    static Key MakeKey(const IpAddress& local,
                       uint16_t localPort,
                       const IpAddress& peer,
                       uint16_t peerPort)
    {
        Key key;
        local.Serialize(key.data());
        peer.Serialize(key.data() + ADDRESS);
        key[2 * ADDRESS] = localPort >> 8;
        key[2 * ADDRESS + 1] = localPort & 0xff;
        key[2 * ADDRESS + 2] = peerPort >> 8;
        key[2 * ADDRESS + 3] = peerPort & 0xff;
        return key;
    }

    /**
     * @param endPoint an end point
     * @return its key
     */
    static Key MakeKey(const EndPoint& endPoint)
    {
        return MakeKey(endPoint.GetLocalAddress(),
                       endPoint.GetLocalPort(),
                       endPoint.GetPeerAddress(),
                       endPoint.GetPeerPort());
    }

    /**
     * Remove an end point from the table.
     *
     * @param endPoint the end point, whose token is gone
     */
    void Remove(EndPoint* endPoint)
    {
        m_endPoints.erase(MakeKey(*endPoint));
        const auto port = m_ports.find(endPoint->GetLocalPort());
        if (--port->second == 0)
        {
            m_ports.erase(port);
        }
        if (!m_clearing)
        {
            m_removed.emplace_back(endPoint);
        }
    }

    // Iterated only to ask whether any end point matches, and to end all.
    std::unordered_map<Key, EndPoint*, Hash> m_endPoints; ///< The end points.
    std::unordered_map<uint16_t, uint32_t> m_ports;       ///< Connections by port of this end.
    std::vector<std::unique_ptr<EndPoint>> m_removed;     ///< Removed, but not deleted yet.
    bool m_clearing{false};                               ///< Clear is running.
};

} // namespace ns3::net8

#endif /* NET8_END_POINT_TABLE_H */
