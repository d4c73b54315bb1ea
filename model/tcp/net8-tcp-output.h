// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_OUTPUT_H
#define NET8_TCP_OUTPUT_H

#include "net8-tcp-segment.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Where the segments of a connection go. It must not call the connection from inside Transmit.
 */
class TcpOutput
{
  public:
    virtual ~TcpOutput() = default;

    /**
     * @param segment a segment that leaves
     * @return whether the device took it; what it does not take is tried again later
     */
    virtual bool Transmit(const TcpSegment& segment) = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_OUTPUT_H
