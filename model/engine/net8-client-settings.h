// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SETTINGS_H
#define NET8_CLIENT_SETTINGS_H

#include "net8-unit-time.h"

#include "ns3/net8-client-identity.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-native-offer.h"
#include "ns3/net8-negotiation.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a client does once TCP is up.
 */
enum class ClientBehaviour : uint8_t
{
    NORMAL,  ///< Connects, logs on and works.
    SILENT,  ///< Sends nothing and waits.
    GARBAGE, ///< Sends bytes that are no TNS packet and waits.
    DRIP     ///< Sends its CONNECT one byte a second.
};

/**
 * @ingroup net8
 * SERVER of the connect data.
 */
enum class ServerChoice : uint8_t
{
    ANY,       ///< Not given: the listener chooses.
    DEDICATED, ///< A server process of its own.
    SHARED,    ///< A dispatcher.
    POOLED     ///< A connection broker.
};

/**
 * @ingroup net8
 * POOL_PURITY of the connect data.
 */
enum class PurityChoice : uint8_t
{
    ANY,  ///< Not given.
    SELF, ///< A session that others have used will do.
    NEW   ///< It will not.
};

/**
 * @ingroup net8
 * What a client asks the listener for, where the descriptor says nothing.
 */
struct ClientRequest
{
    std::string connectData;         ///< Connect data; empty: made from the descriptor.
    std::string serviceName;         ///< Service.
    ServerChoice server{};           ///< SERVER.
    std::string poolConnectionClass; ///< POOL_CONNECTION_CLASS; empty: none.
    PurityChoice poolPurity{};       ///< POOL_PURITY.
};

/**
 * @ingroup net8
 * What the application of a client sets beside the driver's habits.
 */
struct DriverOptions
{
    TduChoice tduRule{TduChoice::DEFAULT}; ///< Whether the TDU counts.
    uint32_t grownArraySize{0};            ///< Rows a fetch once they grew.
    uint32_t prefetchMemory{0};            ///< Room for prefetched rows, bytes; 0: any.
};

/**
 * @ingroup net8
 * What a client does once it is logged on, beside its queries, and what packets cost it.
 */
struct ClientWork
{
    uint32_t commits{0};    ///< Commits before the logoff.
    bool readLobs{true};    ///< LOBs are read.
    uint32_t lobAmount{0};  ///< Bytes of a LOB asked for in one call; 0: all.
    UnitTime packetTime{};  ///< For each TNS packet sent or received.
    UnitTime byteTime{};    ///< For each byte sent or received.
    bool sharesCpu{false};  ///< Work is done on a processor that others use, and told when done.
    UnitTime byteCpuTime{}; ///< For each byte sent or received, if it is.
};

/**
 * @ingroup net8
 * How long a client waits. What a connection looks after is for whatever carries its bytes.
 */
struct ClientTimeouts
{
    std::chrono::nanoseconds recvTimeout{0}; ///< Without a byte of a reply; 0: none.
    std::chrono::nanoseconds callTimeout{0}; ///< Until a call is cancelled; 0: never.
    std::chrono::nanoseconds sendTimeout{0}; ///< The connection takes no byte; 0: none.
    bool keepAlive{false};                   ///< The connection looks after the server.
    std::chrono::nanoseconds expireTime{0};  ///< Silence until it does so; 0: the system's.
};

/**
 * @ingroup net8
 * How a client talks, whatever carries its bytes: the same for all its sessions, each of which only
 * refers to it.
 */
struct ClientSettings
{
    DriverProfile driver;  ///< Driver, with the attributes applied.
    DriverOptions options; ///< What the application sets beside it.
    mutable std::map<uint16_t, DriverProfile>
        drivers;                   ///< The driver fitted to a server, by agreed version.
    ClientIdentity identity;       ///< Names, complete.
    bool wrongPassword{false};     ///< The server will not accept the password.
    bool notInPasswordFile{false}; ///< It connects AS SYSDBA, and the password file has it not.
    ClientBehaviour behaviour{ClientBehaviour::NORMAL}; ///< What it does once TCP is up.
    ClientRequest request;                              ///< What it asks the listener for.
    ClientWork work;                                    ///< What it does there.
    ClientTimeouts timeouts;                            ///< How long it waits.
    NativeSecurity security; ///< Encryption and checksums; without algorithms the driver's.

    /**
     * @param version TNS version of the server, or the agreed one while it is not known
     * @return the driver, fitted to a server of this version
     */
    const DriverProfile& GetDriver(uint16_t version) const
    {
        auto [entry, isNew] = drivers.try_emplace(version, driver);
        if (isNew)
        {
            // Only replies depend on the platforms, and they are the server's business.
            entry->second.SetServer(version, true);
        }
        return entry->second;
    }
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SETTINGS_H */
