// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_TRANSPORT_USER_H
#define NET8_LAN_TRANSPORT_USER_H

#include "net8-lan-unit.h"

namespace ns3::net8
{

/// Why a connection of a LanTransport ended.
enum class LanEnd : uint8_t
{
    NONE,    ///< It has not.
    CLOSED,  ///< In good order, by either end.
    GAVE_UP, ///< Retransmissions were used up, or the other end was silent for too long.
};

/**
 * @ingroup net8
 * Whoever has a LanTransport: sends its units and is told what comes of it.
 */
class LanTransportUser
{
  public:
    /**
     * @param unit to be sent
     */
    virtual void Transmit(const LanUnit& unit) = 0;

    /// The connection is there.
    virtual void HandleConnected() = 0;

    /**
     * The next bytes have come, those of the unit that is being received.
     *
     * @param unit the unit
     */
    virtual void HandleData(const LanUnit& unit) = 0;

    /**
     * What was written is acknowledged.
     *
     * @param bytes how many
     */
    virtual void HandleAcknowledged(uint32_t bytes) = 0;

    /**
     * The connection has ended.
     *
     * @param end why
     */
    virtual void HandleTransportEnd(LanEnd end) = 0;

  protected:
    ~LanTransportUser() = default;
};

} // namespace ns3::net8

#endif // NET8_LAN_TRANSPORT_USER_H
