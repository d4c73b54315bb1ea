// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_FLOW_TABLE_H
#define NET8_TCP_FLOW_TABLE_H

#include "net8-tcp-flow.h"

#include "ns3/ptr.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>

namespace ns3::net8
{

class Net8TcpFlowSocket;

/**
 * @ingroup net8
 * The sockets of a host that run the TCP machine, by connection. The table keeps them alive.
 */
class Net8TcpFlowTable
{
  public:
    Net8TcpFlowTable();
    Net8TcpFlowTable(const Net8TcpFlowTable&) = delete;
    Net8TcpFlowTable& operator=(const Net8TcpFlowTable&) = delete;
    ~Net8TcpFlowTable();

    /**
     * Add a socket.
     *
     * @param socket a socket with a connection
     * @return whether the connection was not in the table yet
     */
    bool Add(const Ptr<Net8TcpFlowSocket>& socket);

    /**
     * Remove a connection.
     *
     * @param flow a connection that is in the table
     */
    void Remove(const Net8TcpFlow& flow);

    /**
     * @param flow a connection
     * @return its socket; null if there is none
     */
    Ptr<Net8TcpFlowSocket> Find(const Net8TcpFlow& flow) const;

    /**
     * @param port a port of this end
     * @return whether a connection uses it
     */
    bool HasPort(uint16_t port) const
    {
        const auto block = m_ports.find(port / BLOCK);
        return block != m_ports.end() && block->second.used[port % BLOCK] > 0;
    }

    /// @return number of connections
    std::size_t GetSize() const
    {
        return m_sockets.size();
    }

    /// Notify all sockets that the node is gone, and release them.
    void Clear();

  private:
    /// Ports of a block. They are used one after the other.
    static constexpr uint16_t BLOCK = 16;

    /// A block of ports.
    struct Ports
    {
        std::array<uint32_t, BLOCK> used{}; ///< Connections that use each.
        uint32_t all{0};                    ///< Connections that use any of them.
    };

    /// Hashes a socket by the connection it knows: saves 48 bytes per socket compared to a separate
    /// key.
    struct Hash : Net8TcpFlowHash
    {
        /// Allows look-up by connection.
        using is_transparent = void;
        using Net8TcpFlowHash::operator();

        /**
         * @param socket a socket
         * @return the hash of its connection
         */
        std::size_t operator()(const Ptr<Net8TcpFlowSocket>& socket) const;
    };

    /// Compares sockets by their connections.
    struct Equal
    {
        /// Allows look-up by connection.
        using is_transparent = void;

        /**
         * @param one a socket
         * @param other another one
         * @return whether they have the same connection
         */
        bool operator()(const Ptr<Net8TcpFlowSocket>& one,
                        const Ptr<Net8TcpFlowSocket>& other) const;

        /**
         * @param flow a connection
         * @param socket a socket
         * @return whether this is its connection
         */
        bool operator()(const Net8TcpFlow& flow, const Ptr<Net8TcpFlowSocket>& socket) const;
    };

    // Iterated only to end all.
    std::unordered_set<Ptr<Net8TcpFlowSocket>, Hash, Equal> m_sockets; ///< The sockets.
    std::map<uint16_t, Ports> m_ports; ///< Ports of this end, by the number of their block.
    mutable Net8TcpFlowSocket* m_last{nullptr}; ///< The one that was found last, one of them.
};

} // namespace ns3::net8

#endif // NET8_TCP_FLOW_TABLE_H
