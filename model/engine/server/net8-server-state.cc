// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-state.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ns3::net8
{

namespace
{

using enum ServerState;
using Trigger = ServerTrigger;

/// The state table.
constexpr std::array<ServerStates::Row, 22> ROWS{{
    {HANDING_OVER, Trigger::START, READY},
    {HANDING_OVER, Trigger::START_RESEND, WAIT_REPEAT},
    {HANDING_OVER, Trigger::END, CLOSED},
    {WAIT_REPEAT, Trigger::CONNECT, READY},
    {WAIT_REPEAT, Trigger::CONNECT_HEAD, WAIT_DATA},
    {WAIT_REPEAT, Trigger::END, CLOSED},
    {WAIT_DATA, Trigger::CONNECT_DATA, READY},
    {WAIT_DATA, Trigger::END, CLOSED},
    {READY, Trigger::CALL, SERVING},
    {READY, Trigger::BREAK, RESETTING},
    {READY, Trigger::RESET, READY},
    {READY, Trigger::FAREWELL, CLOSED},
    {READY, Trigger::END, CLOSED},
    {SERVING, Trigger::REPLY, READY},
    {SERVING, Trigger::FAIL, RESETTING},
    {SERVING, Trigger::BREAK, RESETTING},
    {SERVING, Trigger::RESET, SERVING},
    {SERVING, Trigger::END, CLOSED},
    {RESETTING, Trigger::RESET, RESETTING},
    {RESETTING, Trigger::BREAK, RESETTING},
    {RESETTING, Trigger::ERROR, READY},
    {RESETTING, Trigger::END, CLOSED},
}};

/// Names of the states, in order.
constexpr std::array STATE_NAMES{"HANDING_OVER",
                                 "WAIT_REPEAT",
                                 "WAIT_DATA",
                                 "READY",
                                 "SERVING",
                                 "RESETTING",
                                 "CLOSED"};

/// Names of the triggers, in order.
constexpr std::array TRIGGER_NAMES{"START",
                                   "START_RESEND",
                                   "CONNECT",
                                   "CONNECT_HEAD",
                                   "CONNECT_DATA",
                                   "CALL",
                                   "REPLY",
                                   "FAIL",
                                   "BREAK",
                                   "RESET",
                                   "ERROR",
                                   "FAREWELL",
                                   "END"};

} // namespace

std::span<const ServerStates::Row>
ServerStates::GetRows()
{
    return ROWS;
}

std::optional<ServerState>
ServerStates::Find(ServerState state, ServerTrigger trigger)
{
    const auto fits = [state, trigger](const Row& row) {
        return row.state == state && row.trigger == trigger;
    };
    const auto row = std::ranges::find_if(ROWS, fits);
    return row == ROWS.end() ? std::nullopt : std::optional(row->next);
}

const char*
ServerStates::Name(ServerState state)
{
    return STATE_NAMES.at(static_cast<std::size_t>(state));
}

const char*
ServerStates::Name(ServerTrigger trigger)
{
    return TRIGGER_NAMES.at(static_cast<std::size_t>(trigger));
}

} // namespace ns3::net8
