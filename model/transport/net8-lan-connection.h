// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_CONNECTION_H
#define NET8_LAN_CONNECTION_H

#include "ns3/net8-lan-codec.h"
#include "ns3/net8-lan-transport.h"
#include "ns3/packet.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A connection of a transport of LANs, or one that listens, as its host sees it.
 */
class Net8LanConnection
{
  public:
    /**
     * @param ends ends of what has come
     * @return whether it came from the other end of this connection
     */
    virtual bool IsFrom(const LanEnds& ends) const = 0;

    /**
     * A connect came for this one, which listens.
     *
     * @param arrival the connect
     */
    virtual void Accept(const LanArrival& arrival) = 0;

    /**
     * Something came for this connection.
     *
     * @param arrival what
     * @param payload bytes of the user; null: none
     */
    virtual void Receive(const LanArrival& arrival, const Ptr<Packet>& payload) = 0;

    /**
     * The link below has had an acknowledgement of what this connection sent (NetBIOS).
     *
     * @param number next piece that the other end expects
     */
    virtual void Acknowledge(int64_t number) = 0;

    /// The link below is gone (NetBIOS).
    virtual void Fail() = 0;

    /// The node is gone: nothing can be sent any more.
    virtual void Forget() = 0;

    /// @return what it sent
    virtual LanTransport::Counts GetCounts() const = 0;

  protected:
    ~Net8LanConnection() = default;
};

} // namespace ns3::net8

#endif // NET8_LAN_CONNECTION_H
