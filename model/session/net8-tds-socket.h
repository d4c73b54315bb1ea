// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_SOCKET_H
#define NET8_TDS_SOCKET_H

#include "ns3/net8-byte-source.h"
#include "ns3/net8-outgoing-bytes.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a TDS connection, or of the pipe under it, on a socket: what arrives is handed on,
 * what waits is given to the socket as it has room.
 */
class Net8TdsSocket
{
  public:
    /// Told of bytes that arrived.
    using Received = std::function<void(ByteSource& segment)>;
    /// Told once that the connection is over.
    using Ended = std::function<void()>;

    /**
     * @param outgoing what is sent; must outlive the object
     * @param received told of bytes
     * @param ended told of the end
     */
    Net8TdsSocket(OutgoingBytes& outgoing, Received received, Ended ended);
    ~Net8TdsSocket();
    Net8TdsSocket(const Net8TdsSocket&) = delete;
    Net8TdsSocket& operator=(const Net8TdsSocket&) = delete;

    /**
     * @param socket a socket, connected or about to be
     */
    void Attach(Ptr<Socket> socket);

    /**
     * Give the socket what waits, as far as it has room.
     */
    void Flush();

    /**
     * Close once all that waits was sent.
     */
    void CloseWhenSent();

    /**
     * Forget everything, as a host does that goes down: nothing more is told.
     *
     * @return the socket, if there still is one
     */
    Ptr<Socket> Forget();

    /**
     * Stand still or go on, as the process does: nothing is read, written or told meanwhile.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return whether there is nothing left to be sent
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
     * The socket tells nothing more.
     */
    void Detach();

    /**
     * Bytes have arrived.
     */
    void HandleReadable();

    /**
     * The peer has closed, or the connection is lost.
     */
    void HandleEnd();

    OutgoingBytes& m_outgoing; ///< What is sent.
    Received m_received;       ///< Told of bytes.
    Ended m_ended;             ///< Told of the end.
    Ptr<Socket> m_socket;      ///< The socket; null: none any more.
    bool m_closing{false};     ///< It closes once all was sent.
    bool m_hangs{false};       ///< The process stands still.
    bool m_ends{false};        ///< The connection ended meanwhile.
    uint64_t m_sent{0};        ///< Bytes given to the socket.
    uint64_t m_taken{0};       ///< Bytes taken from it.
};

} // namespace ns3::net8

#endif /* NET8_TDS_SOCKET_H */
