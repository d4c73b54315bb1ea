// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TRANSMISSION_H
#define NET8_TCP_TRANSMISSION_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sends a buffer of the send queue: the size of a burst, the time of the next one if the sender
 * paces, and the bookkeeping.
 */
class TcpTransmission : private TcpSendPart
{
  public:
    /// @param core state shared by the parts of the sending half
    explicit TcpTransmission(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// @return maximum number of segments in one burst (tcp_tso_segs)
    uint32_t GetBurstSegments() const;

    /// @return whether the next segment must wait for its time
    bool IsPaced();

    /**
     * Send a buffer.
     *
     * @param buffer the buffer
     * @return whether the device accepted it
     */
    bool Send(TcpSendRun& buffer);

    /// Note that the first unsent buffer was sent (tcp_event_new_data_sent).
    void NoteNewDataSent();
};

} // namespace ns3::net8

#endif // NET8_TCP_TRANSMISSION_H
