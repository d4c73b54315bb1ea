// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_OWNER_H
#define NET8_CONNECTION_OWNER_H

#include "ns3/net8-session-counters.h"
#include "ns3/net8-tns-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the owner of a Net8Connection is told.
 */
class Net8ConnectionOwner
{
  public:
    /**
     * @param received a packet that is part of no message
     */
    virtual void HandlePacket(const StreamReader::Received& received) = 0;

    /**
     * @param message a whole message
     */
    virtual void HandleMessage(const TnsStream::Message& message) = 0;

    /// The socket took the last byte of a DATA packet of a message.
    virtual void HandleTaken()
    {
    }

    /**
     * @param error why the connection is of no more use
     */
    virtual void HandleFailed(SessionError error) = 0;

    /// The peer closed in good order.
    virtual void HandleClosed() = 0;

  protected:
    ~Net8ConnectionOwner() = default;
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_OWNER_H */
