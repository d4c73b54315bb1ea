// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_USER_H
#define NET8_TCP_USER_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long TCP had retransmitted without an answer when it gave up a connection.
 */
struct TcpGivenUp
{
    uint32_t repeatedMs{0}; ///< Time since the first retransmission, ms; 0: it did not give up so.
    uint32_t limitMs{0};    ///< The time after which the system gives up (tcp_retries2), ms; 0: it
                            ///< counts retransmissions.
};

/**
 * @ingroup net8
 * End of a connection.
 */
struct TcpEnd
{
    bool reset{false};    ///< It was reset or given up, not closed normally.
    TcpGivenUp givenUp{}; ///< How long TCP had retransmitted before it was given up.
};

/**
 * @ingroup net8
 * User of a connection: notified of the events for which a program calls poll(2). A pointer to it
 * replaces a callback for each event, which in ns-3 takes some hundred bytes.
 */
class TcpUser
{
  public:
    /// Handle that bytes, or the end of the stream, can be read.
    virtual void HandleReadable() = 0;

    /// Handle that the peer sent urgent data, as a signal before any of it is read (SIGURG).
    virtual void HandleUrgent()
    {
    }

    /// Handle that there is space for a write again.
    virtual void HandleWritable() = 0;

    /**
     * Handle the end of the connection: nothing more will be received.
     *
     * @param end how the connection ended
     */
    virtual void HandleEnd(const TcpEnd& end) = 0;

  protected:
    ~TcpUser() = default;
};

/**
 * @ingroup net8
 * A socket that can have a user.
 */
class TcpUserSlot
{
  public:
    static constexpr uint32_t URGENT = 1; ///< Flag of Send: the last byte is urgent (MSG_OOB).

    /**
     * @param user user to notify instead of callbacks, until another one is set; null: callbacks
     */
    virtual void SetUser(TcpUser* user) = 0;

  protected:
    ~TcpUserSlot() = default;
};

} // namespace ns3::net8

#endif // NET8_TCP_USER_H
