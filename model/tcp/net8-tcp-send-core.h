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
 * What the parts of the sending half share: its variables, its queue, and what knows the losses.
 * The parts themselves (TcpSendPart) hold nothing from one event to the next.
 */
struct TcpSendCore
{
    /**
     * @param settings the host
     * @param rest the rest of the connection
     */
    TcpSendCore(const TcpSettings& settings, TcpSenderHost& rest);

    TcpSendCore(const TcpSendCore&) = delete;
    TcpSendCore& operator=(const TcpSendCore&) = delete;

    /// @return the states of congestion, for the event at hand
    TcpRecovery Recovery()
    {
        return {state, queue, rack, *control};
    }

    TcpSendState state;                            ///< Variables that all rules share.
    TcpSendQueue queue;                            ///< The send queue.
    TcpRack rack;                                  ///< RACK.
    TcpChrono chrono;                              ///< What the sender waited for.
    TcpSenderHost& host;                           ///< The rest of the connection.
    std::unique_ptr<TcpCongestionControl> control; ///< Congestion control.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_CORE_H
