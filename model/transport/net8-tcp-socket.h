// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SOCKET_H
#define NET8_TCP_SOCKET_H

#include "net8-end-point-table.h"
#include "net8-sacked-ranges.h"
#include "net8-tcp-control.h"
#include "net8-tcp-values.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/tcp-socket-base.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * ns-3's TCP socket, with fixes for the behaviour of ns-3 3.44 to 3.48.
 *
 * 1. Nagle's algorithm does not hold back retransmissions. ns-3 applies Nagle's test after a
 * retransmission timeout, too. If less than a segment is outstanding, such as a lost request, it
 * then waits for an ACK that cannot come, and no timer is left running: the connection stops for
 * good. RFC 896 is about new data only.
 * 2. A RST is accepted with or without timestamps, and in answer to a SYN. ns-3 sends the RST of a
 * closed port without timestamps, drops it if timestamps are on, and treats the ACK of its RST-ACK
 * as a stray one, so that a refused connection looks like a silent host. RFC 7323 3.2 and RFC 9293
 * 3.10.7.3 end the connection at once.
 * 3. An ACK carried by a data segment counts as sent. ns-3 records only pure ACKs as the last ones
 * sent, and updates the timestamp to echo only from a segment below that mark. If all ACKs are
 * carried by replies, it echoes the timestamp of the handshake forever, the peer measures a round
 * trip as long as the age of the session, and the next loss waits for a timeout of that length (RFC
 * 7323 4.3).
 * 4. An accepted socket gets a new congestion control. ns-3 copies the listener's, and some of the
 * copies leave members uninitialized, so that results differ from run to run.
 * 5. A listening socket answers a segment that belongs to no connection with a RST (RFC 9293
 * 3.10.7.2). ns-3's socket does not answer, so a client whose server has lost the connection
 * retransmits its data until it gives up. A RST is ignored; ns-3's socket starts to probe a window
 * that nobody has closed, and stops.
 * 6. A segment without data just left of the window, as sent by keepalive, is answered with an ACK
 * (RFC 9293 3.10.7.4). ns-3 treats it as an ACK and does not answer.
 * 7. A process that reads late reopens the window. ns-3 reports room to the peer only with the next
 * ACK, so a peer that stopped because the window was full continues only when its persist timer
 * expires, six seconds later. As in Linux (tcp_cleanup_rbuf), an ACK is sent when the window last
 * reported was at most half the buffer and the free space is at least twice as much, and at least a
 * segment.
 * 8. New data stays within the peer's window during loss recovery. ns-3 does not count SACKed or
 * lost data as in flight and then sends beyond the window; builds with assertions abort there (RFC
 * 9293 3.8.6).
 * 9. A duplicate reported by the peer (D-SACK, RFC 2883) is ignored. ns-3 never sends such a
 * report, takes the block for one of unacknowledged data, and builds with assertions abort there.
 * 10. A window that is open, but too small for the next segment, is probed when nothing is in
 * flight. ns-3 probes only a window of 0, so that the loss of the one ACK that opens it stops the
 * connection for good (RFC 9293 3.8.6.1).
 * 11. A window that closes when all data has been sent is probed with what is outstanding, by
 * retransmitting it. ns-3 has stopped the retransmission timer by then, and its probe, the next
 * byte that was never sent, is of no packet: the program ends with a memory error.
 *
 * There are three additions: a listening socket can have a backlog, whereas ns-3's accepts any
 * number of connections; a connection can be aborted, as when its process is killed; and keepalive.
 * On a host with both IP versions a socket bound to IPv6 makes room for the longer header.
 *
 * With KeepAlive a connection that has received nothing for KeepAliveTime, and has nothing waiting
 * for an ACK, sends a probe: a segment without data, with a sequence number one less than the next.
 * Further probes follow at KeepAliveInterval; after KeepAliveCount of them without an answer the
 * connection is reset and its owner is notified of an error (RFC 9293 3.8.4; Linux,
 * net/ipv4/tcp_timer.c).
 *
 * On a node with a Net8TcpL4Protocol its connections are in the hashed table of that protocol; on
 * any other node they are in the list of ns3::TcpL4Protocol.
 */
class Net8TcpSocket : public TcpSocketBase, public Net8TcpControl
{
  public:
    /// Sizes that depend on the length of the IP header, bytes.
    struct Sizes
    {
        uint32_t segment{0};       ///< Segment size.
        uint32_t sendBuffer{0};    ///< Send buffer.
        uint32_t receiveBuffer{0}; ///< Receive buffer.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8TcpSocket();
    /**
     * @param other the listening socket that is copied
     */
    Net8TcpSocket(const Net8TcpSocket& other);
    ~Net8TcpSocket() override;

    /**
     * Set the values of a stack. Attributes could do the same, but each is looked up by name, which
     * takes a third of the time of creating a socket.
     *
     * @param settings the values; segmentSize must not be 0
     * @param ipv6 sizes that apply once the socket is bound to IPv6
     */
    void Configure(const Net8TcpValues& settings, const Sizes& ipv6);

    /**
     * Drop the trace sources of ns3::TcpSocketBase, which saves a third of the memory of a socket.
     * Also applies to the connections of a listening socket.
     */
    void DropTraces();

    // Inherited
    void SetBacklog(const Ptr<Net8TcpBacklog>& backlog) override;
    void SetKeepAlive(bool on) override;
    bool GetKeepAlive() const override;
    void Abort() override;
    int Bind() override;
    int Bind6() override;
    int Bind(const Address& address) override;
    int Connect(const Address& address) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;

  protected:
    // Inherited
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;
    Ptr<TcpSocketBase> Fork() override;
    void ReTxTimeout() override;
    void PersistTimeout() override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    uint32_t AvailableWindow() const override;
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;

  private:
    /**
     * @param local address and port to bind to
     * @return the same address with a free port, if none was given; nothing if there is none or it
     * is in use
     */
    std::optional<Address> ChooseLocal(const Address& local);

    /**
     * @return true if the end point is in a hashed table
     */
    bool IsHashed() const;

    /**
     * Move the end point from ns-3's list to the hashed table, if the node has one.
     */
    void Hash();

    /**
     * @param table the table
     * @param endPoint an end point in ns-3's list, replaced by one in the table
     * @param destroy destroy callback of the end point
     */
    template <typename EndPoint>
    void MoveTo(Net8EndPointTable<EndPoint>& table,
                EndPoint*& endPoint,
                void (TcpSocketBase::*destroy)());

    /**
     * Send a keepalive probe if it is due, or give up.
     */
    void LookAfterPeer();

    /**
     * @param number sequence number of a segment
     * @return whether it is one less than the number expected, as in a probe
     */
    bool IsLeftOfWindow(uint32_t number) const;

    /**
     * @param flags flags of a segment
     * @return true if it would open a connection for which the backlog has no room
     */
    bool Overflows(uint8_t flags) const;

    /**
     * Answer a segment that belongs to no connection.
     *
     * @param header its header
     * @param from its source
     * @param to its destination
     */
    void AnswerStray(const TcpHeader& header, const Address& from, const Address& to);

    /**
     * Refuse a connection.
     *
     * @param header the segment that would open it
     * @param from its source
     * @param to its destination
     */
    void TurnAway(const TcpHeader& header, const Address& from, const Address& to);

    /**
     * Handle a RST.
     *
     * @param segment the segment
     * @param header its header
     * @param from its source
     * @param to its destination
     */
    void HandleReset(Ptr<Packet> segment,
                     const TcpHeader& header,
                     const Address& from,
                     const Address& to);

    /// Probe the peer's window if it is too small for the next segment and nothing is in flight.
    void LookAfterWindow();

    /**
     * Check whether the peer has dropped what it reported by SACK; if so, everything sent counts as
     * lost.
     *
     * @param header an ACK without a report of duplicates
     */
    void LookForReneging(const TcpHeader& header);

    /// Apply the sizes for IPv6.
    void FitToIpv6();

    Ptr<Net8TcpBacklog> m_backlog; ///< Accept queue, shared with the sockets of its connections.
    bool m_traced{true};           ///< Whether its trace sources fire.
    bool m_keepAlive{false};       ///< Whether keepalive is on.
    Time m_keepAliveTime{Seconds(7200)};   ///< Silence before the first probe.
    Time m_keepAliveInterval{Seconds(75)}; ///< Time between two probes.
    uint32_t m_keepAliveCount{9};          ///< Probes without an answer before giving up.
    Time m_heard;                          ///< When the last segment arrived.
    uint32_t m_probes{0};                  ///< Probes since then.
    EventId m_keepAliveEvent;              ///< Next keepalive check.
    Sizes m_ipv6Sizes;                     ///< Sizes once bound to IPv6; 0: unchanged.
    SackedRanges m_sacked;                 ///< What the peer reported by SACK.
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_H */
