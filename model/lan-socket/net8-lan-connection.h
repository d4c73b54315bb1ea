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
 * A connection of a LAN transport, or a listening one, as seen by its host.
 */
class Net8LanConnection
{
  public:
    /**
     * @param ends ends of a unit that arrived
     * @return whether it came from the other end of this connection
     */
    virtual bool IsFrom(const LanEnds& ends) const = 0;

    /**
     * Handle a connect for this connection, which listens.
     *
     * @param arrival the connect
     */
    virtual void Accept(const LanArrival& arrival) = 0;

    /**
     * Handle a unit for this connection.
     *
     * @param arrival the unit
     * @param payload user data; null: none
     */
    virtual void Receive(const LanArrival& arrival, const Ptr<Packet>& payload) = 0;

    /**
     * Handle an acknowledgement, received by the link below, of what this connection sent
     * (NetBIOS).
     *
     * @param number next piece that the other end expects
     */
    virtual void Acknowledge(int64_t number) = 0;

    /// Handle the loss of the link below (NetBIOS).
    virtual void Fail() = 0;

    /// Drop references to the node, which is gone: nothing can be sent any more.
    virtual void Forget() = 0;

    /// @return counts of what it sent
    virtual LanTransport::Counts GetCounts() const = 0;

  protected:
    ~Net8LanConnection() = default;
};

} // namespace ns3::net8

#endif // NET8_LAN_CONNECTION_H
