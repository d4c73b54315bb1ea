// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_OWNER_H
#define NET8_CONNECTION_OWNER_H

#include "ns3/net8-session-counters.h"
#include "ns3/net8-tns-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Interface of the owner of a Net8Connection, through which it is notified.
 */
class Net8ConnectionOwner
{
  public:
    /**
     * Handle a packet that is not part of a message.
     *
     * @param received the packet
     */
    virtual void HandlePacket(const StreamReader::Received& received) = 0;

    /**
     * Handle a complete message.
     *
     * @param message the message
     */
    virtual void HandleMessage(const TnsStream::Message& message) = 0;

    /// Handle a signal of the peer by TCP urgent data, ahead of the bytes before it.
    virtual void HandleUrgent()
    {
    }

    /// Note that the socket took the last byte of a DATA packet of a message.
    virtual void HandleTaken()
    {
    }

    /**
     * Handle the failure of the connection.
     *
     * @param error why the connection can no longer be used
     */
    virtual void HandleFailed(SessionError error) = 0;

    /// Handle an orderly close by the peer.
    virtual void HandleClosed() = 0;

  protected:
    ~Net8ConnectionOwner() = default;
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_OWNER_H */
