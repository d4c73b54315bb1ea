// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_PROGRESS_H
#define NET8_CLIENT_PROGRESS_H

#include "net8-client-event.h"
#include "net8-client-state.h"
#include "net8-deadlines.h"

#include <cstdint>
#include <list>
#include <optional>

namespace ns3::net8
{

/// What a client session may wait for.
enum class ClientTimer : uint8_t
{
    RETRY,             ///< The next attempt.
    TRANSPORT_CONNECT, ///< Limit of the TCP connect.
    CONNECT,           ///< Limit up to the ACCEPT.
    DRIP,              ///< The next byte of an attacker's CONNECT.
    NEXT,              ///< The next call: the client works or thinks.
    CANCEL,            ///< The call under way takes too long.
    SILENCE,           ///< No byte of a reply comes.
    COUNT              ///< How many they are.
};

/**
 * @ingroup net8
 * What a client session has come to: what its parts, the negotiation and the dialogue, share.
 */
struct ClientProgress
{
    Deadlines<ClientTimer, static_cast<std::size_t>(ClientTimer::COUNT)>
        deadlines;                 ///< What it waits for.
    std::list<ClientEvent> events; ///< What its user is to be told; idle, it holds no memory.
    uint32_t roundTrips{0};        ///< Round trips from CONNECT to the end of the logon.
    uint32_t fetchCalls{0};        ///< Calls that could return rows: executes and fetches.
    uint64_t rows{0};              ///< Rows received.
    uint32_t failedCalls{0};       ///< Calls that ended with an error or were cancelled.
    ClientState state{ClientState::IDLE}; ///< Where the session stands.

    /**
     * @param input something that could happen
     * @return whether the state takes it
     */
    bool Takes(ClientInput input) const
    {
        return GetNextState(state, input).has_value();
    }

    /**
     * @param input what happened; a state that does not take it stays
     */
    void Enter(ClientInput input)
    {
        const ClientState before = state;
        state = GetNextState(before, input).value_or(before);
        if (state != before)
        {
            events.push_back(client_event::StateChanged{before, state});
        }
    }

    /**
     * The session is over.
     *
     * @param error why; nothing: in good order
     * @param code its Oracle error number, or 0
     */
    void End(std::optional<SessionError> error, uint32_t code)
    {
        deadlines.CancelAll();
        Enter(error ? ClientInput::FAIL : ClientInput::FINISH);
        events.push_back(client_event::Ended{error, code});
    }
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_PROGRESS_H */
