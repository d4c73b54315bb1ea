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
    OLD_LOGIN = 2,    ///< Logon of before 7.0.
    CALL = 3,         ///< Calls of procedures (RPC).
    REPLY = 4,        ///< What a server answers.
    ATTENTION = 6,    ///< What runs is to end.
    BULK = 7,         ///< Rows of a bulk load.
    TRANSACTION = 14, ///< A transaction begins or ends.
    LOGIN = 16,       ///< Logon since 7.0.
    SSPI = 17,        ///< Bytes of an authentication of Windows.
    PRELOGIN = 18     ///< Versions and encryption, before the logon; TLS in it.
};

/**
 * @ingroup net8
 * @param type a number
 * @return name of that type, such as "login", or "type 99"
 */
std::string GetTdsPacketName(uint8_t type);

} // namespace ns3::net8

#endif /* NET8_TDS_PACKET_TYPE_H */
