// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_USER_H
#define NET8_TCP_USER_H

namespace ns3::net8
{

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

    /// Handle that there is space for a write again.
    virtual void HandleWritable() = 0;

    /**
     * Handle the end of the connection: nothing more will be received.
     *
     * @param reset whether the connection was reset or given up, not closed normally
     */
    virtual void HandleEnd(bool reset) = 0;

  protected:
    ~TcpUser() = default;
};

} // namespace ns3::net8

#endif // NET8_TCP_USER_H
