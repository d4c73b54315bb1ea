// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_NOTIFIER_H
#define NET8_TCP_NOTIFIER_H

#include "ns3/net8-tcp-error.h"
#include "ns3/net8-tcp-user.h"

#include <cstdint>

namespace ns3::net8
{

class Net8TcpFlowSocket;

/**
 * @ingroup net8
 * What the program over a socket was told of its connection, and is to be told: that it is there,
 * bytes sent, bytes received, and why there will be no more.
 */
class Net8TcpNotifier
{
  public:
    /**
     * @param socket the socket
     */
    explicit Net8TcpNotifier(Net8TcpFlowSocket& socket)
        : m_socket(socket)
    {
    }

    /**
     * A connection begins, perhaps not the first one.
     *
     * @param iss its initial sequence number
     * @param connecting whether it is to be told when the connection is there
     */
    void Start(uint32_t iss, bool connecting);

    /**
     * @return whether the program waits for its connection
     */
    bool IsConnecting() const
    {
        return m_connecting;
    }

    /**
     * @return why the connection ended; NONE: it has not, or in good order
     */
    TcpError GetError() const
    {
        return m_error;
    }

    /**
     * @param user who is told in place of the callbacks of ns3::Socket; null: nobody
     */
    void SetUser(TcpUser* user)
    {
        m_user = user;
    }

    /// Tell the program what has happened.
    void Tell();

    /// Tell it that there is room for a write.
    void TellWritable();

  private:
    /// Tell it that the connection is there.
    void TellConnected();

    /// Tell it of bytes that were sent or came in.
    void TellBytes();

    /// Tell it why there will be no more.
    void TellEnd();

    /**
     * Tell it that nothing comes any more.
     *
     * @param reset whether the connection was reset or given up
     */
    void TellClose(bool reset);

    Net8TcpFlowSocket& m_socket;      ///< The socket.
    TcpUser* m_user{nullptr};         ///< Who is told in place of callbacks.
    uint64_t m_received{0};           ///< Place up to which bytes were told.
    uint32_t m_sent{0};               ///< The same of what was sent, a sequence number.
    TcpError m_error{TcpError::NONE}; ///< Why the connection ended.
    bool m_connecting{false};         ///< Connect is not told yet.
    bool m_endTold{false};            ///< The end is told.
};

} // namespace ns3::net8

#endif // NET8_TCP_NOTIFIER_H
