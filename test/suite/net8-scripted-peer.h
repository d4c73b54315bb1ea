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
 * Says what it was told to say: one write for each thing that it hears, then it closes.
 */
class ScriptedPeer
{
  public:
    /// Bytes of one write.
    using Bytes = std::vector<uint8_t>;

    /// Where the listener is.
    static constexpr uint16_t PORT = 1521;
    /// MARKER that asks to stop the call.
    static inline const Bytes BREAK{0, 11, 0, 0, 12, 0, 0, 0, 1, 0, 1};

    /**
     * @param script writes, one for each time that bytes arrive
     * @param closes whether it closes after the last write
     */
    ScriptedPeer(std::vector<Bytes> script, bool closes);

    /**
     * @param node where to listen
     */
    void Listen(Ptr<Node> node);

    /**
     * @param node where to connect from
     * @param remote where to; the first write follows at once
     */
    void Connect(Ptr<Node> node, const Address& remote);

  private:
    /**
     * @param socket a new connection
     * @param from who connected
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
    bool m_closes;               ///< Close after the last one.
    std::size_t m_next{0};       ///< Next of them.
    Ptr<Socket> m_socket;        ///< Listens or connects.
};

/**
 * @ingroup net8-test
 * @return a LAN with one client host
 */
Ptr<Net8Path> MakeLan();

} // namespace ns3::net8::test

#endif // NET8_SCRIPTED_PEER_H
