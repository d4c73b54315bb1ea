// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_OUTPUT_H
#define NET8_TCP_OUTPUT_H

#include "net8-tcp-segment.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Receives the segments of a connection. Transmit must not call the connection.
 */
class TcpOutput
{
  public:
    virtual ~TcpOutput() = default;

    /**
     * Transmit a segment.
     *
     * @param segment the received segment
     * @return whether the device accepted it; if not, sending is retried later
     */
    virtual bool Transmit(const TcpSegment& segment) = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_OUTPUT_H
