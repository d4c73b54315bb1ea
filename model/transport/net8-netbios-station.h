// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETBIOS_STATION_H
#define NET8_NETBIOS_STATION_H

#include "ns3/net8-lan-reader.h"
#include "ns3/net8-lan-unit.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A station with NetBIOS, as its links to others see it.
 */
class Net8NetbiosStation
{
  public:
    /**
     * Send a frame of a link.
     *
     * @param to the other station
     * @param unit what it says of the link
     * @param frame what it carries; null: nothing
     */
    virtual void SendOverLink(const LanAddress& to,
                              const LanUnit& unit,
                              const Ptr<Packet>& frame) = 0;

    /**
     * A frame of a session came over a link.
     *
     * @param from the other station
     * @param frame the frame, from the header of NetBIOS on
     */
    virtual void DeliverFrame(const LanAddress& from, const Ptr<Packet>& frame) = 0;

    /**
     * The other station has a frame.
     *
     * @param to the other station
     * @param session session of the frame
     * @param unit what it says
     */
    virtual void HandleAcknowledged(const LanAddress& to,
                                    uint16_t session,
                                    const LanUnit& unit) = 0;

    /**
     * @param session a session whose link is gone
     */
    virtual void FailSession(uint16_t session) = 0;

  protected:
    ~Net8NetbiosStation() = default;
};

} // namespace ns3::net8

#endif // NET8_NETBIOS_STATION_H
