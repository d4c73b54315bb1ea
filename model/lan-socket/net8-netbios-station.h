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
 * A station with NetBIOS, as seen by its links to others.
 */
class Net8NetbiosStation
{
  public:
    /**
     * Send a frame of a link.
     *
     * @param to the other station
     * @param unit the unit of the link
     * @param frame the frame's contents; null: none
     */
    virtual void SendOverLink(const LanAddress& to,
                              const LanUnit& unit,
                              const Ptr<Packet>& frame) = 0;

    /**
     * Handle a frame of a session that came over a link.
     *
     * @param from the other station
     * @param frame the frame, from the NetBIOS header on
     */
    virtual void DeliverFrame(const LanAddress& from, const Ptr<Packet>& frame) = 0;

    /**
     * Handle an acknowledgement of a frame by the other station.
     *
     * @param to the other station
     * @param session session of the frame
     * @param unit the unit in the frame
     */
    virtual void HandleAcknowledged(const LanAddress& to,
                                    uint16_t session,
                                    const LanUnit& unit) = 0;

    /**
     * Fail a session whose link is gone.
     *
     * @param session number of the session
     */
    virtual void FailSession(uint16_t session) = 0;

  protected:
    ~Net8NetbiosStation() = default;
};

} // namespace ns3::net8

#endif // NET8_NETBIOS_STATION_H
