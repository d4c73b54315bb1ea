// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-name.h"

namespace ns3::net8
{

std::string_view
GetTtcName(TtcMessage message)
{
    using enum TtcMessage;
    switch (message)
    {
    case PROTOCOL:
        return "protocol";
    case DATA_TYPES:
        return "data types";
    case FUNCTION:
        return "function";
    case ERROR:
        return "end of call";
    case ROW_HEADER:
        return "row header";
    case ROW_DATA:
        return "row data";
    case PARAMETER:
        return "return parameters";
    case STATUS:
        return "status";
    case IO_VECTOR:
        return "I/O vector";
    case ACCESS_DESCRIPTION:
        return "access description";
    case LOB_DATA:
        return "LOB data";
    case WARNING:
        return "warning";
    case DESCRIBE:
        return "describe";
    case PIGGYBACK:
        return "piggyback";
    case FLUSH_OUT_BINDS:
        return "flush out binds";
    case BIT_VECTOR:
        return "bit vector";
    case SERVER_SIDE_PIGGYBACK:
        return "server-side piggyback";
    case ONE_WAY_FUNCTION:
        return "one-way function";
    case IMPLICIT_RESULTS:
        return "implicit results";
    case RENEGOTIATE:
        return "renegotiate";
    case END_OF_RESPONSE:
        return "end of response";
    case TOKEN:
        return "token";
    case FAST_AUTH:
        return "fast authentication";
    case NATIVE:
        break; // It is identified by four bytes, not one.
    }
    return {};
}

std::string_view
GetTtcName(TtcFunction function)
{
    using enum TtcFunction;
    switch (function)
    {
    case NONE:
        break;
    case OPEN_CURSOR:
        return "open cursor";
    case RE_EXECUTE:
        return "re-execute";
    case FETCH:
        return "fetch";
    case CLOSE_CURSOR:
        return "close cursor";
    case LOGOFF:
        return "logoff";
    case COMMIT:
        return "commit";
    case ROLLBACK:
        return "rollback";
    case VERSION:
        return "version";
    case PARSE:
        return "OALL";
    case EXECUTE_9I:
        return "OALL7";
    case RE_EXECUTE_AND_FETCH:
        return "re-execute and fetch";
    case OPEN_SESSION_DETAIL:
        return "open session detail";
    case EXECUTE:
        return "execute";
    case LOB:
        return "LOB operation";
    case TRANSACTION_SWITCH:
        return "transaction switch";
    case CLOSE_CURSORS:
        return "close cursors";
    case SESSION_SWITCH:
        return "session switch";
    case AUTH_2:
        return "OAUTH";
    case AUTH_1:
        return "OSESSKEY";
    case SUBSCRIBE:
        return "subscribe";
    case DIRECT_PATH_PREPARE:
        return "direct path prepare";
    case DIRECT_PATH_LOAD:
        return "direct path load";
    case DIRECT_PATH_OPERATION:
        return "direct path operation";
    case SET_END_TO_END:
        return "end-to-end attributes";
    case KEY_VALUES:
        return "key values";
    case SESSION_RELEASE:
        return "session release";
    case SESSION_STATE:
        return "session state";
    case PING:
        return "ping";
    case SET_SCHEMA:
        return "set schema";
    case NOTIFY:
        return "notify";
    case PIPELINE_BEGIN:
        return "pipeline begin";
    case PIPELINE_END:
        return "pipeline end";
    }
    return {};
}

} // namespace ns3::net8
