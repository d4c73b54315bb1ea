// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_PART_H
#define NET8_TCP_SEND_PART_H

#include "net8-tcp-send-core.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A part of the sending half, created where it is used: it has references to the shared state.
 */
class TcpSendPart
{
  protected:
    /// @param core state shared by the parts
    explicit TcpSendPart(TcpSendCore& core)
        : m_core(core),
          m_state(core.state),
          m_queue(core.queue),
          m_host(core.host)
    {
    }

    ~TcpSendPart() = default;

    TcpSendCore& m_core;   ///< State shared by the parts.
    TcpSendState& m_state; ///< Its variables.
    TcpSendQueue& m_queue; ///< Its queue.
    TcpSenderHost& m_host; ///< The rest of the connection.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_PART_H
