// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_NOTIFIER_H
#define NET8_TCP_NOTIFIER_H

#include "ns3/event-impl.h"
#include "ns3/net8-tcp-state.h"
#include "ns3/net8-tcp-user.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::net8
{

class Net8TcpFlowSocket;

/**
 * @ingroup net8
 * Keeps track of what the application of a socket has been told about its connection, and tells it
 * what is new: that it is connected, bytes sent, bytes received, and why it ended.
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

    /// The event does not hold the socket, so it may not outlast it.
    ~Net8TcpNotifier()
    {
        Forget();
    }

    Net8TcpNotifier(const Net8TcpNotifier&) = delete;
    Net8TcpNotifier& operator=(const Net8TcpNotifier&) = delete;

    /**
     * Start a connection, which may not be the first of this socket.
     *
     * @param iss its initial sequence number
     * @param connecting whether to report when it is connected
     */
    void Start(uint32_t iss, bool connecting);

    /**
     * @return whether the application waits to be connected
     */
    bool IsConnecting() const
    {
        return m_connecting;
    }

    /**
     * @return why the connection ended; NONE: it has not ended, or ended in an orderly way
     */
    TcpError GetError() const
    {
        return m_error;
    }

    /**
     * @param user notified instead of the callbacks of ns3::Socket; null: use the callbacks
     */
    void SetUser(TcpUser* user)
    {
        m_user = user;
    }

    /// Let a blocked writer continue at once, and wake the application if there is news: what
    /// happens until it runs is reported together.
    void Tell();

    /// Report nothing any more.
    void Forget()
    {
        if (m_wakeUp)
        {
            m_wakeUp->Cancel();
            m_wakeUp = nullptr;
        }
    }

    /// @return the event in which the application runs; null: it has nothing to do
    const EventImpl* GetWakeUp() const
    {
        return PeekPointer(m_wakeUp);
    }

    /**
     * Go on after a time that was skipped.
     *
     * @param sent bytes sent in it
     * @param received bytes received in it
     * @param by its length
     */
    void Skip(uint64_t sent, uint64_t received, Time by);

    /// Report urgent data at once, as a signal does.
    void TellUrgent();

    /// Report that there is room for a write.
    void TellWritable();

  private:
    class Event;

    /// Report that the connection is established.
    void TellConnected();

    /// @return whether there is something to report but bytes sent
    bool HasNews() const;

    /// @return whether the answer to the opening has come
    bool IsOpeningOver() const;

    /// Let the application run in its event, unless the connection is gone.
    void HandleWakeUp();

    /// Report what has happened to the application, which runs now.
    void WakeUp();

    /// Report bytes sent.
    void TellSent();

    /// Report bytes received.
    void TellReceived();

    /// Report why the connection ended.
    void TellEnd();

    /**
     * Report that nothing will be received any more.
     *
     * @param reset whether the connection was reset or given up
     */
    void TellClose(bool reset);

    Net8TcpFlowSocket& m_socket;      ///< The socket.
    Ptr<EventImpl> m_wakeUp;          ///< The application runs in it; null: it has nothing to do.
    Time m_ready;                     ///< It runs no earlier, as it has just run.
    TcpUser* m_user{nullptr};         ///< Notified instead of callbacks.
    uint64_t m_received{0};           ///< Offset up to which received bytes were reported.
    uint32_t m_sent{0};               ///< Sequence number up to which sent bytes were reported.
    TcpError m_error{TcpError::NONE}; ///< Why the connection ended.
    bool m_connecting{false};         ///< The end of Connect is not reported yet.
    bool m_endTold{false};            ///< The end was reported.
};

} // namespace ns3::net8

#endif // NET8_TCP_NOTIFIER_H
