// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PASSIVE_OPEN_H
#define NET8_TCP_PASSIVE_OPEN_H

#include "net8-deadline.h"
#include "net8-tcp-flow.h"

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
 * What a listening socket has beside an ordinary one: the listener of the machine, and who the
 * peers of its half-open connections are.
 *
 * Their number has no limit: beyond the one that Linux has, it answers with syncookies. Connections
 * that wait for the program are counted by Net8TcpBacklog, if there is one.
 */
class Net8TcpPassiveOpen : public TcpListenerHost
{
  public:
    /**
     * @param socket the listening socket, which has this object
     */
    explicit Net8TcpPassiveOpen(Net8TcpFlowSocket& socket);

    /**
     * A segment came in for which there is no connection.
     *
     * @param packet the segment, header included
     * @param flow where it came from
     */
    void Receive(const Ptr<Packet>& packet, const Net8TcpFlow& flow);

    // Inherited
    uint32_t MakeIsn(uint64_t peer) override;
    bool TransmitTo(uint64_t peer, const TcpSegment& segment) override;
    TcpOutput& MakeOutput(uint64_t peer) override;
    void TakeConnection(uint64_t peer, std::unique_ptr<TcpConnection> connection) override;
    Admission Admit() override;
    void ForgetPeer(uint64_t peer) override;

  private:
    /// Who wants a connection.
    struct Peer
    {
        Net8TcpFlow flow;     ///< The connection.
        uint32_t iss{0};      ///< Our initial sequence number.
        uint32_t irs{0};      ///< The peer's.
        bool answered{false}; ///< Its SYN was taken.
    };

    /**
     * @param flow a connection
     * @param segment a segment of it
     * @return number of its peer
     */
    uint64_t FindPeer(const Net8TcpFlow& flow, const TcpSegment& segment);

    /// The deadline has come.
    void HandleDeadline();

    Net8TcpFlowSocket& m_socket;               ///< The listening socket.
    TcpListener m_listener;                    ///< The listener of the machine.
    std::map<Net8TcpFlow, uint64_t> m_numbers; ///< Number of each peer.
    std::map<uint64_t, Peer> m_peers;          ///< Peers by number.
    uint64_t m_next{0};                        ///< The next number.
    Ptr<Net8TcpFlowSocket> m_accepted;         ///< Socket of the connection that was just opened.
    Net8Deadline m_deadline;                   ///< Next repetition of a SYN-ACK.
};

} // namespace ns3::net8

#endif // NET8_TCP_PASSIVE_OPEN_H
