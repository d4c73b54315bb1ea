// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_PACKET_TYPE_H
#define NET8_TDS_PACKET_TYPE_H

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Type of a TDS packet.
 */
enum class TdsPacketType : uint8_t
{
    BATCH = 1,        ///< Statements as text.
    OLD_LOGIN = 2,    ///< Logon before 7.0.
    CALL = 3,         ///< Procedure calls (RPC).
    REPLY = 4,        ///< Reply of a server.
    ATTENTION = 6,    ///< Cancels the current request.
    BULK = 7,         ///< Rows of a bulk load.
    TRANSACTION = 14, ///< Begins or ends a transaction.
    LOGIN = 16,       ///< Logon since 7.0.
    SSPI = 17,        ///< Bytes of a Windows authentication.
    PRELOGIN = 18     ///< Versions and encryption, before the logon; carries TLS.
};

/**
 * @ingroup net8
 * Get the name of a packet type.
 * @param type number of the type
 * @return its name, such as "login", or "type 99"
 */
std::string GetTdsPacketName(uint8_t type);

} // namespace ns3::net8

#endif /* NET8_TDS_PACKET_TYPE_H */
