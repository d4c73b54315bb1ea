// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SENDER_HOST_H
#define NET8_TCP_SENDER_HOST_H

#include "net8-tcp-settings.h"
#include "net8-tcp-state.h"
#include "net8-tcp-timers.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the sending half of a connection needs from the rest of it.
 */
class TcpSenderHost
{
  public:
    virtual ~TcpSenderHost() = default;

    /**
     * Send a segment, with the current acknowledgment and options.
     *
     * @param seq sequence number of the segment
     * @param length payload of the segment, bytes
     * @param segmentBytes payload of one segment on the wire, bytes
     * @param flags control bits except ACK
     * @return whether the device accepted it
     */
    virtual bool SendSegment(uint32_t seq,
                             uint32_t length,
                             uint32_t segmentBytes,
                             uint8_t flags) = 0;

    /// @return size of the options of a data segment now, bytes
    virtual uint32_t GetOptionBytes() const = 0;

    /// @return our timestamp, ms
    virtual uint32_t GetTimestampMs() const = 0;

    /// @return all timers
    virtual TcpTimers& GetTimers() = 0;

    /// @return options of the socket
    virtual const TcpSocketOptions& GetOptions() const = 0;

    /// @return state of the connection
    virtual TcpState GetState() const = 0;

    /// @return whether the user has closed the connection, so that it is not read or written any
    /// more
    virtual bool IsOrphan() const = 0;

    /// @return time since anything was received, ms
    virtual uint32_t GetSilenceMs() const = 0;

    /**
     * Give up the connection.
     *
     * @param error the reason
     */
    virtual void Fail(TcpError error) = 0;
};

} // namespace ns3::net8

#endif // NET8_TCP_SENDER_HOST_H
