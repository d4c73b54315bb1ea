// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_TRANSMISSION_H
#define NET8_TCP_TRANSMISSION_H

#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A buffer of the send queue leaves: how large a burst is, when the next may go if the sender
 * paces, and what is noted of it.
 */
class TcpTransmission : private TcpSendPart
{
  public:
    /// @param core what the parts of the sending half share
    explicit TcpTransmission(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /// @return segments of one burst at most (tcp_tso_segs)
    uint32_t GetBurstSegments() const;

    /// @return whether the next segment has to wait for its time
    bool IsPaced();

    /**
     * Let a buffer leave.
     *
     * @param buffer the buffer
     * @return whether the device took it
     */
    bool Send(TcpSendRun& buffer);

    /// The first unsent buffer left (tcp_event_new_data_sent).
    void NoteNewDataSent();
};

} // namespace ns3::net8

#endif // NET8_TCP_TRANSMISSION_H
