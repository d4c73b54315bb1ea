// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_FLOW_SOCKET_H
#define NET8_TCP_FLOW_SOCKET_H

#include "net8-tcp-flow.h"
#include "net8-tcp-option-socket.h"
#include "net8-tcp-payload.h"

#include "ns3/net8-tcp-output.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

class Net8TcpPassiveOpen;

/**
 * @ingroup net8
 * A TCP socket that runs the machine, as its parts (Net8TcpBinding, Net8TcpNotifier,
 * Net8TcpPassiveOpen) and the tables of its host see it: what they ask of it, and what they share.
 */
class Net8TcpFlowSocket : public Net8TcpOptionSocket, public TcpOutput
{
  public:
    Net8TcpFlowSocket() = default;
    /**
     * @param other a socket whose options this one begins with
     */
    Net8TcpFlowSocket(const Net8TcpFlowSocket& other);

    /**
     * A segment of its connection came in.
     *
     * @param packet the segment, header included
     */
    virtual void Receive(const Ptr<Packet>& packet) = 0;

    /// The node is gone: nothing can be sent any more.
    virtual void Forget() = 0;

    /**
     * @return addresses and ports of its connection, which stay while it is in a table
     */
    virtual const Net8TcpFlow& GetFlow() const = 0;

    /**
     * Tell the program of this listening socket of a connection.
     *
     * @param accepted its socket
     * @param peer address and port of its peer
     */
    void TellAccepted(const Ptr<Net8TcpFlowSocket>& accepted, const Address& peer);

    // Inherited
    void SetBacklog(const Ptr<Net8TcpBacklog>& backlog) override;

  protected:
    friend class Net8TcpBinding;
    friend class Net8TcpNotifier;
    friend class Net8TcpPassiveOpen;

    /**
     * A segment came by way of an end point of ns-3.
     *
     * @param packet the segment, header included
     * @param flow where it came from
     */
    virtual void ReceiveFrom(const Ptr<Packet>& packet, const Net8TcpFlow& flow) = 0;

    /**
     * @param passive what a socket has that listens
     * @return whether this one has it
     */
    virtual bool ListensWith(const Net8TcpPassiveOpen* passive) const = 0;

    /**
     * @param flow a connection
     * @return largest segment that fits its way and what was set, bytes
     */
    virtual uint32_t GetPathSegment(Net8TcpFlow flow) const = 0;

    /**
     * @param flow the connection
     * @param iss its initial sequence number
     * @param irs that of its peer
     * @return a socket for a connection of this listening one
     */
    virtual Ptr<Net8TcpFlowSocket> Fork(const Net8TcpFlow& flow,
                                        uint32_t iss,
                                        uint32_t irs) const = 0;

    /**
     * The handshake of this connection is over: tell the listening socket.
     *
     * @param listening the listening socket
     * @param segment the segment that ended it
     * @param packet the same, header included
     */
    virtual void Accepted(const Ptr<Net8TcpFlowSocket>& listening,
                          const TcpSegment& segment,
                          const Ptr<Packet>& packet) = 0;

    /**
     * Hand a segment to IP.
     *
     * @param flow where it goes
     * @param segment the segment
     * @param payload its payload
     */
    virtual void Emit(const Net8TcpFlow& flow,
                      const TcpSegment& segment,
                      const Ptr<Packet>& payload) = 0;

    /// Hand the machine what a write has left over, and end what was to end after it.
    virtual void ResumeWriting() = 0;

    Ptr<Net8TcpBacklog> m_backlog; ///< Accept queue.
    Net8TcpPayload m_payload;      ///< Bytes of both directions.
    bool m_sendShut{false};        ///< ShutdownSend was called.
    bool m_recvShut{false};        ///< ShutdownRecv was called.
};

} // namespace ns3::net8

#endif // NET8_TCP_FLOW_SOCKET_H
