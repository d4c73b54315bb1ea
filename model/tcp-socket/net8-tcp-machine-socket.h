// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_MACHINE_SOCKET_H
#define NET8_TCP_MACHINE_SOCKET_H

#include "net8-tcp-binding.h"
#include "net8-tcp-flow-socket.h"
#include "net8-tcp-notifier.h"
#include "net8-tcp-passive-open.h"
#include "net8-tcp-taped.h"
#include "net8-tcp-traces.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-packet-slice.h"
#include "ns3/net8-tcp-connection.h"
#include "ns3/net8-tcp-user.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An ns-3 TCP socket that runs the TCP machine of net8, and thus behaves like Linux, or like an
 * older system whose rules its host has (TcpSystem).
 *
 * Applications use it like ns-3's socket, and it communicates with ns3::TcpSocketBase. Differences:
 *
 * 1. Send accepts a packet of any size at once, like a blocking write. Data that does not fit into
 * the send buffer is written as room becomes available; until then GetTxAvailable is 0, and the
 * send callback follows.
 * 2. Bytes are reported as sent (SetDataSentCallback) with the next segment or timer.
 * 3. Buffers are tuned automatically until SndBufSize or RcvBufSize is set. They then have the size
 * that setsockopt makes of the value: doubled, and shared with the overhead of the segments.
 * 4. SegmentSize is the MSS (TCP_MAXSEG), options included; the MTU of the route limits it.
 * 5. Attributes that Linux has no setting for have no effect: InitialSlowStartThreshold,
 * PersistTimeout, and, unless the host is an older system, ConnTimeout, DelAckTimeout and
 * DelAckCount.
 * 6. The trace sources Tx and Rx pass a null socket, and those of ECN do not exist.
 *
 * As in ns-3, a refused connection is reported as a normal close, one that is not answered as a
 * failed connect, and one accepted by a socket on which ShutdownSend was called closes when its
 * peer closes. GetTcpError returns why a connection ended. Send takes the flag URGENT.
 *
 * On a node with a Net8TcpL4Protocol its connections are in the hashed table of that protocol, and
 * keep only a few bytes there during TIME-WAIT. On any other node they are end points of
 * ns3::TcpL4Protocol, and a connection in TIME-WAIT does not make way for a new one.
 */
class Net8TcpMachineSocket : public Net8TcpFlowSocket,
                             public TcpUserSlot,
                             public Net8SliceReader,
                             public Net8TcpTaped,
                             public Net8TcpTraces::Owner
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8TcpMachineSocket();
    /**
     * @param other socket whose options are copied
     */
    Net8TcpMachineSocket(const Net8TcpMachineSocket& other);
    ~Net8TcpMachineSocket() override;

    /**
     * @return why the connection ended; NONE: it has not ended, or ended in an orderly way
     */
    TcpError GetTcpError() const
    {
        return m_notifier.GetError();
    }

    /**
     * @return the event behind the deadline of the machine; null: there is none
     */
    Ptr<EventImpl> PeekDeadlineEvent() const
    {
        return m_deadline.GetEvent();
    }

    /**
     * @return the event in which it will tell its application what is new; null: there is none
     */
    const EventImpl* GetWakeUp() const
    {
        return m_notifier.GetWakeUp();
    }

    /// Note that the application polls (TcpConnection::Poll).
    void Poll();

    // Inherited
    void SetTape(Net8TcpTape* tape) override
    {
        m_tape = tape;
    }

    const TcpConnection* GetMachine() const override
    {
        return m_connection.get();
    }

    TcpTime GetDeadlineEvent() const override
    {
        return m_deadline.GetTime();
    }

    void Skip(const TcpConnection& later, const Skipped& skipped) override;
    void Receive(const Ptr<Packet>& packet, uint8_t ecn) override;
    void Receive(const TcpSegment& segment, const Net8PacketSlice& payload) override;
    void ReceivePacketTooBig(uint32_t mtu, uint32_t seq) override;
    void Forget() override;

    const Net8TcpFlow& GetFlow() const override
    {
        return m_binding.GetFlow();
    }

    Net8TcpTraces& GetTraces() override;
    void Abort() override;
    void SetUser(TcpUser* user) override;
    bool Transmit(const TcpSegment& segment) override;
    int Bind(const Address& address) override;
    int Bind() override;
    int Bind6() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Connect(const Address& address) override;
    int Listen() override;
    uint32_t GetTxAvailable() const override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& address) override;
    uint32_t GetRxAvailable() const override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    Net8PacketSlice ReadSlice(uint32_t most) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    void BindToNetDevice(Ptr<NetDevice> device) override;

  private:
    /// Wait for what the other end sends next, as a program does that polls.
    void AwaitNext();

    // Inherited
    void Update() override;

    bool IsOpen() const override
    {
        return m_connection || m_passive;
    }

    void ReceiveFrom(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn) override;
    bool ListensWith(const Net8TcpPassiveOpen* passive) const override;
    uint32_t GetPathSegment(Net8TcpFlow flow) const override;
    Ptr<Net8TcpFlowSocket> Fork(const Net8TcpFlow& flow, uint32_t iss, uint32_t irs) const override;
    void Accepted(const Ptr<Net8TcpFlowSocket>& listening,
                  const TcpSegment& segment,
                  const Ptr<Packet>& packet) override;
    void Emit(const Net8TcpFlow& flow,
              const TcpSegment& segment,
              const Net8PacketSlice& payload) override;
    void ResumeWriting() override;

    /// Start a connection, which may not be the first of this socket.
    void Restart();

    /**
     * Pass a segment to the machine.
     *
     * @param segment the segment
     * @param payload its payload
     */
    void Process(const TcpSegment& segment, const Net8PacketSlice& payload);

    /**
     * Keep the payload of a segment that the machine has accepted.
     *
     * @param segment the segment
     * @param payload its payload
     */
    void KeepPayload(const TcpSegment& segment, const Net8PacketSlice& payload);

    /// Handle the deadline.
    void HandleDeadline();

    /// Let the machine handle the timers that are due.
    void Advance();

    /**
     * Pass what is not written yet to the machine.
     *
     * @param flags flags of the write
     * @return what it took
     */
    TcpConnection::Result Write(TcpSender::WriteFlags flags);

    /**
     * Note that something happens that does not repeat.
     *
     * @param what what, see Net8TcpTape::Break
     */
    void BreakTape(std::string_view what);

    Net8TcpBinding m_binding{*this};               ///< Addresses and ports.
    std::unique_ptr<Net8TcpPassiveOpen> m_passive; ///< Listening part; null if it does not listen.
    std::unique_ptr<Net8TcpTraces> m_traces;       ///< Trace sources in use.
    Net8TcpNotifier m_notifier{*this};             ///< Notifies the application.
    Net8Deadline m_deadline;                       ///< Next deadline of the machine.
    Net8TcpTape* m_tape{nullptr};                  ///< Is told what happens; null: nobody is.
};

} // namespace ns3::net8

#endif // NET8_TCP_MACHINE_SOCKET_H
