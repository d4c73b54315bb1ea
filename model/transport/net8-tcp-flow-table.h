// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_FLOW_TABLE_H
#define NET8_TCP_FLOW_TABLE_H

#include "net8-tcp-flow.h"

#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace ns3::net8
{

class Net8TcpFlowSocket;

/**
 * @ingroup net8
 * The sockets of a host that run the TCP machine, by their connections. It keeps them alive.
 */
class Net8TcpFlowTable
{
  public:
    Net8TcpFlowTable();
    Net8TcpFlowTable(const Net8TcpFlowTable&) = delete;
    Net8TcpFlowTable& operator=(const Net8TcpFlowTable&) = delete;
    ~Net8TcpFlowTable();

    /**
     * @param socket a socket with a connection
     * @return whether the connection was not there yet
     */
    bool Add(const Ptr<Net8TcpFlowSocket>& socket);

    /**
     * @param flow a connection that is there
     */
    void Remove(const Net8TcpFlow& flow);

    /**
     * @param flow a connection
     * @return its socket; null if there is none
     */
    Ptr<Net8TcpFlowSocket> Find(const Net8TcpFlow& flow) const;

    /**
     * @param port a port of this end
     * @return whether a connection has it
     */
    bool HasPort(uint16_t port) const
    {
        return m_ports.contains(port);
    }

    /// @return connections in it
    std::size_t GetSize() const
    {
        return m_sockets.size();
    }

    /// The node is gone: tell all sockets, and let them go.
    void Clear();

  private:
    /// Hashes a socket as its connection, which it knows: 48 bytes less for each than with a key.
    struct Hash : Net8TcpFlowHash
    {
        /// Connections are looked for as well.
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
        /// Connections are looked for as well.
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
         * @return whether that is its connection
         */
        bool operator()(const Net8TcpFlow& flow, const Ptr<Net8TcpFlowSocket>& socket) const;
    };

    // Walked only to end all.
    std::unordered_set<Ptr<Net8TcpFlowSocket>, Hash, Equal> m_sockets; ///< The sockets.
    std::unordered_map<uint16_t, uint32_t> m_ports; ///< Connections by port of this end.
};

} // namespace ns3::net8

#endif // NET8_TCP_FLOW_TABLE_H
