// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_BREAK_H
#define NET8_SERVER_BREAK_H

#include "net8-tns-connection.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a server takes a call back: a break and a reset go out, in two writes; once the client's
 * reset has come as well, the error may follow.
 */
class ServerBreak
{
  public:
    /**
     * Send the break.
     *
     * @param connection where to
     */
    void Begin(TnsConnection& connection);

    /**
     * Send the reset behind it.
     *
     * @param connection where to
     */
    void SendReset(TnsConnection& connection);

    /**
     * The client's reset has arrived.
     *
     * @return whether it is the first one
     */
    bool TakeReset();

    /**
     * @return whether both resets have passed
     */
    bool IsOver() const;

  private:
    /**
     * @param connection where to
     * @param data BREAK or RESET
     */
    static void SendMarker(TnsConnection& connection, uint8_t data);

    bool m_sent{false}; ///< The reset was sent.
    bool m_seen{false}; ///< The client's reset has arrived.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_BREAK_H */
