// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_SETTINGS_H
#define NET8_TDS_CLIENT_SETTINGS_H

#include "ns3/net8-deadlines.h"
#include "ns3/net8-tds-driver.h"
#include "ns3/net8-tds-login.h"
#include "ns3/net8-tds-prelogin.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Settings of a TDS client: driver defaults, names and timeouts.
 */
struct TdsClientSettings
{
    /// Password of the user at the simulated server.
    static constexpr const char* PASSWORD = "tiger";

    /**
     * Use the settings of the default driver.
     */
    TdsClientSettings();

    /**
     * Use the settings of a driver.
     *
     * @param driver the driver
     */
    explicit TdsClientSettings(const TdsDriverProfile& driver);

    uint32_t version{0};        ///< TDS version that it requests.
    uint32_t packetSize{0};     ///< Packet size that it requests, bytes; 0: default of the server.
    uint32_t programVersion{0}; ///< Version of the driver.
    TdsPrelogin::Encryption encryption{
        TdsPrelogin::Encryption::NOT_SUPPORTED};  ///< TLS support in the PRELOGIN.
    std::string instance;                         ///< Instance named in the PRELOGIN.
    std::string host{"client"};                   ///< Name of its host.
    std::string user{"scott"};                    ///< Name of the user.
    std::string password{PASSWORD};               ///< Password.
    std::string program;                          ///< Name of the program.
    std::string server{"server"};                 ///< Name of the server's host.
    std::string library;                          ///< Name of the driver.
    std::string language;                         ///< Language.
    std::string database;                         ///< Database.
    std::array<uint8_t, 4> flags{};               ///< Flags of the LOGIN7.
    bool beginsTransaction{false};                ///< It begins a transaction after the logon.
    TdsRequest request{TdsRequest::BATCH};        ///< How it requests results.
    std::chrono::nanoseconds logonTimeout{NEVER}; ///< Time limit of connect and logon.

    /**
     * @return its PRELOGIN
     */
    TdsPrelogin MakePrelogin() const;

    /**
     * @return its LOGIN7
     */
    TdsLogin MakeLogin() const;
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_SETTINGS_H */
