// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MESSAGE_SOCKET_H
#define NET8_MESSAGE_SOCKET_H

#include "ns3/net8-byte-source.h"
#include "ns3/net8-outgoing-bytes.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a connection of a protocol that needs no more of TCP than its bytes in order (TDS, a
 * named pipe under it, LDAP): passes arriving bytes on, and writes waiting bytes to the socket as
 * it has room.
 */
class Net8MessageSocket
{
  public:
    /// Callback invoked with bytes that arrived.
    using Received = std::function<void(ByteSource& segment)>;
    /// Callback invoked once, when the connection is over.
    using Ended = std::function<void()>;

    /**
     * @param outgoing bytes to send; must outlive the object
     * @param received called with bytes that arrived
     * @param ended called at the end of the connection
     */
    Net8MessageSocket(OutgoingBytes& outgoing, Received received, Ended ended);
    ~Net8MessageSocket();
    Net8MessageSocket(const Net8MessageSocket&) = delete;
    Net8MessageSocket& operator=(const Net8MessageSocket&) = delete;

    /**
     * Attach a socket.
     *
     * @param socket a socket, connected or about to be
     */
    void Attach(Ptr<Socket> socket);

    /**
     * Write waiting bytes to the socket, as far as it has room.
     */
    void Flush();

    /**
     * Close once all waiting bytes have been sent.
     */
    void CloseWhenSent();

    /**
     * Forget everything, as when the host goes down: no callback is called any more.
     *
     * @return the socket, if there still is one
     */
    Ptr<Socket> Forget();

    /**
     * Make the process hang or continue: while it hangs, nothing is read, written or reported.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return whether nothing is left to be sent
     */
    bool IsDrained() const;

    /**
     * @return bytes given to the socket
     */
    uint64_t GetBytesSent() const;

    /**
     * @return bytes taken from the socket
     */
    uint64_t GetBytesReceived() const;

  private:
    /**
     * Remove the callbacks of the socket.
     */
    void Detach();

    /**
     * Handle bytes that arrived.
     */
    void HandleReadable();

    /**
     * Handle a close by the peer, or the loss of the connection.
     */
    void HandleEnd();

    OutgoingBytes& m_outgoing; ///< Bytes to send.
    Received m_received;       ///< Called with bytes that arrived.
    Ended m_ended;             ///< Called at the end.
    Ptr<Socket> m_socket;      ///< The socket; null once it is gone.
    bool m_closing{false};     ///< Close once everything is sent.
    bool m_hangs{false};       ///< The process hangs.
    bool m_ends{false};        ///< The connection ended during the hang.
    uint64_t m_sent{0};        ///< Bytes given to the socket.
    uint64_t m_taken{0};       ///< Bytes taken from the socket.
};

} // namespace ns3::net8

#endif /* NET8_MESSAGE_SOCKET_H */
