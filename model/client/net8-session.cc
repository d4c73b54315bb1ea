// SPDX-License-Identifier: GPL-2.0-only
#include "net8-session.h"

#include "ns3/log.h"
#include "ns3/net8-ip-version.h"
#include "ns3/simulator.h"

#include <string>
#include <utility>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8Session");

Net8Session::Net8Session(const SessionSettings& settings, uint32_t number)
    : m_settings(settings),
      m_alarm([this] { HandleAlarm(); })
{
    m_record.session = number;
}

Net8Session::~Net8Session() = default;

const Net8Session::Work&
Net8Session::GetWork() const
{
    return m_done;
}

bool
Net8Session::IsOver() const
{
    return GetState() == State::CLOSED || GetState() == State::FAILED;
}

Ptr<Socket>
Net8Session::Abort()
{
    auto socket = Forget();
    if (IsOver())
    {
        return socket;
    }
    if (m_record.start.IsStrictlyNegative())
    {
        m_record.start = Simulator::Now();
    }
    Stop();
    Fail(SessionError::HOST_DOWN, 0);
    return socket;
}

std::optional<AttemptRecord>
Net8Session::GetAttempt() const
{
    return m_trial ? std::optional(*m_trial) : std::nullopt;
}

SessionCounters
Net8Session::GetCounters() const
{
    return m_counters;
}

AttemptRecord&
Net8Session::BeginAttempt(const std::string& host, uint16_t port, const std::optional<Address>& ip)
{
    m_record.connected = NanoSeconds(-1);
    m_trial =
        std::make_unique<AttemptRecord>(AttemptRecord{.session = m_record.session,
                                                      .attempt = m_record.attempts++,
                                                      .address = host + ":" + std::to_string(port),
                                                      .ipVersion = !ip           ? 0U
                                                                   : IsIpv6(*ip) ? 6U
                                                                                 : 4U,
                                                      .start = Simulator::Now()});
    return *m_trial;
}

void
Net8Session::FinishAttempt(int32_t outcome)
{
    if (const auto record = std::move(m_trial))
    {
        record->end = Simulator::Now();
        record->outcome = outcome;
        m_settings.attemptDone(*record);
    }
}

void
Net8Session::TellState(State before, State after) const
{
    NS_LOG_FUNCTION(this << GetName(before) << GetName(after));
    m_settings.stateChanged(m_record.session, GetName(before), GetName(after));
}

void
Net8Session::TellCall(const CallRecord& call)
{
    m_done = {.transaction = call.transaction,
              .execution = call.execution,
              .error = call.error > 0 ? call.error : m_done.error};
    m_settings.callDone(call);
}

void
Net8Session::TellEnd(std::optional<SessionError> error, uint32_t code)
{
    FinishAttempt(AttemptRecord::UNFINISHED);
    m_record.end = Simulator::Now();
    m_record.closed = !error;
    m_record.error = error;
    m_record.oraCode = code;
    m_settings.sessionDone(*this);
}

} // namespace ns3::net8
