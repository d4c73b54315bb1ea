// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The end of a client's dialogue, and the packets outside of its messages.
 */
#include "net8-client-dialogue.h"

#include "ns3/net8-data-packet.h"
#include "ns3/net8-oracle-error.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

using std::chrono::nanoseconds;

namespace
{

/**
 * Get the Oracle error number of a session error.
 *
 * @param error the error
 * @param tns the connection
 * @param established whether the session was logged on
 * @return the Oracle error number that the client program sees
 */
uint32_t
FindNumber(SessionError error, const TnsConnection& tns, bool established)
{
    return error == SessionError::TLS_FAILED && tns.GetTls() ? GetTlsError(tns.GetTls()->GetAlert())
                                                             : GetOracleError(error, established);
}

} // namespace

void
ClientDialogue::HandleClosed()
{
    if (IsIdle())
    {
        m_lost = true;
        return;
    }
    const bool inSetup = m_talk.progress.state == ClientState::LOGGING_ON;
    Fail(inSetup && m_logon && m_logon->IsNegotiating() ? SessionError::NEGOTIATION_CUT
         : inSetup                                      ? SessionError::CLOSED_IN_SETUP
                                                        : SessionError::CLOSED_IN_CALL);
}

void
ClientDialogue::Fail(SessionError error)
{
    m_talk.tns->Fail(error);
    const bool cut = error == SessionError::RESET || error == SessionError::CLOSED_IN_PACKET;
    if (cut && IsIdle())
    {
        m_lost = true;
        return;
    }
    if (!FailOver(error))
    {
        m_talk.progress.End(error, FindNumber(error, *m_talk.tns, m_statement.has_value()));
    }
}

void
ClientDialogue::FindLost(nanoseconds now)
{
    m_talk.now = now;
    // A pause within a statement is short: the loss is noticed after it.
    if (m_failover && !m_failover->IsBetween() && m_pause.IsOn())
    {
        return;
    }
    if (std::exchange(m_lost, false))
    {
        m_talk.tns->CountError(SessionError::FOUND_DEAD);
        if (!FailOver(SessionError::FOUND_DEAD))
        {
            Close(SessionError::FOUND_DEAD, oracle_error::FOUND_DEAD);
        }
    }
}

void
ClientDialogue::Refuse(uint32_t error)
{
    m_talk.tns->CountError(SessionError::SECURITY_REFUSED);
    Close(SessionError::SECURITY_REFUSED, error);
}

void
ClientDialogue::Close(std::optional<SessionError> error, uint32_t code)
{
    m_talk.tns->Close();
    m_talk.progress.End(error, code);
}

void
ClientDialogue::CheckReceived()
{
    const nanoseconds heard = std::max(m_call.start, m_talk.tns->GetLastReceived());
    if (m_talk.now - heard >= m_talk.settings.timeouts.recvTimeout)
    {
        Fail(SessionError::RECV_TIMEOUT);
        return;
    }
    m_talk.progress.deadlines.Set(ClientTimer::SILENCE,
                                  heard + m_talk.settings.timeouts.recvTimeout);
}

ClientDialogue::Patience
ClientDialogue::GetPatience() const
{
    const auto& timeouts = m_talk.settings.timeouts;
    if (m_requests.IsLooking())
    {
        return {timeouts.pingTimeout, m_talk.settings.driver.pingTimeout};
    }
    const auto choice = timeouts.callTimeoutRule;
    return {timeouts.callTimeout,
            choice == TimeoutChoice::BREAK             ? TimeoutRule::BREAK
            : choice == TimeoutChoice::BREAK_AND_CLOSE ? TimeoutRule::BREAK_AND_CLOSE
            : choice == TimeoutChoice::CLOSE           ? TimeoutRule::CLOSE
                                                       : m_talk.settings.driver.callTimeout};
}

void
ClientDialogue::HandleOverdue()
{
    const auto [limit, rule] = GetPatience();
    const bool breaks = m_talk.progress.Takes(ClientInput::CANCEL);
    const bool silent = m_talk.tns->GetLastReceived() <= m_call.start;
    if (breaks && !(silent && rule == TimeoutRule::CLOSE))
    {
        m_break.Cancel(m_talk.now);
        m_overdue = rule == TimeoutRule::CLOSE ? m_overdue : m_talk.now;
    }
    if (rule == TimeoutRule::BREAK)
    {
        return;
    }
    const nanoseconds due = std::max(m_overdue, m_talk.tns->GetLastReceived()) + limit;
    if (due <= m_talk.now)
    {
        Fail(SessionError::CALL_TIMEOUT);
        return;
    }
    m_talk.progress.deadlines.Set(ClientTimer::CANCEL, due);
}

void
ClientDialogue::HandlePacket(const StreamReader::Received& received, nanoseconds now)
{
    m_talk.now = now;
    if ((received.header.flags & header_flag::PROBE) != 0)
    {
        return; // The server only needs to know that it arrived.
    }
    const bool awaited = m_talk.progress.Takes(ClientInput::MARKER) && !m_pause.IsOn();
    if (received.header.type != static_cast<uint8_t>(PacketType::MARKER) || !awaited)
    {
        Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    if (!m_break.HandleMarker(received, now))
    {
        Fail(SessionError::MALFORMED_PACKET);
    }
}

} // namespace ns3::net8
