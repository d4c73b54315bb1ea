// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_STATE_H
#define NET8_CLIENT_STATE_H

#include <cstdint>
#include <optional>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * States of a client session.
 */
enum class ClientState : uint8_t
{
    IDLE,        ///< Not started.
    RESOLVING,   ///< The alias is being resolved.
    CONNECTING,  ///< SYN has been sent.
    NEGOTIATING, ///< CONNECT has been sent.
    WAITING,     ///< An attempt failed, or the connection is lost; the next attempt follows.
    LOGGING_ON,  ///< A round trip of the logon is under way.
    CALLING,     ///< A call of a query is under way.
    BREAKING,    ///< A call failed or is cancelled; its error is expected.
    THINKING,    ///< The client processes rows or thinks.
    LOGGING_OFF, ///< The logoff is in progress.
    CLOSED,      ///< Ended in an orderly way.
    FAILED       ///< Ended with an error.
};

/**
 * @ingroup net8
 * Inputs of the state machine of a client session.
 */
enum class ClientInput : uint8_t
{
    LOOK_UP, ///< The alias must be resolved.
    TRY,     ///< An address is tried.
    WAIT,    ///< An attempt failed, or the connection is lost; another one is to follow.
    TCP_UP,  ///< TCP is connected.
    ACCEPT,  ///< The ACCEPT arrives, or a connection that is logged on is taken over.
    CALL,    ///< A call of a query begins.
    REPLY,   ///< The reply to a call arrives.
    DONE,    ///< The calls of an execute, a fetch or a LOB read have their replies.
    CANCEL,  ///< A call takes too long.
    MARKER,  ///< A break or reset from the server arrives.
    ERROR,   ///< The error of a call arrives.
    AGAIN,   ///< The logon continues after an error.
    LOG_OFF, ///< The logoff begins.
    FINISH,  ///< The reply to the logoff arrives.
    FAIL     ///< The session cannot continue.
};

/**
 * @ingroup net8
 * A row of the state table: a state, an input, and the state it leads to.
 */
struct ClientTransition
{
    ClientState state; ///< The state.
    ClientInput input; ///< The input.
    ClientState next;  ///< The state after it.
};

/**
 * @ingroup net8
 * @return the state table
 */
std::span<const ClientTransition> GetClientTransitions();

/**
 * @ingroup net8
 * Look up a transition.
 *
 * @param state a state
 * @param input an input
 * @return the next state; nothing if the state does not accept the input
 */
std::optional<ClientState> GetNextState(ClientState state, ClientInput input);

/**
 * @ingroup net8
 * Get the name of a state.
 *
 * @param state a state
 * @return its name
 */
const char* GetName(ClientState state);

/**
 * @ingroup net8
 * Get the name of an input.
 *
 * @param input an input
 * @return its name
 */
const char* GetName(ClientInput input);

} // namespace ns3::net8

#endif /* NET8_CLIENT_STATE_H */
