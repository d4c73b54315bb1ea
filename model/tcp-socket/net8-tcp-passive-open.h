// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PASSIVE_OPEN_H
#define NET8_TCP_PASSIVE_OPEN_H

#include "net8-tcp-flow.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-tcp-listener.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <memory>

namespace ns3::net8
{

class Net8TcpFlowSocket;

/**
 * @ingroup net8
 * The listening part of a socket: the listener of the machine, and the peers of its half-open
 * connections.
 *
 * Their number is not limited: beyond its own limit, Linux answers with syncookies. Connections
 * that wait for the application are counted by Net8TcpBacklog, if there is one.
 */
class Net8TcpPassiveOpen : public TcpListenerHost
{
  public:
    /**
     * @param socket the listening socket, which owns this object
     */
    explicit Net8TcpPassiveOpen(Net8TcpFlowSocket& socket);

    /**
     * Receive a segment that belongs to no connection.
     *
     * @param packet the segment, header included
     * @param flow its addresses and ports
     * @param ecn ECN codepoint of its IP header
     */
    void Receive(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn);

    // Inherited
    uint32_t MakeIsn(uint64_t peer) override;
    bool TransmitTo(uint64_t peer, const TcpSegment& segment) override;
    TcpOutput& MakeOutput(uint64_t peer) override;
    void TakeConnection(uint64_t peer, std::unique_ptr<TcpConnection> connection) override;
    Admission Admit() override;
    void ForgetPeer(uint64_t peer) override;

  private:
    /// A peer that asks for a connection.
    struct Peer
    {
        Net8TcpFlow flow;     ///< The connection.
        uint32_t iss{0};      ///< Initial sequence number of this end.
        uint32_t irs{0};      ///< Initial sequence number of the peer.
        bool answered{false}; ///< Its SYN was accepted.
    };

    /**
     * @param flow a connection
     * @param segment a segment of it
     * @return number of its peer
     */
    uint64_t FindPeer(const Net8TcpFlow& flow, const TcpSegment& segment);

    /// Handle the deadline.
    void HandleDeadline();

    Net8TcpFlowSocket& m_socket;               ///< The listening socket.
    TcpListener m_listener;                    ///< The listener of the machine.
    std::map<Net8TcpFlow, uint64_t> m_numbers; ///< Numbers of the peers.
    std::map<uint64_t, Peer> m_peers;          ///< Peers by number.
    uint64_t m_next{0};                        ///< The next number.
    Ptr<Net8TcpFlowSocket> m_accepted;         ///< Socket of the connection just opened.
    Net8Deadline m_deadline;                   ///< Next retransmission of a SYN-ACK.
};

} // namespace ns3::net8

#endif // NET8_TCP_PASSIVE_OPEN_H
