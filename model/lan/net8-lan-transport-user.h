// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_TRANSPORT_USER_H
#define NET8_LAN_TRANSPORT_USER_H

#include "net8-lan-unit.h"

namespace ns3::net8
{

/// Why a connection of a LanTransport ended.
enum class LanEnd : uint8_t
{
    NONE,    ///< It has not ended.
    CLOSED,  ///< Orderly close by either end.
    GAVE_UP, ///< Retransmissions exhausted, or the other end silent for too long.
};

/**
 * @ingroup net8
 * The user of a LanTransport: sends its units and receives its events.
 */
class LanTransportUser
{
  public:
    /**
     * Send a unit.
     *
     * @param unit the unit
     */
    virtual void Transmit(const LanUnit& unit) = 0;

    /// Handle the established connection.
    virtual void HandleConnected() = 0;

    /**
     * Handle received data, that of the current unit.
     *
     * @param unit the unit
     */
    virtual void HandleData(const LanUnit& unit) = 0;

    /**
     * Handle acknowledged data.
     *
     * @param bytes number of bytes
     */
    virtual void HandleAcknowledged(uint32_t bytes) = 0;

    /**
     * Handle the end of the connection.
     *
     * @param end why
     */
    virtual void HandleTransportEnd(LanEnd end) = 0;

  protected:
    ~LanTransportUser() = default;
};

} // namespace ns3::net8

#endif // NET8_LAN_TRANSPORT_USER_H
