// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_SETTINGS_H
#define NET8_TDS_CLIENT_SETTINGS_H

#include "net8-deadlines.h"

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
 * How a driver of TDS talks. The values that stand here are those of python-tds 1.17.1 with
 * TDS 7.4, but for names.
 */
struct TdsClientSettings
{
    uint32_t version{0x74000004}; ///< TDS version that it asks for.
    uint32_t packetSize{4096};    ///< Packet size that it asks for, bytes; 0: the server's.
    uint32_t programVersion{0};   ///< Version of the driver; its wheels tell none.
    TdsPrelogin::Encryption encryption{
        TdsPrelogin::Encryption::NOT_SUPPORTED};       ///< What it says of TLS.
    std::string instance{"MSSQLServer"};               ///< Instance that it names in the PRELOGIN.
    std::string host{"client"};                        ///< Name of its host.
    std::string user{"scott"};                         ///< Name of the user.
    std::string password{"tiger"};                     ///< Password.
    std::string program{"pytds"};                      ///< Name of the program.
    std::string server{"server"};                      ///< Name of the server's host.
    std::string library{"Python TDS Library"};         ///< Name of the driver.
    std::string language;                              ///< Language.
    std::string database;                              ///< Database.
    std::array<uint8_t, 4> flags{0xf0, 0x02, 0, 0x08}; ///< Flags of the LOGIN7.
    bool beginsTransaction{true};                 ///< It begins a transaction once it is logged on.
    std::chrono::nanoseconds logonTimeout{NEVER}; ///< Time that it gives a logon.

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
