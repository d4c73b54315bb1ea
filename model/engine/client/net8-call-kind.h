// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_KIND_H
#define NET8_CALL_KIND_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Purpose of a call of the database protocol.
 */
enum class CallKind : uint8_t
{
    EXECUTE,  ///< Parse, execute and the prefetched rows.
    FETCH,    ///< One array.
    LOGON,    ///< One round trip of the logon after the ACCEPT.
    LOGOFF,   ///< The logoff.
    PARSE,    ///< Open cursor or parse in releases up to 9.2, where execute is a separate call.
    CLOSE,    ///< Close cursor in the same releases.
    COMMIT,   ///< A commit.
    LOB,      ///< Read of a LOB, or of a piece of one.
    ROLLBACK, ///< A rollback.
    PING,     ///< A call without content, which only returns a reply.
    PIPELINE, ///< The end of a pipeline, whose reply comes after those of its calls.
    CALL,     ///< Any other call, made by a statement of that kind.
    KEPT,     ///< No call: a result cached by the client.
    PREPARE,  ///< The start of a direct path load.
    LOAD,     ///< A batch of its rows.
    FINISH,   ///< Its end, or its abort after an error.
    SWITCH,   ///< The start, resumption or suspension of a sessionless transaction.
    NOTIFY    ///< A notification: the wait for it, and the first one's request.
};

/**
 * Check whether a call is one of a direct path load.
 *
 * @param kind purpose of the call
 * @return whether it is
 */
constexpr bool
IsDirectPath(CallKind kind)
{
    return kind == CallKind::PREPARE || kind == CallKind::LOAD || kind == CallKind::FINISH;
}

} // namespace ns3::net8

#endif /* NET8_CALL_KIND_H */
