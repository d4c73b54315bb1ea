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
    ACCESS_DESCRIPTION = 13,    ///< OAC.
    LOB_DATA = 14,              ///< Bytes of a LOB.
    WARNING = 15,               ///< A warning.
    DESCRIBE = 16,              ///< Description of columns (reply of an execute).
    PIGGYBACK = 17,             ///< A call without a reply of its own in front of another.
    FLUSH_OUT_BINDS = 19,       ///< The client is to send its bind variables.
    BIT_VECTOR = 21,            ///< Which columns the next row sends.
    SERVER_SIDE_PIGGYBACK = 23, ///< What a server tells of the session.
    ONE_WAY_FUNCTION = 26,      ///< A call without a reply.
    IMPLICIT_RESULTS = 27,      ///< Results of a block.
    RENEGOTIATE = 28,           ///< A new negotiation.
    END_OF_RESPONSE = 29,       ///< Nothing more of the reply follows.
    TOKEN = 33,                 ///< Token of a call.
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
    NONE = 0,                    ///< Not a function call.
    OPEN_CURSOR = 0x02,          ///< OOPEN.
    RE_EXECUTE = 0x04,           ///< OEXEC.
    FETCH = 0x05,                ///< OFETCH.
    CLOSE_CURSOR = 0x08,         ///< OCLOSE.
    LOGOFF = 0x09,               ///< OLOGOFF.
    COMMIT = 0x0e,               ///< OCOMMIT.
    ROLLBACK = 0x0f,             ///< OROLLBACK.
    VERSION = 0x3b,              ///< OVERSION.
    PARSE = 0x3e,                ///< OALL: parse and describe, up to 9.2.
    EXECUTE_9I = 0x47,           ///< OALL7: execute, up to 9.2.
    RE_EXECUTE_AND_FETCH = 0x4e, ///< OEXFEN.
    OPEN_SESSION_DETAIL = 0x54,  ///< O3LOGA.
    EXECUTE = 0x5e,              ///< OALL8.
    LOB = 0x60,                  ///< OLOBOPS, here always a read.
    CLOSE_CURSORS = 0x69,        ///< Cursors to close, a piggyback.
    SESSION_SWITCH = 0x6b,       ///< Session to use from here on, a piggyback.
    AUTH_2 = 0x73,               ///< OAUTH.
    AUTH_1 = 0x76,               ///< OSESSKEY.
    SET_END_TO_END = 0x87,       ///< Who is at work and on what, a piggyback.
    PING = 0x93,                 ///< OPING.
    SET_SCHEMA = 0x98,           ///< Schema of names from here on, a piggyback.
    SESSION_RELEASE = 0xa3,      ///< Gives a pooled server back, without a reply.
    SESSION_STATE = 0xb0,        ///< A request of a pool begins or ends, a piggyback.
    PIPELINE_BEGIN = 0xc7,       ///< More calls follow before their replies are read, a piggyback.
    PIPELINE_END = 0xc8,         ///< The calls of a pipeline are all there.
};

} // namespace ns3::net8

#endif /* NET8_TTC_CODE_H */
