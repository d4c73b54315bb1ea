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
 * What a piece of work of a server is for.
 */
enum class ServerStage : uint8_t
{
    LOGON,          ///< A round trip of the logon, but for the next one.
    AUTHENTICATION, ///< The one that brings the password.
    CALL,           ///< A call of the session.
    LOGOFF          ///< The last one.
};

/**
 * @ingroup net8
 * What a reply takes before its first byte.
 */
struct ServerEffort
{
    ServerStage stage{ServerStage::CALL}; ///< What it is for.
    std::chrono::nanoseconds cpu{0};      ///< CPU time.
    std::chrono::nanoseconds wait{0};     ///< Time without CPU: disk, locks.
};

/**
 * @ingroup net8
 * How long a server waits. What a connection looks after is for whatever carries its bytes.
 */
struct ServerTimeouts
{
    std::chrono::nanoseconds inboundConnectTimeout{0}; ///< Until the logon is complete; 0: none.
    std::chrono::nanoseconds expireTime{0};            ///< Without a call until a probe; 0: none.
    bool nsProbes{false};                    ///< Probes are packets of Oracle Net; else TCP's.
    std::chrono::nanoseconds recvTimeout{0}; ///< Without a call; 0: none.
    std::chrono::nanoseconds sendTimeout{0}; ///< The connection takes no byte; 0: none.
};

/**
 * @ingroup net8
 * What the dialogues of all sessions of a server have in common.
 */
struct ServerSettings
{
    /// Times of a clock that any epoch may have.
    using Nanoseconds = std::chrono::nanoseconds;

    ReleaseProfile release;           ///< Oracle release.
    ServerLimits limits;              ///< SDU, TDU and version.
    TduRule tduRule{TduRule::IGNORE}; ///< Whether the TDU cuts packets.
    bool resend{false};               ///< Ask for the CONNECT once more.
    uint32_t sduReserve{0};           ///< Bytes left free in each packet.
    NativeSecurity security{};        ///< Encryption and checksums.
    ServerTimeouts timeouts;          ///< How long it waits.
    /// What a request of a stage takes; empty: nothing.
    std::function<ServerEffort(ServerStage)> effort{};
    /// Time that so many rows take; empty: none.
    std::function<Nanoseconds(uint64_t)> rowTime{};
    /// Time that a TNS packet takes; empty: none.
    std::function<Nanoseconds()> packetTime{};

    /**
     * @param stage what a request is for
     * @return what it takes
     */
    ServerEffort DrawEffort(ServerStage stage) const;

    /**
     * @param connect a client's CONNECT
     * @param agreement what is agreed with it
     * @return the ACCEPT
     */
    AcceptPacket MakeAccept(const ConnectPacket& connect, const Agreement& agreement) const;
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SETTINGS_H */
