// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_EVENT_H
#define NET8_CLIENT_EVENT_H

#include "net8-call-kind.h"
#include "net8-client-script.h"
#include "net8-client-state.h"

#include "ns3/net8-session-counters.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One round trip of the database protocol, as seen by the client.
 */
struct ClientCall
{
    uint32_t query{0};     ///< 0-based number of the statement in its session.
    uint32_t statement{0}; ///< Number of the statement at the server; 0: none.
    int32_t transaction{ClientScript::NO_TRANSACTION}; ///< Transaction that it belongs to.
    uint32_t execution{0};                 ///< Which transaction of its session that is, from 0.
    uint32_t call{0};                      ///< 0-based number of the call in its session.
    CallKind kind{CallKind::EXECUTE};      ///< Its purpose.
    std::chrono::nanoseconds start{0};     ///< When the request was written.
    std::chrono::nanoseconds firstByte{0}; ///< When the first byte of the reply arrived.
    std::chrono::nanoseconds end{0};       ///< When the last byte of the reply arrived.
    std::chrono::nanoseconds work{0};      ///< Client's work on the reply, after its last byte.
    uint64_t requestBytes{0};              ///< Bytes of the request, TNS headers included.
    uint64_t replyBytes{0};                ///< Bytes of the reply, TNS headers included.
    uint32_t requestPackets{0};            ///< TNS packets of the request.
    uint32_t replyPackets{0};              ///< TNS packets of the reply.
    uint32_t rows{0};                      ///< Rows in the reply.
    uint32_t failedRows{0};                ///< Rows of binds that failed while others succeeded.
    uint32_t error{0};                     ///< Oracle error number of its end; 0: none.
};

/// Events reported to the user of a client engine.
namespace client_event
{

/// The state changed.
struct StateChanged
{
    ClientState before; ///< Old state.
    ClientState after;  ///< New state.
};

/// The wait before the next attempt is over.
struct WaitOver
{
};

/// An attempt to connect failed.
struct AttemptFailed
{
    SessionError error; ///< Why.
    uint32_t code;      ///< Its Oracle error number.
};

/// A REDIRECT names another address.
struct Redirected
{
    std::string host; ///< Host, as the REDIRECT writes it.
    uint16_t port{0}; ///< Port.
};

/// The ACCEPT arrived.
struct Accepted
{
};

/// The logon is complete.
struct LoggedOn
{
};

/// A round trip is done.
struct CallDone
{
    ClientCall call; ///< The call.
};

/// A database link wrote a break to its socket buffer, or received the answer to it.
struct BreakWaited
{
    std::chrono::nanoseconds time; ///< How long that took.
};

/// A shared processor has work to do; HandleWorked reports its completion.
struct WorkBegun
{
    std::chrono::nanoseconds work; ///< Amount of work, as time on an otherwise idle processor.
};

/// The session has no request until it is woken.
struct Resting
{
};

/// The connection is lost, and the session is to go on with another one.
struct Lost
{
    SessionError error; ///< Why.
    uint32_t code;      ///< Its Oracle error number.
};

/// The session goes on with another connection.
struct Resumed
{
    uint32_t calls{0}; ///< Calls made again.
    uint64_t rows{0};  ///< Rows that came again and were discarded.
};

/// The session is over.
struct Ended
{
    std::optional<SessionError> error; ///< Why; nothing for an orderly end.
    uint32_t code;                     ///< Its Oracle error number; 0: none.
};

} // namespace client_event

/// Any event.
using ClientEvent = std::variant<client_event::StateChanged,
                                 client_event::WaitOver,
                                 client_event::AttemptFailed,
                                 client_event::Redirected,
                                 client_event::Accepted,
                                 client_event::LoggedOn,
                                 client_event::CallDone,
                                 client_event::BreakWaited,
                                 client_event::WorkBegun,
                                 client_event::Resting,
                                 client_event::Lost,
                                 client_event::Resumed,
                                 client_event::Ended>;

} // namespace ns3::net8

#endif /* NET8_CLIENT_EVENT_H */
