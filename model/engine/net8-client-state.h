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
 * State of a client session.
 */
enum class ClientState : uint8_t
{
    IDLE,        ///< Not started.
    RESOLVING,   ///< The alias is looked up.
    CONNECTING,  ///< SYN is out.
    NEGOTIATING, ///< CONNECT is out.
    WAITING,     ///< An attempt failed, the next one follows.
    LOGGING_ON,  ///< A round trip of the logon is under way.
    CALLING,     ///< A call of a query is under way.
    BREAKING,    ///< A call failed or is cancelled; its error comes.
    THINKING,    ///< The client works on rows or thinks.
    LOGGING_OFF, ///< The logoff is under way.
    CLOSED,      ///< Ended in good order.
    FAILED       ///< Ended by an error.
};

/**
 * @ingroup net8
 * What happens to a client session.
 */
enum class ClientInput : uint8_t
{
    LOOK_UP, ///< The alias is to be looked up.
    TRY,     ///< An address is tried.
    WAIT,    ///< An attempt failed, another one is to follow.
    TCP_UP,  ///< TCP is up.
    ACCEPT,  ///< The ACCEPT arrives.
    CALL,    ///< A call of a query begins.
    REPLY,   ///< The reply to a call arrives.
    DONE,    ///< The calls of an execute, or a fetch or LOB read, have their replies.
    CANCEL,  ///< A call takes too long.
    MARKER,  ///< A break or reset of the server arrives.
    ERROR,   ///< The error of a call arrives.
    AGAIN,   ///< The logon goes on behind an error.
    LOG_OFF, ///< The logoff begins.
    FINISH,  ///< The reply to the logoff is there.
    FAIL     ///< The session cannot go on.
};

/**
 * @ingroup net8
 * A row of the table of states: what a state takes, and where that leads.
 */
struct ClientTransition
{
    ClientState state; ///< The state.
    ClientInput input; ///< What happens.
    ClientState next;  ///< The state behind it.
};

/**
 * @ingroup net8
 * @return the table of states
 */
std::span<const ClientTransition> GetClientTransitions();

/**
 * @ingroup net8
 * @param state a state
 * @param input what happens
 * @return the next state; nothing if the state does not take it
 */
std::optional<ClientState> GetNextState(ClientState state, ClientInput input);

/**
 * @ingroup net8
 * @param state a state
 * @return its name
 */
const char* GetName(ClientState state);

/**
 * @ingroup net8
 * @param input an input
 * @return its name
 */
const char* GetName(ClientInput input);

} // namespace ns3::net8

#endif /* NET8_CLIENT_STATE_H */
