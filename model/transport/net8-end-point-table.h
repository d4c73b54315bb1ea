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
 * The end points of TCP connections, found by the addresses and ports of both ends in a time that
 * does not depend on their number.
 *
 * An end point that is added belongs to the table and stays until its token goes. Whoever adds it
 * keeps the token in the destroy callback of the end point: every way in which ns-3 gives an end
 * point up takes that callback away first. As ns-3 is then still at work on it, it is deleted
 * later, by Sweep.
 *
 * @tparam EndPoint ns3::Ipv4EndPoint or ns3::Ipv6EndPoint
 */
template <typename EndPoint>
class Net8EndPointTable
{
  public:
    /// Address of IPv4 or IPv6.
    using IpAddress = decltype(std::declval<EndPoint>().GetLocalAddress());
    /// Keeps an end point in the table.
    using Token = std::shared_ptr<EndPoint>;

    Net8EndPointTable() = default;
    // The tokens know where the table is.
    Net8EndPointTable(const Net8EndPointTable&) = delete;
    Net8EndPointTable& operator=(const Net8EndPointTable&) = delete;

    ~Net8EndPointTable()
    {
        Clear();
    }

    /**
     * @param local address of this end
     * @param localPort port of this end
     * @param peer address of the other end
     * @param peerPort port of the other end
     * @return the end point of the connection, null if there is none
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
     * @return true if the table has it
     */
    bool Has(const EndPoint& endPoint) const
    {
        const auto found = m_endPoints.find(MakeKey(endPoint));
        return found != m_endPoints.end() && found->second == &endPoint;
    }

    /**
     * Take an end point over. Its addresses and ports must not change from now on, and there must
     * be none with the same.
     *
     * @param endPoint an end point of a connection
     * @return what keeps it in the table
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
     * @return true if a connection has it
     */
    bool HasPort(uint16_t port) const
    {
        return m_ports.contains(port);
    }

    /**
     * @param local an address of this end
     * @param port a port of this end
     * @return true if a connection has them
     */
    bool HasLocal(const IpAddress& local, uint16_t port) const
    {
        // Only who binds to one address and one port asks, which no client does.
        return HasPort(port) && std::ranges::any_of(m_endPoints, [&](const auto& entry) {
                   return entry.second->GetLocalPort() == port &&
                          entry.second->GetLocalAddress() == local;
               });
    }

    /**
     * Delete the end points that were given up.
     */
    void Sweep()
    {
        m_removed.clear();
    }

    /**
     * Delete all end points, which tells their sockets.
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
     * @return end points of connections
     */
    std::size_t GetSize() const
    {
        return m_endPoints.size();
    }

  private:
    /// Bytes of an address.
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
     * @return all of them
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
     * @return its addresses and ports
     */
    static Key MakeKey(const EndPoint& endPoint)
    {
        return MakeKey(endPoint.GetLocalAddress(),
                       endPoint.GetLocalPort(),
                       endPoint.GetPeerAddress(),
                       endPoint.GetPeerPort());
    }

    /**
     * @param endPoint an end point whose token is gone
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

    // Walked only to ask whether any end point is so, and to end all.
    std::unordered_map<Key, EndPoint*, Hash> m_endPoints; ///< The end points.
    std::unordered_map<uint16_t, uint32_t> m_ports;       ///< Connections by port of this end.
    std::vector<std::unique_ptr<EndPoint>> m_removed;     ///< Given up, not yet deleted.
    bool m_clearing{false};                               ///< The end points are being deleted.
};

} // namespace ns3::net8

#endif /* NET8_END_POINT_TABLE_H */
