// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_MACHINE_SOCKET_H
#define NET8_TCP_MACHINE_SOCKET_H

#include "net8-deadline.h"
#include "net8-packet-ranges.h"
#include "net8-tcp-control.h"
#include "net8-tcp-flow.h"
#include "net8-tcp-host.h"
#include "net8-tcp-passive-open.h"
#include "net8-tcp-traces.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface.h"
#include "ns3/net8-tcp-connection.h"
#include "ns3/tcp-socket.h"

#include <cstdint>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A TCP socket of ns-3 that runs the TCP machine of net8, and so behaves as Linux does, or as an
 * older system whose rules its host has (TcpSystem).
 *
 * Applications use it as they use ns-3's, and it talks to ns3::TcpSocketBase. What differs:
 *
 * 1. Send takes a packet of any size at once, as a blocking write does; what the send buffer has no
 * room for is written as room comes, GetTxAvailable is 0 until then, and the send callback follows.
 * 2. Bytes are told as sent (SetDataSentCallback) with the next segment or timer.
 * 3. Buffers tune themselves until SndBufSize or RcvBufSize is set, and then are what setsockopt
 * makes of the values: doubled, and shared with what the segments weigh.
 * 4. SegmentSize is the MSS (TCP_MAXSEG), options included; the MTU of the way bounds it.
 * 5. Attributes for which Linux has no knob say nothing there: InitialSlowStartThreshold,
 * PersistTimeout, and, unless the host is of an older system, ConnTimeout, DelAckTimeout and
 * DelAckCount.
 * 6. The trace sources Tx and Rx give a null socket, and those of ECN are not there.
 *
 * As in ns-3, a connection that is refused is told as a normal close, one that nobody answers as a
 * connection that failed, and one that was accepted by a socket on which ShutdownSend was called
 * closes with its peer. GetTcpError says why a connection ended.
 *
 * On a node with a Net8TcpL4Protocol its connections are in the hashed table of that one, and leave
 * only a few bytes there in TIME-WAIT; on any other node they are end points of ns3::TcpL4Protocol,
 * and a connection in TIME-WAIT gives no room to a new one.
 */
class Net8TcpMachineSocket : public TcpSocket, public TcpOutput, public Net8TcpControl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8TcpMachineSocket();
    /**
     * @param other a socket whose options this one begins with
     */
    Net8TcpMachineSocket(const Net8TcpMachineSocket& other);
    ~Net8TcpMachineSocket() override;

    /**
     * Give it a node. What attributes say before does not count.
     *
     * @param node the node
     * @param host the TCP of the node
     */
    void SetHost(const Ptr<Node>& node, const Ptr<Net8TcpHost>& host);

    /**
     * @param options all that setsockopt has set
     */
    void SetOptions(const TcpSocketOptions& options);

    /**
     * A segment of its connection came in.
     *
     * @param packet the segment, header included
     */
    void Receive(const Ptr<Packet>& packet);

    /// The node is gone: nothing can be sent any more.
    void Forget();

    /**
     * @return the machine; null before Connect and when it listens
     */
    const TcpConnection* GetConnection() const
    {
        return m_connection.get();
    }

    /**
     * @return why the connection ended; NONE: it has not, or in good order
     */
    TcpError GetTcpError() const
    {
        return m_error;
    }

    /**
     * @return its trace sources, made now if there were none
     */
    Net8TcpTraces& GetTraces();

    // Inherited
    void SetBacklog(const Ptr<Net8TcpBacklog>& backlog) override;
    void SetKeepAlive(bool on) override;
    bool GetKeepAlive() const override;
    void Abort() override;
    bool Transmit(const TcpSegment& segment) override;
    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
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
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    void BindToNetDevice(Ptr<NetDevice> device) override;
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;

  private:
    friend class Net8TcpPassiveOpen;

    // Attributes of ns3::TcpSocket
    void SetSndBufSize(uint32_t size) override;
    uint32_t GetSndBufSize() const override;
    void SetRcvBufSize(uint32_t size) override;
    uint32_t GetRcvBufSize() const override;
    void SetSegSize(uint32_t size) override;
    uint32_t GetSegSize() const override;
    void SetInitialSSThresh(uint32_t threshold) override;
    uint32_t GetInitialSSThresh() const override;
    void SetInitialCwnd(uint32_t cwnd) override;
    uint32_t GetInitialCwnd() const override;
    void SetConnTimeout(Time timeout) override;
    Time GetConnTimeout() const override;
    void SetSynRetries(uint32_t count) override;
    uint32_t GetSynRetries() const override;
    void SetDataRetries(uint32_t retries) override;
    uint32_t GetDataRetries() const override;
    void SetDelAckTimeout(Time timeout) override;
    Time GetDelAckTimeout() const override;
    void SetDelAckMaxCount(uint32_t count) override;
    uint32_t GetDelAckMaxCount() const override;
    void SetTcpNoDelay(bool noDelay) override;
    bool GetTcpNoDelay() const override;
    void SetPersistTimeout(Time timeout) override;
    Time GetPersistTimeout() const override;

    /**
     * @param time silence before the first keepalive probe
     */
    void SetKeepAliveTime(Time time);

    /**
     * @return silence before the first keepalive probe
     */
    Time GetKeepAliveTime() const;

    /**
     * @param interval time between two keepalive probes
     */
    void SetKeepAliveInterval(Time interval);

    /**
     * @return time between two keepalive probes
     */
    Time GetKeepAliveInterval() const;

    /**
     * @param count keepalive probes without an answer before giving up
     */
    void SetKeepAliveCount(uint32_t count);

    /**
     * @return keepalive probes without an answer before giving up
     */
    uint32_t GetKeepAliveCount() const;

    /**
     * @param timeout TCP_USER_TIMEOUT; 0: none
     */
    void SetUserTimeout(Time timeout);

    /**
     * @return TCP_USER_TIMEOUT; 0: none
     */
    Time GetUserTimeout() const;

    /**
     * Change an option of setsockopt.
     *
     * @param change what changes it
     */
    template <typename Change>
    void ChangeOptions(Change change);

    /**
     * Change what Linux has for the host alone, for this socket. It counts before the connection
     * begins.
     *
     * @param change what changes it
     */
    template <typename Change>
    void ChangeSettings(Change change);

    /**
     * @param flow a connection
     * @return largest segment that fits its way and what was set, bytes
     */
    uint32_t GetPathSegment(Net8TcpFlow flow) const;

    /// A connection begins, perhaps not the first one.
    void Restart();

    /**
     * Take the address of the peer, and bind the socket if it is not bound yet.
     *
     * @param address address and port
     * @return whether the socket is bound to the same version of IP
     */
    bool SetPeer(const Address& address);

    /**
     * Take the addresses and ports of this socket to the hashed table, or to ns-3's end point.
     *
     * @return whether no other connection has them
     */
    bool Register();

    /**
     * @tparam Header of IP
     * @tparam Interface of IP
     * @param packet a segment for this socket, or one for a socket that listens
     * @param header its IP header
     * @param port port of its sender
     * @param interface where it came in
     */
    template <typename Header, typename Interface>
    void ForwardUp(Ptr<Packet> packet, Header header, uint16_t port, Ptr<Interface> interface);

    /// Let ns-3's end point tell this socket of segments.
    void SetCallbacks();

    /// Give addresses and ports back.
    void Release();

    /**
     * @param flow the connection
     * @param iss its initial sequence number
     * @param irs that of its peer
     * @return a socket for a connection of this listening one
     */
    Ptr<Net8TcpMachineSocket> Fork(const Net8TcpFlow& flow, uint32_t iss, uint32_t irs) const;

    /**
     * The handshake of this connection is over: tell the listening socket.
     *
     * @param listening the listening socket
     * @param segment the segment that ended it
     * @param packet the same, header included
     */
    void Accepted(const Ptr<Net8TcpMachineSocket>& listening,
                  const TcpSegment& segment,
                  const Ptr<Packet>& packet);

    /**
     * Hand a segment to IP.
     *
     * @param flow where it goes
     * @param segment the segment
     * @param payload its payload
     */
    void Emit(const Net8TcpFlow& flow, const TcpSegment& segment, const Ptr<Packet>& payload);

    /**
     * Hand a segment of the connection to IP, with its payload.
     *
     * @param segment the segment, no longer than what fits the way
     */
    void EmitData(const TcpSegment& segment);

    /**
     * Give the machine a segment.
     *
     * @param segment the segment
     * @param packet the same, header included
     */
    void Process(const TcpSegment& segment, const Ptr<Packet>& packet);

    /**
     * Keep the payload of a segment that the machine has taken.
     *
     * @param segment the segment
     * @param packet the same, header included
     */
    void KeepPayload(const TcpSegment& segment, const Ptr<Packet>& packet);

    /**
     * @param seq a sequence number of this end
     * @return its place in what was written; the SYN is at -1
     */
    int64_t GetPlace(uint32_t seq) const;

    /// The deadline has come.
    void HandleDeadline();

    /// The machine was called: set its deadline, and let go what is over.
    void Update();

    /// Give the machine what a write has left, and end what was to end after it.
    void GoOnWriting();

    /// Tell the program what has happened.
    void Tell();

    /// Tell it that the connection is there.
    void TellConnected();

    /// Tell it why there will be no more.
    void TellEnd();

    /**
     * @param error why a call fails
     * @return -1
     */
    int FailWith(SocketErrno error) const;

    Ptr<Node> m_node;                              ///< The node.
    Ptr<Net8TcpHost> m_host;                       ///< Its TCP.
    std::shared_ptr<const TcpSettings> m_settings; ///< Settings of the host.
    TcpSocketOptions m_options;                    ///< What was set for this socket.
    Net8TcpFlow m_flow;                            ///< Addresses and ports.
    Ipv4EndPoint* m_endPoint{nullptr};             ///< In ns-3's list, over IPv4.
    Ipv6EndPoint* m_endPoint6{nullptr};            ///< In ns-3's list, over IPv6.
    std::unique_ptr<TcpConnection> m_connection;   ///< The machine.
    std::unique_ptr<Net8TcpPassiveOpen> m_passive; ///< It listens.
    Ptr<Net8TcpBacklog> m_backlog;                 ///< Accept queue.
    std::unique_ptr<Net8TcpTraces> m_traces;       ///< Trace sources that are used.
    Net8PacketRanges m_sent;                       ///< Written and not yet acknowledged.
    Net8PacketRanges m_received;                   ///< Received and not yet read.
    Net8Deadline m_deadline;                       ///< Next deadline of the machine.
    uint64_t m_toldReceived{0};                    ///< Place up to which bytes were told.
    uint32_t m_toldSent{0};                        ///< The same of what was sent.
    uint32_t m_iss{0};                             ///< Initial sequence number.
    uint32_t m_irs{0};                             ///< The peer's.
    uint32_t m_blocked{0};                         ///< Bytes of a write that wait for room.
    mutable SocketErrno m_errno{ERROR_NOTERROR};   ///< Why the last call failed.
    TcpError m_error{TcpError::NONE};              ///< Why the connection ended.
    bool m_hashed{false};                          ///< It is in the hashed table.
    bool m_connecting{false};                      ///< Connect is not told yet.
    bool m_endTold{false};                         ///< The end is told.
    bool m_closing{false};                         ///< Close after the write.
    bool m_sendShut{false};                        ///< ShutdownSend was called.
    bool m_recvShut{false};                        ///< ShutdownRecv was called.
};

} // namespace ns3::net8

#endif // NET8_TCP_MACHINE_SOCKET_H
