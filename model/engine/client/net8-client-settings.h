// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SETTINGS_H
#define NET8_CLIENT_SETTINGS_H

#include "ns3/net8-client-identity.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-native-offer.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-unit-time.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a client does once TCP is connected.
 */
enum class ClientBehaviour : uint8_t
{
    NORMAL,  ///< Connects, logs on and works.
    SILENT,  ///< Sends nothing and waits.
    GARBAGE, ///< Sends bytes that are not a TNS packet and waits.
    DRIP     ///< Sends its CONNECT at one byte per second.
};

/**
 * @ingroup net8
 * SERVER of the connect data.
 */
enum class ServerChoice : uint8_t
{
    ANY,       ///< Not given: the listener chooses.
    DEDICATED, ///< A dedicated server process.
    SHARED,    ///< A dispatcher.
    POOLED,    ///< A connection broker.
    EMON       ///< A process that sends notifications.
};

/**
 * @ingroup net8
 * POOL_PURITY of the connect data.
 */
enum class PurityChoice : uint8_t
{
    ANY,  ///< Not given.
    SELF, ///< A session that others have used is acceptable.
    NEW   ///< It is not.
};

/**
 * @ingroup net8
 * What a client requests from the listener, where the descriptor does not say.
 */
struct ClientRequest
{
    std::string connectData;         ///< Connect data; empty: derived from the descriptor.
    std::string serviceName;         ///< Service.
    ServerChoice server{};           ///< SERVER.
    std::string poolConnectionClass; ///< POOL_CONNECTION_CLASS; empty: none.
    PurityChoice poolPurity{};       ///< POOL_PURITY.
};

/**
 * @ingroup net8
 * Settings of a client application on top of the driver's defaults.
 */
struct DriverOptions
{
    TduChoice tduRule{TduChoice::DEFAULT}; ///< Whether the TDU applies.
    uint32_t grownArraySize{0};            ///< Rows per fetch after growing.
    uint32_t prefetchMemory{0};            ///< Memory for prefetched rows, bytes; 0: no limit.
};

/**
 * @ingroup net8
 * What a client does once logged on, besides its queries, and what packets cost it.
 */
struct ClientWork
{
    uint32_t commits{0};    ///< Commits before the logoff.
    bool readLobs{true};    ///< Whether LOBs are read.
    UnitTime packetTime{};  ///< For each TNS packet sent or received.
    UnitTime byteTime{};    ///< For each byte sent or received.
    bool sharesCpu{false};  ///< Work is done by a shared processor, and reported when done.
    UnitTime byteCpuTime{}; ///< For each byte sent or received, in that case.
};

/**
 * @ingroup net8
 * What follows a call timeout: the rule of the driver, or one that the application brings about.
 */
enum class TimeoutChoice : uint8_t
{
    DRIVER,          ///< That of the driver.
    BREAK,           ///< TimeoutRule::BREAK.
    BREAK_AND_CLOSE, ///< TimeoutRule::BREAK_AND_CLOSE.
    CLOSE            ///< TimeoutRule::CLOSE.
};

/**
 * @ingroup net8
 * The timeouts of a client. Those of the connection are up to whatever carries its bytes.
 */
struct ClientTimeouts
{
    std::chrono::nanoseconds recvTimeout{0}; ///< Without a byte of a reply; 0: no limit.
    std::chrono::nanoseconds callTimeout{0}; ///< Until a call is cancelled; 0: never.
    TimeoutChoice callTimeoutRule{};         ///< What follows.
    std::chrono::nanoseconds pingTimeout{0}; ///< Until a pool gives up its ping; 0: never.
    std::chrono::nanoseconds sendTimeout{0}; ///< If the connection accepts no byte; 0: no limit.
    bool keepAlive{false};                   ///< The connection sends keepalive probes to the
                                             ///< server.
    std::chrono::nanoseconds expireTime{0};  ///< Idle time before these; 0: system default.
};

/**
 * @ingroup net8
 * TYPE of FAILOVER_MODE: what is restored after a lost connection.
 */
enum class FailoverType : uint8_t
{
    NONE,       ///< Nothing: the session ends.
    SESSION,    ///< The session.
    SELECT,     ///< The session and its open query.
    TRANSACTION ///< The session, its open transaction and the statement under way.
};

/**
 * @ingroup net8
 * The settings of a client, independent of what carries its bytes: the same for all its sessions,
 * which only refer to them.
 */
struct ClientSettings
{
    DriverProfile driver;  ///< Driver, with the attributes applied.
    DriverOptions options; ///< Settings of the application besides it.
    mutable std::map<uint16_t, DriverProfile>
        drivers;                   ///< The driver adapted to a server, by agreed version.
    ClientIdentity identity;       ///< Names, complete.
    bool wrongPassword{false};     ///< The server will reject the password.
    bool notInPasswordFile{false}; ///< It connects AS SYSDBA but is not in the password file.
    ClientBehaviour behaviour{ClientBehaviour::NORMAL}; ///< What it does once TCP is connected.
    ClientRequest request;                              ///< What it requests from the listener.
    ClientWork work;                                    ///< What it does there.
    ClientTimeouts timeouts;                            ///< Timeouts.
    FailoverType failover{}; ///< What is restored after a lost connection.
    NativeSecurity security; ///< Encryption and checksums; without algorithms: those of the driver.
    bool urgentData{false};  ///< TCP urgent data are modelled: drivers that use them do so.

    /**
     * @return whether the client sends TCP urgent data: its CONNECT says that it receives them
     */
    bool UsesUrgentData() const
    {
        return urgentData && (driver.serviceOptions & service_option::CAN_RECEIVE_ATTENTION) != 0;
    }

    /**
     * @return connect flags 2 of its CONNECT
     */
    uint32_t GetConnectFlags2() const
    {
        const bool asks = UsesUrgentData() && driver.checksUrgentData;
        return driver.connectFlags2 | (asks ? connect_flag2::OOB_CHECK : 0);
    }

    /**
     * Get the driver adapted to a server.
     *
     * @param version TNS version of the server, or the agreed version while that is not known
     * @return the driver
     */
    const DriverProfile& GetDriver(uint16_t version) const
    {
        auto [entry, isNew] = drivers.try_emplace(version, driver);
        if (isNew)
        {
            // Only replies depend on the platforms, and the server takes care of those.
            entry->second.SetServer(version, true);
        }
        return entry->second;
    }
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SETTINGS_H */
