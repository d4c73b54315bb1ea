// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_SOCKET_H
#define NET8_LAN_SOCKET_H

#include "net8-lan-host.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-tcp-user.h"
#include "ns3/socket.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A stream socket over a LAN transport: SPX, NSP or NetBIOS directly on Ethernet.
 *
 * Applications use it like a TCP socket, and hosts are named by their IPv4 addresses:
 *
 * 1. Each Send is one message of the transport; Recv returns bytes as they arrive, regardless of
 * messages.
 * 2. Send accepts a packet of any size at once. While more bytes wait than the buffer holds,
 * GetTxAvailable is 0; the send callback follows.
 * 3. A connection ended by the other end is reported as a normal close, one that is given up as an
 * error. A connect that is not answered, or is rejected, fails.
 * 4. There are no half-closed connections: Close sends what is waiting, then ends both directions.
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
     * @param host the LAN transport of its node
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
    /// A write that is not completely acknowledged.
    struct Written
    {
        int64_t offset{0};    ///< Offset in all that was written.
        Ptr<Packet> packet{}; ///< Its bytes.
    };

    // Inherited
    void Transmit(const LanUnit& unit) override;
    void HandleConnected() override;
    void HandleData(const LanUnit& unit) override;
    void HandleAcknowledged(uint32_t bytes) override;
    void HandleTransportEnd(LanEnd end) override;

    /**
     * @param offset offset of the first byte in all that was written
     * @param size number of bytes
     * @return the bytes
     */
    Ptr<Packet> Cut(int64_t offset, uint32_t size) const;

    /// Create the transport.
    ///
    /// @return false if there was no free id
    bool Begin();

    /// Handle the deadline.
    void HandleDeadline();

    /// Schedule the deadline, or finish what has ended.
    void Update();

    /// Remove it from the host.
    void Leave();

    Ptr<Net8LanHost> m_host;                   ///< LAN transport of the node.
    std::unique_ptr<LanTransport> m_transport; ///< The connection; null: none yet.
    LanEnds m_ends;                            ///< Both ends.
    Ipv4Address m_peer;                        ///< IPv4 address of the other host.
    uint16_t m_port{0};                        ///< Port it listens on.
    uint16_t m_peerPort{0};                    ///< Port of the peer, or its id.
    bool m_listening{false};                   ///< It is listening.
    bool m_passive{false};                     ///< The other end opened the connection.
    bool m_closed{false};                      ///< Close was called.
    bool m_open{false};                        ///< It was connected.
    bool m_entered{false};                     ///< It is registered with the host.
    Ptr<Net8LanSocket> m_listener;             ///< Listening socket to notify once connected.
    TcpUser* m_user{nullptr};                  ///< Notified instead of callbacks.
    Ptr<Packet> m_arriving;                    ///< Bytes of the unit being received.
    std::deque<Written> m_written;             ///< Writes not completely acknowledged.
    int64_t m_writtenBytes{0};                 ///< Bytes written so far.
    std::deque<Ptr<Packet>> m_received;        ///< Bytes received but not read.
    uint32_t m_receivedBytes{0};               ///< Their number.
    bool m_blocked{false};                     ///< The application was told there is no room.
    Net8Deadline m_deadline;                   ///< Next deadline of the transport.
};

} // namespace ns3::net8

#endif // NET8_LAN_SOCKET_H
