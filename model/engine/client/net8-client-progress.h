// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_PROGRESS_H
#define NET8_CLIENT_PROGRESS_H

#include "net8-client-event.h"
#include "net8-client-state.h"

#include "ns3/net8-deadlines.h"

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>

namespace ns3::net8
{

/// Timers of a client session.
enum class ClientTimer : uint8_t
{
    RETRY,             ///< The next attempt.
    TRANSPORT_CONNECT, ///< Limit of the TCP connect.
    CONNECT,           ///< Limit up to the ACCEPT.
    DRIP,              ///< The next byte of an attacker's CONNECT.
    NEXT,              ///< The next call: the client works or thinks.
    CANCEL,            ///< Limit of the current call.
    SILENCE,           ///< Limit of the silence of the server.
    COUNT              ///< Number of timers.
};

/**
 * @ingroup net8
 * Progress of a client session, shared by its negotiation and its dialogue.
 */
struct ClientProgress
{
    Deadlines<ClientTimer, static_cast<std::size_t>(ClientTimer::COUNT)> deadlines; ///< Its timers.
    std::list<ClientEvent> events; ///< Events for its user; a list, as it takes no memory while
                                   ///< empty.
    uint32_t roundTrips{0};        ///< Round trips from CONNECT to the end of the logon.
    uint32_t fetchCalls{0};        ///< Calls that could return rows: executes and fetches.
    uint64_t rows{0};              ///< Rows received.
    uint32_t failedCalls{0};       ///< Calls that ended with an error or were cancelled.
    ClientState state{ClientState::IDLE};  ///< Current state.
    std::chrono::nanoseconds asked{NEVER}; ///< When the calls were sent whose replies are
                                           ///< outstanding; NEVER: there are none.

    /**
     * Check whether the current state accepts an input.
     *
     * @param input the input
     * @return whether it does
     */
    bool Takes(ClientInput input) const
    {
        return GetNextState(state, input).has_value();
    }

    /**
     * Apply an input; ignored if the state does not accept it.
     *
     * @param input the input
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
     * End the session.
     *
     * @param error why; nothing for an orderly end
     * @param code its Oracle error number; 0: none
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
