// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_FLOW_SOCKET_H
#define NET8_TCP_FLOW_SOCKET_H

#include "net8-tcp-backlog.h"
#include "net8-tcp-flow.h"
#include "net8-tcp-option-socket.h"
#include "net8-tcp-payload.h"

#include "ns3/net8-tcp-segment.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

class Net8TcpPassiveOpen;

/**
 * @ingroup net8
 * A TCP socket that runs the TCP machine, as seen by its parts (Net8TcpBinding, Net8TcpNotifier,
 * Net8TcpPassiveOpen) and the tables of its host: what they call, and what they share.
 */
class Net8TcpFlowSocket : public Net8TcpOptionSocket, public TcpOutput
{
  public:
    Net8TcpFlowSocket() = default;
    /**
     * @param other socket whose options are copied
     */
    Net8TcpFlowSocket(const Net8TcpFlowSocket& other);

    /**
     * Receive a segment of its connection.
     *
     * @param packet the segment, header included
     * @param ecn ECN codepoint of its IP header
     */
    virtual void Receive(const Ptr<Packet>& packet, uint8_t ecn) = 0;

    /**
     * Receive a segment of its connection whose header has been read.
     *
     * @param segment the segment
     * @param payload its payload
     */
    virtual void Receive(const TcpSegment& segment, const Net8PacketSlice& payload) = 0;

    /**
     * Receive the message of a router that a segment is too large for its next link.
     *
     * @param mtu MTU of that link, bytes
     * @param seq sequence number of the segment
     */
    virtual void ReceivePacketTooBig(uint32_t mtu, uint32_t seq) = 0;

    /// Drop references to the node, which is gone: nothing can be sent any more.
    virtual void Forget() = 0;

    /**
     * @return addresses and ports of its connection; they do not change while it is in a table
     */
    virtual const Net8TcpFlow& GetFlow() const = 0;

    /**
     * Notify the application of this listening socket of a connection.
     *
     * @param accepted its socket
     * @param peer address and port of its peer
     */
    void TellAccepted(const Ptr<Net8TcpFlowSocket>& accepted, const Address& peer);

    /**
     * @param backlog accept queue of this listening socket
     */
    void SetBacklog(const Ptr<Net8TcpBacklog>& backlog);

    /**
     * Abort the connection with a RST in any state. No callback is called any more.
     */
    virtual void Abort() = 0;

  protected:
    friend class Net8TcpBinding;
    friend class Net8TcpNotifier;
    friend class Net8TcpPassiveOpen;

    /**
     * Receive a segment that came through an ns-3 end point.
     *
     * @param packet the segment, header included
     * @param flow its addresses and ports
     * @param ecn ECN codepoint of its IP header
     */
    virtual void ReceiveFrom(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn) = 0;

    /**
     * @param passive listening part of a socket
     * @return whether it belongs to this socket
     */
    virtual bool ListensWith(const Net8TcpPassiveOpen* passive) const = 0;

    /**
     * @param flow a connection
     * @return largest segment that fits its route and the configured limit, bytes
     */
    virtual uint32_t GetPathSegment(Net8TcpFlow flow) const = 0;

    /**
     * @param flow the connection
     * @param iss initial sequence number of this end
     * @param irs initial sequence number of the peer
     * @return a socket for a connection of this listening one
     */
    virtual Ptr<Net8TcpFlowSocket> Fork(const Net8TcpFlow& flow,
                                        uint32_t iss,
                                        uint32_t irs) const = 0;

    /**
     * Notify the listening socket that the handshake of this connection is over.
     *
     * @param listening the listening socket
     * @param segment the segment that ended the handshake
     * @param packet the same segment, header included
     */
    virtual void Accepted(const Ptr<Net8TcpFlowSocket>& listening,
                          const TcpSegment& segment,
                          const Ptr<Packet>& packet) = 0;

    /**
     * Pass a segment to IP.
     *
     * @param flow addresses and ports of its connection
     * @param segment the segment
     * @param payload its payload
     */
    virtual void Emit(const Net8TcpFlow& flow,
                      const TcpSegment& segment,
                      const Net8PacketSlice& payload) = 0;

    /// Pass the rest of a write to the machine, and do what was to follow the write.
    virtual void ResumeWriting() = 0;

    Ptr<Net8TcpBacklog> m_backlog; ///< Accept queue.
    Net8TcpPayload m_payload;      ///< Payload of both directions.
    uint32_t m_blocked{0};         ///< Bytes of a write waiting for room.
    bool m_closing{false};         ///< Close after the write.
    bool m_sendShut{false};        ///< ShutdownSend was called.
    bool m_recvShut{false};        ///< ShutdownRecv was called.
};

} // namespace ns3::net8

#endif // NET8_TCP_FLOW_SOCKET_H
