// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_HANDSHAKE_H
#define NET8_TCP_HANDSHAKE_H

#include "net8-tcp-receive-window.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-socket-options.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the two SYNs agreed on, as a listener keeps it until the third segment (struct
 * tcp_request_sock).
 */
struct TcpHandshake
{
    uint32_t iss{0};             ///< Our initial sequence number.
    uint32_t irs{0};             ///< The peer's initial sequence number.
    uint32_t mssClamp{536};      ///< Largest segment to send, bytes.
    uint32_t advMss{1460};       ///< MSS option that we send, bytes.
    uint32_t recentTimestamp{0}; ///< Timestamp of the peer's SYN, ms.
    uint8_t sendScale{0};        ///< Shift count of the peer's window.
    bool scaling{false};         ///< Both ends scale windows.
    bool sack{false};            ///< Both ends do SACK.
    bool timestamps{false};      ///< Both ends do timestamps.
    uint8_t repeats{0};          ///< How often our SYN-ACK was repeated by its timer.
    uint8_t copies{0};           ///< How often it was repeated in all.
    int64_t sentUs{0};           ///< When it left first, us.
    TcpReceiveWindow window;     ///< Window that is offered.

    /**
     * Take the peer's SYN.
     *
     * @param syn the segment
     * @param settings the host
     * @param options what was set for the listener
     */
    void TakeSyn(const TcpSegment& syn,
                 const TcpSettings& settings,
                 const TcpSocketOptions& options)
    {
        irs = syn.seq;
        advMss = AdvertisedMss(settings, options);
        mssClamp = ClampOf(syn, settings, options);
        scaling = settings.windowScaling && syn.options.hasWindowScale;
        sendScale = scaling ? std::min<uint8_t>(syn.options.windowScale, 14) : 0;
        timestamps = settings.timestamps && syn.options.hasTimestamps;
        sack = settings.sack && syn.options.sackPermitted;
        recentTimestamp = syn.options.timestampValue;
        window.Open(settings, options.receiveBuffer);
        window.SelectInitial(settings, advMss - (timestamps ? 12 : 0), scaling);
        window.SetStart(irs + 1);
    }

    /**
     * @param settings the host
     * @param options what was set for the socket
     * @return the MSS option to send, bytes
     */
    static uint32_t AdvertisedMss(const TcpSettings& settings, const TcpSocketOptions& options)
    {
        return options.maxSegment > 0 ? std::min(settings.mss, options.maxSegment) : settings.mss;
    }

    /**
     * @param syn the peer's SYN
     * @param settings the host
     * @param options what was set for the socket
     * @return largest segment to send, bytes
     */
    static uint32_t ClampOf(const TcpSegment& syn,
                            const TcpSettings& settings,
                            const TcpSocketOptions& options)
    {
        const uint32_t mss =
            syn.options.hasMss && syn.options.mss > 0 ? syn.options.mss : settings.assumedMss;
        return options.maxSegment > 0 ? std::min(mss, options.maxSegment) : mss;
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_HANDSHAKE_H
