// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_CODE_H
#define NET8_TTC_CODE_H

#include <array>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * First byte of a TTC message.
 */
enum class TtcMessage : uint8_t
{
    PROTOCOL = 1,               ///< Protocol negotiation, both directions.
    DATA_TYPES = 2,             ///< Data type negotiation, both directions.
    FUNCTION = 3,               ///< A call of the client.
    ERROR = 4,                  ///< End of call with status or error.
    ROW_HEADER = 6,             ///< Start of the rows of a fetch reply.
    ROW_DATA = 7,               ///< A row, or values of bind variables.
    PARAMETER = 8,              ///< Return parameters (reply of logon calls).
    STATUS = 9,                 ///< Short status reply.
    IO_VECTOR = 11,             ///< Directions of bind variables.
    ACCESS_DESCRIPTION = 13,    ///< Object access description (OAC).
    LOB_DATA = 14,              ///< Bytes of a LOB.
    WARNING = 15,               ///< A warning.
    DESCRIBE = 16,              ///< Description of columns (reply of an execute).
    PIGGYBACK = 17,             ///< A call without reply, sent along with the next call.
    FLUSH_OUT_BINDS = 19,       ///< Requests the client to send its bind variables.
    BIT_VECTOR = 21,            ///< Tells which columns are sent in the next row.
    SERVER_SIDE_PIGGYBACK = 23, ///< Session information from the server.
    ONE_WAY_FUNCTION = 26,      ///< A call without a reply.
    IMPLICIT_RESULTS = 27,      ///< Results of a PL/SQL block.
    RENEGOTIATE = 28,           ///< Repeats the negotiation.
    END_OF_RESPONSE = 29,       ///< End of the reply.
    TOKEN = 33,                 ///< Token of a call in a pipeline.
    FAST_AUTH = 34,             ///< Protocol, data types and first authentication in one (23ai).
    NATIVE = 0xde,              ///< Native service negotiation; starts with TTC_NATIVE_MAGIC.
};

/// First bytes of a message of native services.
inline constexpr std::array<uint8_t, 4> TTC_NATIVE_MAGIC{0xde, 0xad, 0xbe, 0xef};

/**
 * @ingroup net8
 * Second byte of a TTC function call.
 */
enum class TtcFunction : uint8_t
{
    NONE = 0,                     ///< Not a function call.
    OPEN_CURSOR = 0x02,           ///< OOPEN.
    RE_EXECUTE = 0x04,            ///< OEXEC.
    FETCH = 0x05,                 ///< OFETCH.
    CLOSE_CURSOR = 0x08,          ///< OCLOSE.
    LOGOFF = 0x09,                ///< OLOGOFF.
    COMMIT = 0x0e,                ///< OCOMMIT.
    ROLLBACK = 0x0f,              ///< OROLLBACK.
    VERSION = 0x3b,               ///< OVERSION.
    PARSE = 0x3e,                 ///< OALL: parse and describe, up to 9.2.
    EXECUTE_9I = 0x47,            ///< OALL7: execute, up to 9.2.
    RE_EXECUTE_AND_FETCH = 0x4e,  ///< OEXFEN.
    OPEN_SESSION_DETAIL = 0x54,   ///< O3LOGA.
    EXECUTE = 0x5e,               ///< OALL8.
    LOB = 0x60,                   ///< OLOBOPS.
    TRANSACTION_SWITCH = 0x67,    ///< OTXSE: starts, resumes or leaves a transaction that has an
                                  ///< identifier, as a call or a piggyback.
    CLOSE_CURSORS = 0x69,         ///< Closes cursors, a piggyback.
    SESSION_SWITCH = 0x6b,        ///< Selects the session for later calls, a piggyback.
    AUTH_2 = 0x73,                ///< OAUTH.
    AUTH_1 = 0x76,                ///< OSESSKEY.
    SUBSCRIBE = 0x7d,             ///< Begins or ends a subscription to changes.
    DIRECT_PATH_PREPARE = 0x80,   ///< Starts a direct path load.
    DIRECT_PATH_LOAD = 0x81,      ///< Sends rows of it.
    DIRECT_PATH_OPERATION = 0x82, ///< Finishes or aborts it.
    SET_END_TO_END = 0x87,        ///< Sets the end-to-end attributes of the session, a piggyback.
    PING = 0x93,                  ///< OPING.
    SET_SCHEMA = 0x98,            ///< Sets the current schema, a piggyback.
    KEY_VALUES = 0x9a,            ///< Sets keys and values in a namespace, a piggyback.
    SESSION_RELEASE = 0xa3,       ///< Releases a pooled server, without reply.
    SESSION_STATE = 0xb0,         ///< Marks the start or end of a pool request, a piggyback.
    NOTIFY = 0xbb,                ///< Asks for notifications, which are its reply, in parts.
    PIPELINE_BEGIN = 0xc7,        ///< Announces calls sent before their replies are read, a
                                  ///< piggyback.
    PIPELINE_END = 0xc8,          ///< Ends a pipeline.
};

} // namespace ns3::net8

#endif /* NET8_TTC_CODE_H */
