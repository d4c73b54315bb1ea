// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CALL_KIND_H
#define NET8_CALL_KIND_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a call of the database protocol is for.
 */
enum class CallKind : uint8_t
{
    EXECUTE,  ///< Parse, execute and the prefetched rows.
    FETCH,    ///< One array.
    LOGON,    ///< One round trip of the logon after the ACCEPT.
    LOGOFF,   ///< The logoff.
    PARSE,    ///< Open cursor or parse of releases up to 9.2, which execute in a call of its own.
    CLOSE,    ///< Close cursor of the same.
    COMMIT,   ///< A commit.
    LOB,      ///< Read of a LOB, or of a piece of one.
    ROLLBACK, ///< A rollback.
    PING,     ///< A call that asks for nothing but its reply.
    PIPELINE, ///< The end of a pipeline, whose reply comes behind those of its calls.
    CALL,     ///< Any other call of a statement that is one.
    KEPT      ///< None: a result that the client has kept.
};

} // namespace ns3::net8

#endif /* NET8_CALL_KIND_H */
