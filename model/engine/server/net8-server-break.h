// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_BREAK_H
#define NET8_SERVER_BREAK_H

#include "ns3/net8-tns-connection.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a server aborts a call: it sends a break and a reset, in two writes; once the client's reset
 * has arrived as well, the error may follow.
 */
class ServerBreak
{
  public:
    /**
     * Send the break.
     *
     * @param connection where it is sent
     */
    void Begin(TnsConnection& connection);

    /**
     * Send the reset after the break.
     *
     * @param connection where it is sent
     */
    void SendReset(TnsConnection& connection);

    /**
     * Handle the client's reset.
     *
     * @return whether it is the first one
     */
    bool TakeReset();

    /**
     * @return whether both resets have been exchanged
     */
    bool IsOver() const;

  private:
    /**
     * Send a MARKER.
     *
     * @param connection where it is sent
     * @param data BREAK or RESET
     */
    static void SendMarker(TnsConnection& connection, uint8_t data);

    bool m_sent{false}; ///< The reset has been sent.
    bool m_seen{false}; ///< The client's reset has arrived.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_BREAK_H */
