// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SETTINGS_H
#define NET8_CLIENT_SETTINGS_H

#include "ns3/net8-client-identity.h"
#include "ns3/net8-driver.h"
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
 * How a client talks, whatever carries its bytes: the same for all its sessions, each of which only
 * refers to it.
 */
struct ClientSettings
{
    DriverProfile driver;                  ///< Driver, with the attributes applied.
    TduChoice tduRule{TduChoice::DEFAULT}; ///< Whether the TDU counts.
    mutable std::map<uint16_t, DriverProfile>
        drivers;                             ///< The driver fitted to a server, by agreed version.
    ClientIdentity identity;                 ///< Names, complete.
    uint32_t commits{0};                     ///< Commits before the logoff.
    uint32_t grownArraySize{0};              ///< Rows a fetch once they grew.
    uint32_t prefetchMemory{0};              ///< Room for prefetched rows, bytes; 0: any.
    bool readLobs{true};                     ///< LOBs are read.
    uint32_t lobAmount{0};                   ///< Bytes of a LOB asked for in one call; 0: all.
    std::chrono::nanoseconds packetTime{0};  ///< For each TNS packet sent or received.
    std::chrono::nanoseconds byteTime{0};    ///< For each byte sent or received.
    std::chrono::nanoseconds recvTimeout{0}; ///< Without a byte of a reply; 0: none.
    std::chrono::nanoseconds callTimeout{0}; ///< Until a call is cancelled; 0: never.
    bool wrongPassword{false};               ///< The server will not accept the password.
    ClientBehaviour behaviour{ClientBehaviour::NORMAL}; ///< What it does once TCP is up.
    std::string connectData;         ///< Connect data; empty: made from the descriptor.
    std::string serviceName;         ///< Service, where the descriptor names none.
    std::string server;              ///< SERVER, where the descriptor gives none; empty: none.
    std::string poolConnectionClass; ///< POOL_CONNECTION_CLASS, likewise.
    std::string poolPurity;          ///< POOL_PURITY, likewise.

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
