// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_HANDSHAKE_H
#define NET8_TCP_HANDSHAKE_H

#include "net8-tcp-ecn.h"
#include "net8-tcp-receive-window.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-settings.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the two SYNs negotiated; a listener keeps it until the third segment (struct
 * tcp_request_sock).
 */
struct TcpHandshake
{
    uint32_t iss{0};             ///< Our initial sequence number.
    uint32_t irs{0};             ///< The peer's initial sequence number.
    uint32_t mssClamp{536};      ///< Maximum segment size to send, bytes.
    uint32_t advMss{1460};       ///< MSS option to send, bytes.
    uint32_t recentTimestamp{0}; ///< Timestamp of the peer's SYN, ms.
    uint8_t sendScale{0};        ///< Shift count of the peer's window.
    bool scaling{false};         ///< Both ends scale windows.
    bool sack{false};            ///< Both ends support SACK.
    bool timestamps{false};      ///< Both ends use timestamps.
    bool ecn{false};             ///< Both ends use ECN.
    uint8_t repeats{0};          ///< Number of SYN-ACK retransmissions by the timer.
    uint8_t copies{0};           ///< Number of SYN-ACK retransmissions in all.
    int64_t sentUs{0};           ///< Time of the first SYN-ACK, us.
    TcpReceiveWindow window;     ///< Advertised window.

    /**
     * Process the peer's SYN.
     *
     * @param syn the SYN
     * @param settings settings of the host
     * @param options options of the listener
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
        ecn = TcpEcn::Accepts(syn, settings);
        recentTimestamp = syn.options.timestampValue;
        window.Open(settings, options.receiveBuffer);
        window.SelectInitial(settings, advMss - (timestamps ? 12 : 0), scaling);
        window.SetStart(irs + 1);
    }

    /**
     * Compute our MSS option.
     *
     * @param settings settings of the host
     * @param options options of the socket
     * @return the MSS option to send, bytes
     */
    static uint32_t AdvertisedMss(const TcpSettings& settings, const TcpSocketOptions& options)
    {
        return options.maxSegment > 0 ? std::min(settings.mss, options.maxSegment) : settings.mss;
    }

    /**
     * Compute the maximum segment size to send.
     *
     * @param syn the peer's SYN
     * @param settings settings of the host
     * @param options options of the socket
     * @return maximum segment size to send, bytes
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
