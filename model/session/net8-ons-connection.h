// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ONS_CONNECTION_H
#define NET8_ONS_CONNECTION_H

#include "net8-byte-queue.h"
#include "net8-message-socket.h"

#include "ns3/socket.h"

#include <functional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a connection between Oracle Notification Service and a subscriber: messages with a
 * header and a body (FanEvent) on a socket.
 */
class Net8OnsConnection
{
  public:
    /// Callback invoked with a message that arrived; it must not destroy the connection.
    using Received = std::function<void(const std::string& message)>;
    /// Callback invoked once, when the peer has ended the connection; it must not destroy the
    /// connection.
    using Ended = std::function<void()>;

    /**
     * @param socket a socket, connected or about to be
     * @param received called for each message
     * @param ended called at the end
     */
    Net8OnsConnection(const Ptr<Socket>& socket, Received received, Ended ended);
    ~Net8OnsConnection();

    Net8OnsConnection(const Net8OnsConnection&) = delete;
    Net8OnsConnection& operator=(const Net8OnsConnection&) = delete;

    /**
     * @param message a message to send
     */
    void Send(const std::string& message);

    /**
     * Forget everything: no callback is called any more.
     *
     * @return the socket, if there still is one
     */
    Ptr<Socket> Forget();

    /**
     * Make the process hang or continue.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

  private:
    /**
     * Handle bytes that arrived.
     *
     * @param bytes the bytes
     */
    void HandleBytes(ByteSource& bytes);

    Received m_handler;         ///< Called for each message.
    std::string m_received;     ///< Bytes that arrived, up to a whole message.
    ByteQueue m_outgoing;       ///< Bytes to send.
    Net8MessageSocket m_socket; ///< The socket.
};

} // namespace ns3::net8

#endif /* NET8_ONS_CONNECTION_H */
