// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_SOCKET_H
#define NET8_LAN_SOCKET_H

#include "net8-deadline.h"
#include "net8-lan-host.h"

#include "ns3/net8-tcp-user-slot.h"
#include "ns3/socket.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A stream socket over a transport of a LAN: SPX, NSP or NetBIOS right on Ethernet.
 *
 * Applications use it as a TCP socket, and hosts are named by their IPv4 addresses:
 *
 * 1. Each Send is a message of the transport; Recv gives bytes as they come, whatever the messages.
 * 2. Send takes a packet of any size at once; while more bytes wait than the buffer holds,
 * GetTxAvailable is 0, and the send callback follows.
 * 3. A connection that the other end ends is told as a normal close, one that is given up as an
 * error; a connect that nobody answers, or that is rejected, has failed.
 * 4. There is no half-closed connection: Close sends what waits, then ends both ways.
 */
class Net8LanSocket : public Socket,
                      public TcpUserSlot,
                      public Net8LanConnection,
                      public LanTransportUser
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LanSocket();
    ~Net8LanSocket() override;

    /**
     * @param host the transport of its node
     */
    void SetHost(const Ptr<Net8LanHost>& host);

    // Inherited
    bool IsFrom(const LanEnds& ends) const override;
    void Accept(const LanArrival& arrival) override;
    void Receive(const LanArrival& arrival, const Ptr<Packet>& payload) override;
    void Acknowledge(int64_t number) override;
    void Fail() override;
    void Forget() override;
    LanTransport::Counts GetCounts() const override;
    void SetUser(TcpUser* user) override;
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
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;

  protected:
    void DoDispose() override;

  private:
    /// A write of which not all is acknowledged.
    struct Written
    {
        int64_t offset{0};    ///< Where it begins in all that was written.
        Ptr<Packet> packet{}; ///< Its bytes.
    };

    // Inherited
    void Transmit(const LanUnit& unit) override;
    void HandleConnected() override;
    void HandleData(const LanUnit& unit) override;
    void HandleAcknowledged(uint32_t bytes) override;
    void HandleTransportEnd(LanEnd end) override;

    /**
     * @param offset where bytes begin in all that was written
     * @param size how many
     * @return the bytes
     */
    Ptr<Packet> Cut(int64_t offset, uint32_t size) const;

    /// @return whether there was an id; the transport is made then
    bool Begin();

    /// The deadline has come.
    void HandleDeadline();

    /// Set the event for the deadline, or end what has ended.
    void Update();

    /// The host keeps it no more.
    void Leave();

    Ptr<Net8LanHost> m_host;                   ///< The transport of the node.
    std::unique_ptr<LanTransport> m_transport; ///< The connection; null: none yet.
    LanEnds m_ends;                            ///< Both ends.
    Ipv4Address m_peer;                        ///< IPv4 address of the other host.
    uint16_t m_port{0};                        ///< Port of a socket that listens.
    uint16_t m_peerPort{0};                    ///< Port that was asked for, or id of the other end.
    bool m_listening{false};                   ///< It listens.
    bool m_passive{false};                     ///< The other end asked for the connection.
    bool m_closed{false};                      ///< Close was called.
    bool m_open{false};                        ///< It was connected.
    bool m_entered{false};                     ///< The host keeps it.
    Ptr<Net8LanSocket> m_listener;             ///< Who is told once it is connected.
    TcpUser* m_user{nullptr};                  ///< Who is told in place of callbacks.
    Ptr<Packet> m_arriving;                    ///< Bytes of the unit that is being received.
    std::deque<Written> m_written;             ///< What was written and not acknowledged.
    int64_t m_writtenBytes{0};                 ///< Bytes that were written.
    std::deque<Ptr<Packet>> m_received;        ///< What was received and not read.
    uint32_t m_receivedBytes{0};               ///< Bytes of that.
    bool m_blocked{false};                     ///< The program was told that there is no room.
    Net8Deadline m_deadline;                   ///< Next deadline of the transport.
};

} // namespace ns3::net8

#endif // NET8_LAN_SOCKET_H
