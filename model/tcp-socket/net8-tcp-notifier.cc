// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-notifier.h"

#include "net8-tcp-flow-socket.h"
#include "net8-tcp-host.h"

#include "ns3/net8-pooled.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::net8
{

/// The application runs: with most segments one comes and goes, in one block of memory that is
/// kept.
class Net8TcpNotifier::Event : public EventImpl, public Net8Pooled<Net8TcpNotifier::Event>
{
  public:
    /**
     * @param notifier what the application is told by
     */
    explicit Event(Net8TcpNotifier& notifier)
        : m_notifier(notifier)
    {
    }

  private:
    void Notify() override
    {
        m_notifier.HandleWakeUp();
    }

    Net8TcpNotifier& m_notifier; ///< What the application is told by.
};

void
Net8TcpNotifier::Start(uint32_t iss, bool connecting)
{
    m_received = 0;
    m_sent = iss + 1;
    m_error = TcpError::NONE;
    m_connecting = connecting;
    m_endTold = false;
}

void
Net8TcpNotifier::Tell()
{
    const Ptr<Net8TcpFlowSocket> self(&m_socket);
    m_socket.ResumeWriting();
    TellSent();
    if (m_socket.m_settings->rules.acks == TcpRules::Acks::COUNTED)
    {
        WakeUp(); // These systems let the reader run before the ACK leaves.
        return;
    }
    if (!m_wakeUp && HasNews())
    {
        m_wakeUp = Create<Event>(*this);
        Simulator::Schedule(std::max(m_ready - Simulator::Now(), Time(0)), m_wakeUp);
    }
}

void
Net8TcpNotifier::HandleWakeUp()
{
    const Ptr<Net8TcpFlowSocket> self(&m_socket);
    m_wakeUp = nullptr;
    if (m_socket.m_connection)
    {
        WakeUp();
    }
}

void
Net8TcpNotifier::Skip(uint64_t sent, uint64_t received, Time by)
{
    m_sent += static_cast<uint32_t>(sent);
    m_received += received;
    m_ready += by;
}

bool
Net8TcpNotifier::HasNews() const
{
    const auto& connection = m_socket.m_connection;
    if (!connection)
    {
        return false;
    }
    const uint64_t received = m_socket.m_payload.GetRead() + m_socket.GetRxAvailable();
    const bool ended = connection->HasPeerFinished() || connection->IsDone();
    return (m_connecting && IsOpeningOver()) || (received > m_received && !m_socket.m_recvShut) ||
           (ended && !m_endTold) || connection->GetError() != TcpError::NONE;
}

void
Net8TcpNotifier::WakeUp()
{
    m_ready = Simulator::Now() + m_socket.m_host->GetWakeUpTime();
    TellConnected();
    m_socket.ResumeWriting();
    TellSent();
    TellReceived();
    TellEnd();
}

bool
Net8TcpNotifier::IsOpeningOver() const
{
    const auto& connection = m_socket.m_connection;
    const TcpState state = connection->GetState();
    return state != TcpState::SYN_SENT && state != TcpState::SYN_RECEIVED &&
           connection->GetError() == TcpError::NONE && !connection->IsDone();
}

void
Net8TcpNotifier::TellConnected()
{
    if (!m_connecting || !m_socket.m_connection || !IsOpeningOver())
    {
        return;
    }
    m_connecting = false;
    m_socket.NotifyConnectionSucceeded();
    if (m_socket.GetTxAvailable() > 0)
    {
        TellWritable();
    }
}

void
Net8TcpNotifier::TellSent()
{
    if (!m_socket.m_connection)
    {
        return;
    }
    const TcpSendState& sender = m_socket.m_connection->GetSender().GetState();
    const auto sent = static_cast<int32_t>(std::min(sender.nxt - m_sent, sender.writeSeq - m_sent));
    if (sent > 0)
    {
        m_sent += static_cast<uint32_t>(sent);
        m_socket.NotifyDataSent(static_cast<uint32_t>(sent));
    }
}

void
Net8TcpNotifier::TellReceived()
{
    const uint64_t received = m_socket.m_payload.GetRead() + m_socket.GetRxAvailable();
    if (m_socket.m_connection && received > m_received && !m_socket.m_recvShut)
    {
        m_received = received;
        m_user ? m_user->HandleReadable() : m_socket.NotifyDataRecv();
    }
}

void
Net8TcpNotifier::TellUrgent()
{
    if (m_user)
    {
        m_user->HandleUrgent();
    }
}

void
Net8TcpNotifier::TellWritable()
{
    m_user ? m_user->HandleWritable() : m_socket.NotifySend(m_socket.GetTxAvailable());
}

void
Net8TcpNotifier::TellClose(bool reset)
{
    if (m_user)
    {
        m_user->HandleEnd({.reset = reset, .givenUp = m_socket.m_connection->GetGivenUp()});
        return;
    }
    reset ? m_socket.NotifyErrorClose() : m_socket.NotifyNormalClose();
}

void
Net8TcpNotifier::TellEnd()
{
    const auto& connection = m_socket.m_connection;
    if (!connection)
    {
        return;
    }
    const TcpError error = connection->TakeError();
    if (error != TcpError::NONE)
    {
        m_error = error;
        m_endTold = true;
        if (m_connecting && error == TcpError::TIMED_OUT)
        {
            m_socket.NotifyConnectionFailed();
        }
        else if (m_connecting)
        {
            TellClose(false); // ns-3 reports a refused connection in this way.
        }
        else
        {
            TellClose(true);
        }
        return;
    }
    if (m_endTold || (!connection->HasPeerFinished() && !connection->IsDone()))
    {
        return;
    }
    m_endTold = true;
    TellClose(false);
    if (m_socket.m_sendShut)
    {
        m_socket.Close();
    }
}

} // namespace ns3::net8
