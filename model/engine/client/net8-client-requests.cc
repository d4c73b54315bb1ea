// SPDX-License-Identifier: GPL-2.0-only
#include "net8-client-requests.h"

#include "ns3/net8-ttc-key-values.h"
#include "ns3/net8-ttc-session-state.h"

#include <string>
#include <utility>

namespace ns3::net8
{

ClientRequests::Turn
ClientRequests::Rest()
{
    const State before = m_state;
    m_state = before == State::OPEN ? State::ENDING : State::RESTED;
    return before == State::OPEN     ? Turn::ROLL_BACK
           : before == State::LOOKED ? Turn::STAY
                                     : Turn::RELEASE;
}

void
ClientRequests::SetReady()
{
    m_ready = true;
}

SessionState
ClientRequests::Ask(const ClientScript::Task& task, const DriverProfile& driver)
{
    auto told = Mark(task, driver);
    if (std::exchange(m_ready, false))
    {
        constexpr std::size_t UUID = 36; // as text
        const bool pooled = m_state != State::NONE;
        const auto ready = TtcKeyValues::MakeReady(pooled ? std::string(UUID, 'x') : "");
        told.first = told.calls == 0 ? TtcFunction::KEY_VALUES : told.first;
        ++told.calls;
        told.bytes += ready.Size(TtcLayout::Simulated(driver.token));
    }
    return told;
}

SessionState
ClientRequests::Mark(const ClientScript::Task& task, const DriverProfile& driver)
{
    TtcSessionState told;
    const bool looks =
        task.query->kind == StatementKind::PING && task.transaction == ClientScript::NO_TRANSACTION;
    if (m_state == State::ENDING)
    {
        m_state = State::RESTED;
        told.state = TtcSessionState::END | TtcSessionState::EXPLICIT;
    }
    else if (m_state == State::RESTED && !looks && driver.requestBoundaries && driver.token)
    {
        m_state = State::OPEN;
    }
    else
    {
        m_state = m_state == State::RESTED && looks ? State::LOOKED : m_state;
        return {};
    }
    return {.first = TtcFunction::SESSION_STATE,
            .calls = 1,
            .bytes = told.Size(TtcLayout::Simulated(driver.token))};
}

bool
ClientRequests::IsLooking() const
{
    return m_state == State::LOOKED;
}

TtcPrefix
ClientRequests::MakeRelease(const DriverProfile& driver, bool ends)
{
    // Type, function and sequence number; no tag, whose length of 0 is included; and a mode, which
    // is 0 or says that nobody is logged on any more (python-oracledb, SessionReleaseMessage).
    constexpr uint32_t BARE = 6;
    return {.message = TtcMessage::ONE_WAY_FUNCTION,
            .function = TtcFunction::SESSION_RELEASE,
            .length = BARE + (driver.token ? 1U : 0U) + (ends ? 1U : 0U)};
}

} // namespace ns3::net8
