// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SENDER_HOST_H
#define NET8_TCP_SENDER_HOST_H

#include "net8-tcp-error.h"
#include "net8-tcp-socket-options.h"
#include "net8-tcp-state.h"
#include "net8-tcp-timers.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the sending half of a connection needs of the rest of it.
 */
class TcpSenderHost
{
  public:
    virtual ~TcpSenderHost() = default;

    /**
     * Let a segment leave, with the acknowledgment and options that are due.
     *
     * @param seq its sequence number
     * @param length its payload, bytes
     * @param segmentBytes payload of one segment on the wire, bytes
     * @param flags its control bits but ACK
     * @return whether the device took it
     */
    virtual bool SendSegment(uint32_t seq,
                             uint32_t length,
                             uint32_t segmentBytes,
                             uint8_t flags) = 0;

    /// @return bytes of options that a segment with data carries now
    virtual uint32_t GetOptionBytes() const = 0;

    /// @return our timestamp, ms
    virtual uint32_t GetTimestampMs() const = 0;

    /// @return all timers
    virtual TcpTimers& GetTimers() = 0;

    /// @return what was set for the connection
    virtual const TcpSocketOptions& GetOptions() const = 0;

    /// @return state of the connection
    virtual TcpState GetState() const = 0;

    /// @return whether the user has closed, so that nobody reads or writes any more
    virtual bool IsOrphan() const = 0;

    /// @return milliseconds since anything came in
    virtual uint32_t GetSilenceMs() const = 0;

    /**
     * The connection is given up.
     *
     * @param error why
     */
    virtual void Fail(TcpError error) = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_SENDER_HOST_H
