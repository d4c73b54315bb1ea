// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SCRIPTED_PEER_H
#define NET8_SCRIPTED_PEER_H

#include "ns3/net8-path.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

namespace ns3::net8::test
{

/**
 * @ingroup net8-test
 * A peer that follows a script: one write each time bytes arrive, then it closes.
 */
class ScriptedPeer
{
  public:
    /// Bytes of one write.
    using Bytes = std::vector<uint8_t>;

    /// Port of the listener.
    static constexpr uint16_t PORT = 1521;
    /// MARKER that requests a break of the call.
    static inline const Bytes BREAK{0, 11, 0, 0, 12, 0, 0, 0, 1, 0, 1};

    /**
     * @param script writes, one for each time that bytes arrive
     * @param closes whether it closes after the last write
     */
    ScriptedPeer(std::vector<Bytes> script, bool closes);

    /**
     * @param node the node to listen on
     */
    void Listen(Ptr<Node> node);

    /**
     * @param node the node to connect from
     * @param remote address to connect to; the first write follows at once
     */
    void Connect(Ptr<Node> node, const Address& remote);

  private:
    /**
     * @param socket a new connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * @param socket a connection with bytes to read
     */
    void HandleRead(Ptr<Socket> socket);

    /**
     * @param socket a connection
     */
    void SendNext(Ptr<Socket> socket);

    std::vector<Bytes> m_script; ///< Writes.
    bool m_closes;               ///< Whether it closes after the last write.
    std::size_t m_next{0};       ///< Index of the next write.
    Ptr<Socket> m_socket;        ///< The listening or connecting socket.
};

/**
 * @ingroup net8-test
 * @return a LAN with one client host
 */
Ptr<Net8Path> MakeLan();

} // namespace ns3::net8::test

#endif // NET8_SCRIPTED_PEER_H
