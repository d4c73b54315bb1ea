// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_SETTINGS_H
#define NET8_SERVER_SETTINGS_H

#include "ns3/net8-native-offer.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-release.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Purpose of a piece of server work.
 */
enum class ServerStage : uint8_t
{
    LOGON,          ///< A round trip of the logon other than AUTHENTICATION.
    AUTHENTICATION, ///< The round trip that carries the password.
    CALL,           ///< A call of the session.
    LOGOFF          ///< The last call.
};

/**
 * @ingroup net8
 * What a server needs before the first byte of a reply.
 */
struct ServerEffort
{
    ServerStage stage{ServerStage::CALL}; ///< Its purpose.
    bool commits{false};                  ///< After it, the redo log is written.
    std::chrono::nanoseconds cpu{0};      ///< CPU time.
    std::chrono::nanoseconds wait{0};     ///< Time without CPU: disk, locks.
};

/**
 * @ingroup net8
 * The timeouts of a server. Those of the connection are up to whatever carries its bytes.
 */
struct ServerTimeouts
{
    std::chrono::nanoseconds inboundConnectTimeout{0}; ///< Until the logon is complete; 0: no
                                                       ///< limit.
    std::chrono::nanoseconds expireTime{0};            ///< Without a call, until a probe; 0: no
                                                       ///< probes.
    bool nsProbes{false};                    ///< Probes are Oracle Net packets; else TCP keepalive.
    std::chrono::nanoseconds recvTimeout{0}; ///< Without a call; 0: no limit.
    std::chrono::nanoseconds sendTimeout{0}; ///< The connection accepts no byte; 0: no limit.
};

/**
 * @ingroup net8
 * Settings common to all sessions of a server.
 */
struct ServerSettings
{
    /// Time points of a clock with an arbitrary epoch.
    using Nanoseconds = std::chrono::nanoseconds;

    ReleaseProfile release;           ///< Oracle release.
    ServerLimits limits;              ///< SDU, TDU and version.
    TduRule tduRule{TduRule::IGNORE}; ///< Whether the TDU limits packets.
    bool resend{false};               ///< Request the CONNECT again.
    uint32_t sduReserve{0};           ///< Bytes left free in each packet.
    bool keepsSteps{false};           ///< Keep each wait and call, for a trace.
    NativeSecurity security{};        ///< Encryption and checksums.
    ServerTimeouts timeouts;          ///< Timeouts.
    /// Effort for a request of a stage; empty: none.
    std::function<ServerEffort(ServerStage)> effort{};
    /// Time that n rows take; empty: none.
    std::function<Nanoseconds(uint64_t)> rowTime{};
    /// Time that a TNS packet takes; empty: none.
    std::function<Nanoseconds()> packetTime{};
    /// Time to the next change that subscribers are notified of; empty: there is none.
    std::function<Nanoseconds()> notificationInterval{};
    uint32_t notificationBytes{0}; ///< TTC bytes of a notification.

    /**
     * Draw the effort for a request.
     *
     * @param stage purpose of the request
     * @return its effort
     */
    ServerEffort DrawEffort(ServerStage stage) const;

    /**
     * Make the ACCEPT for a client.
     *
     * @param connect the client's CONNECT
     * @param agreement what was agreed with the client
     * @return the ACCEPT
     */
    AcceptPacket MakeAccept(const ConnectPacket& connect, const Agreement& agreement) const;
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SETTINGS_H */
