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
 * ns-3's TCP socket, with repairs of what ns-3 3.44 to 3.48 do.
 *
 * 1. Nagle's algorithm does not hold back retransmissions. ns-3 asks Nagle's question also after a
 *    retransmission timeout. When all that is outstanding is less than a segment, such as a lost
 *    request, the answer is to wait for an ACK that cannot come, and no timer is left running: the
 *    connection stops for good. RFC 896 is about new data only.
 * 2. A RST counts with or without timestamps, and in answer to a SYN. ns-3 sends the RST of a
 *    closed port without timestamps, drops it where they are on, and takes the ACK of its RST-ACK
 *    for a stray one, so that a refused connection looks like a silent host. RFC 7323 3.2 and
 *    RFC 9293 3.10.7.3 end the connection at once.
 * 3. An ACK that rides on data counts as sent. ns-3 notes only pure ACKs as the last ones sent, and
 *    takes a timestamp to echo only from a segment below that mark. Where all ACKs ride on replies,
 *    it echoes the timestamp of the handshake for ever, the peer measures a round trip as long as
 *    the session is old, and the next loss waits for a timeout of that length (RFC 7323 4.3).
 * 4. An accepted socket gets a new congestion control. ns-3 copies the listener's, and some of the
 *    copies leave members unset, so that results differ from run to run.
 * 5. A listening socket answers what belongs to no connection with a RST (RFC 9293 3.10.7.2).
 * ns-3's says nothing, so that a client whose server has lost the connection repeats its data until
 * it gives up. A RST it ignores; ns-3's begins to probe a window that nobody has closed, and stops.
 * 6. A segment without data just left of the window, as keepalive sends it, is answered with an ACK
 * (RFC 9293 3.10.7.4). ns-3's own takes it for an ACK and says nothing.
 * 7. A process that reads late opens the window again. ns-3 tells the peer of room only with the
 * next ACK, so that a peer that stopped for want of room goes on when its persist timer runs out,
 * six seconds later. As in Linux (tcp_cleanup_rbuf), an ACK goes out when the window last told was
 * at most half the buffer and what is free is at least twice as much, and a segment.
 * 8. New data stays inside the peer's window while losses are repaired. ns-3 takes what is SACKed
 * or lost out of flight and then sends beyond the window; builds with assertions end there (RFC
 * 9293 3.8.6).
 * 9. A duplicate that the peer reports (D-SACK, RFC 2883) is passed over. ns-3 never sends one,
 * takes the block for one of data not yet acknowledged, and builds with assertions end there.
 * 10. A window that is open, but not for what is to be sent, is probed when nothing is out. ns-3
 * probes a window of 0 alone, so that the loss of the one ACK that opens it stops the connection
 * for good (RFC 9293 3.8.6.1).
 *
 * And three additions: a listening socket can have a backlog, as ns-3's own takes any number of
 * connections; a connection can be aborted, as that of a process that is killed; and keepalive. On
 * a host of both IP versions a socket that is bound to IPv6 makes room for its longer header.
 *
 * With KeepAlive a connection on which nothing was heard for KeepAliveTime, and on which nothing
 * waits for an ACK, sends a probe: no data, at one number before the next. Each KeepAliveInterval
 * another one follows; when KeepAliveCount of them found no answer, the connection is reset and the
 * owner told of an error (RFC 9293 3.8.4; Linux, net/ipv4/tcp_timer.c).
 *
 * On a node with a Net8TcpL4Protocol its connections are in the hashed table of that one; on any
 * other node they are in the list of ns3::TcpL4Protocol.
 */
class Net8TcpSocket : public TcpSocketBase, public Net8TcpControl
{
  public:
    /// What depends on the length of the IP header, bytes.
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
     * @param other the listening socket that this one comes from
     */
    Net8TcpSocket(const Net8TcpSocket& other);
    ~Net8TcpSocket() override;

    /**
     * Take the values of a stack. Attributes do the same, but each is looked for by its name, which
     * takes a third of the time of making a socket.
     *
     * @param settings the values; segmentSize must not be 0
     * @param ipv6 sizes that hold once it is bound to IPv6
     */
    void Configure(const Net8TcpValues& settings, const Sizes& ipv6);

    /**
     * Leave the trace sources of ns3::TcpSocketBase out, which takes a third of the memory of a
     * socket. It holds for the connections of a listening socket too.
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
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    uint32_t AvailableWindow() const override;
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;

  private:
    /**
     * @param local address and port to bind to
     * @return the same with a free port, if it had none; nothing if there is none or it is in use
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
     * @param destroy what an end point calls when it ends
     */
    template <typename EndPoint>
    void MoveTo(Net8EndPointTable<EndPoint>& table,
                EndPoint*& endPoint,
                void (TcpSocketBase::*destroy)());

    /**
     * Send a probe if it is time, or give up.
     */
    void LookAfterPeer();

    /**
     * @param number sequence number of a segment
     * @return whether that is one before the number that is expected, as in a probe
     */
    bool IsLeftOfWindow(uint32_t number) const;

    /**
     * @param flags flags of a segment
     * @return true if it would make a connection for which the backlog has no room
     */
    bool Overflows(uint8_t flags) const;

    /**
     * Answer a segment that belongs to no connection.
     *
     * @param header its header
     * @param from where it came from
     * @param to where it went
     */
    void AnswerStray(const TcpHeader& header, const Address& from, const Address& to);

    /**
     * Turn a connection away.
     *
     * @param header the segment that would make it
     * @param from where it came from
     * @param to where it went
     */
    void TurnAway(const TcpHeader& header, const Address& from, const Address& to);

    /**
     * @param segment a RST
     * @param header its header
     * @param from where it came from
     * @param to where it went
     */
    void HandleReset(Ptr<Packet> segment,
                     const TcpHeader& header,
                     const Address& from,
                     const Address& to);

    /// Probe the peer's window if it is too small for what is to be sent and nothing is out.
    void LookAfterWindow();

    /**
     * See whether the peer has dropped what it reported by SACK, in which case all that was sent
     * counts as lost.
     *
     * @param header an ACK without a report of duplicates
     */
    void LookForReneging(const TcpHeader& header);

    /// Take the sizes of IPv6.
    void FitToIpv6();

    Ptr<Net8TcpBacklog> m_backlog; ///< Accept queue; shared with the sockets of its connections.
    bool m_traced{true};           ///< Its trace sources fire.
    bool m_keepAlive{false};       ///< The peer is looked after.
    Time m_keepAliveTime{Seconds(7200)};   ///< Without a segment until the first probe.
    Time m_keepAliveInterval{Seconds(75)}; ///< Between two probes.
    uint32_t m_keepAliveCount{9};          ///< Probes without an answer before giving up.
    Time m_heard;                          ///< When the last segment arrived.
    uint32_t m_probes{0};                  ///< Probes since then.
    EventId m_keepAliveEvent;              ///< Next look.
    Sizes m_ipv6Sizes;                     ///< Sizes once it is bound to IPv6; 0: as they are.
    SackedRanges m_sacked;                 ///< What the peer reported by SACK.
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_H */
