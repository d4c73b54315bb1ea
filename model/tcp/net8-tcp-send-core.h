// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_CORE_H
#define NET8_TCP_SEND_CORE_H

#include "net8-tcp-chrono.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-recovery.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-sender-host.h"

#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * State shared by the parts of the sending half: its variables, its queue, and its loss detection.
 * The parts themselves (TcpSendPart) keep no state between events.
 */
struct TcpSendCore
{
    /**
     * Create the state.
     *
     * @param settings settings of the host
     * @param rest the rest of the connection
     */
    TcpSendCore(const TcpSettings& settings, TcpSenderHost& rest);

    TcpSendCore(const TcpSendCore&) = delete;
    TcpSendCore& operator=(const TcpSendCore&) = delete;

    /// @return the congestion states, for the current event
    TcpRecovery Recovery()
    {
        return {state, queue, rack, *control};
    }

    TcpSendState state;                            ///< Variables shared by all rules.
    TcpSendQueue queue;                            ///< The send queue.
    TcpRack rack;                                  ///< RACK.
    TcpChrono chrono;                              ///< Measures what the sender waits for.
    TcpSenderHost& host;                           ///< The rest of the connection.
    std::unique_ptr<TcpCongestionControl> control; ///< Congestion control.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_CORE_H
