// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-state.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ns3::net8
{

namespace
{

/// Names of the states, in order.
constexpr std::array STATE_NAMES{"IDLE",
                                 "RESOLVING",
                                 "CONNECTING",
                                 "NEGOTIATING",
                                 "WAITING",
                                 "LOGGING_ON",
                                 "CALLING",
                                 "BREAKING",
                                 "THINKING",
                                 "LOGGING_OFF",
                                 "CLOSED",
                                 "FAILED"};

/// Names of the inputs, in order.
constexpr std::array INPUT_NAMES{"LOOK_UP",
                                 "TRY",
                                 "WAIT",
                                 "TCP_UP",
                                 "ACCEPT",
                                 "CALL",
                                 "REPLY",
                                 "DONE",
                                 "CANCEL",
                                 "MARKER",
                                 "ERROR",
                                 "AGAIN",
                                 "LOG_OFF",
                                 "FINISH",
                                 "FAIL"};

using S = ClientState;
using I = ClientInput;

/// The state table, the same as doc/client-states.csv.
constexpr auto TRANSITIONS = std::to_array<ClientTransition>({
    {S::IDLE, I::LOOK_UP, S::RESOLVING},
    {S::IDLE, I::TRY, S::CONNECTING},
    {S::IDLE, I::WAIT, S::WAITING},
    {S::IDLE, I::FAIL, S::FAILED},
    {S::RESOLVING, I::TRY, S::CONNECTING},
    {S::RESOLVING, I::WAIT, S::WAITING},
    {S::RESOLVING, I::FAIL, S::FAILED},
    {S::CONNECTING, I::TCP_UP, S::NEGOTIATING},
    {S::CONNECTING, I::WAIT, S::WAITING},
    {S::CONNECTING, I::FAIL, S::FAILED},
    {S::NEGOTIATING, I::TCP_UP, S::NEGOTIATING},
    {S::NEGOTIATING, I::ACCEPT, S::LOGGING_ON},
    {S::NEGOTIATING, I::WAIT, S::WAITING},
    {S::NEGOTIATING, I::FAIL, S::FAILED},
    {S::WAITING, I::TRY, S::CONNECTING},
    {S::WAITING, I::WAIT, S::WAITING},
    {S::WAITING, I::ACCEPT, S::LOGGING_ON},
    {S::WAITING, I::FAIL, S::FAILED},
    {S::LOGGING_ON, I::REPLY, S::LOGGING_ON},
    {S::LOGGING_ON, I::MARKER, S::BREAKING},
    {S::LOGGING_ON, I::ERROR, S::FAILED},
    {S::LOGGING_ON, I::CALL, S::CALLING},
    {S::LOGGING_ON, I::DONE, S::THINKING},
    {S::LOGGING_ON, I::LOG_OFF, S::LOGGING_OFF},
    {S::LOGGING_ON, I::WAIT, S::WAITING},
    {S::LOGGING_ON, I::FAIL, S::FAILED},
    {S::CALLING, I::REPLY, S::CALLING},
    {S::CALLING, I::DONE, S::THINKING},
    {S::CALLING, I::CANCEL, S::BREAKING},
    {S::CALLING, I::MARKER, S::BREAKING},
    {S::CALLING, I::ERROR, S::THINKING},
    {S::CALLING, I::FINISH, S::CLOSED},
    {S::CALLING, I::WAIT, S::WAITING},
    {S::CALLING, I::FAIL, S::FAILED},
    {S::BREAKING, I::MARKER, S::BREAKING},
    {S::BREAKING, I::ERROR, S::THINKING},
    {S::BREAKING, I::AGAIN, S::LOGGING_ON},
    {S::BREAKING, I::WAIT, S::WAITING},
    {S::BREAKING, I::FAIL, S::FAILED},
    {S::THINKING, I::CALL, S::CALLING},
    {S::THINKING, I::LOG_OFF, S::LOGGING_OFF},
    {S::THINKING, I::WAIT, S::WAITING},
    {S::THINKING, I::FAIL, S::FAILED},
    {S::LOGGING_OFF, I::REPLY, S::LOGGING_OFF},
    {S::LOGGING_OFF, I::ERROR, S::THINKING},
    {S::LOGGING_OFF, I::FINISH, S::CLOSED},
    {S::LOGGING_OFF, I::FAIL, S::FAILED},
});

} // namespace

std::span<const ClientTransition>
GetClientTransitions()
{
    return TRANSITIONS;
}

std::optional<ClientState>
GetNextState(ClientState state, ClientInput input)
{
    const auto found = std::ranges::find_if(TRANSITIONS, [&](const ClientTransition& row) {
        return row.state == state && row.input == input;
    });
    return found == TRANSITIONS.end() ? std::nullopt : std::optional(found->next);
}

const char*
GetName(ClientState state)
{
    return STATE_NAMES.at(static_cast<std::size_t>(state));
}

const char*
GetName(ClientInput input)
{
    return INPUT_NAMES.at(static_cast<std::size_t>(input));
}

} // namespace ns3::net8
