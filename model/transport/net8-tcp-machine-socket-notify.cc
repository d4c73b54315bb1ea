// SPDX-License-Identifier: GPL-2.0-only
// What the program over the socket is told.
#include "net8-tcp-machine-socket.h"

#include <algorithm>

namespace ns3::net8
{

void
Net8TcpMachineSocket::Tell()
{
    const Ptr<Net8TcpMachineSocket> self(this);
    TellConnected();
    GoOnWriting();
    if (!m_connection)
    {
        return;
    }
    const TcpSendState& sender = m_connection->GetSender().GetState();
    const auto sent =
        static_cast<int32_t>(std::min(sender.nxt - m_toldSent, sender.writeSeq - m_toldSent));
    if (sent > 0)
    {
        m_toldSent += static_cast<uint32_t>(sent);
        NotifyDataSent(static_cast<uint32_t>(sent));
    }
    const uint64_t received = m_received.GetBegin() + GetRxAvailable();
    if (received > m_toldReceived && !m_recvShut)
    {
        m_toldReceived = received;
        NotifyDataRecv();
    }
    TellEnd();
}

void
Net8TcpMachineSocket::TellConnected()
{
    if (!m_connecting || !m_connection)
    {
        return;
    }
    const TcpState state = m_connection->GetState();
    if (state == TcpState::SYN_SENT || state == TcpState::SYN_RECEIVED ||
        m_connection->GetError() != TcpError::NONE || m_connection->IsDone())
    {
        return;
    }
    m_connecting = false;
    NotifyConnectionSucceeded();
    if (GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
}

void
Net8TcpMachineSocket::TellEnd()
{
    if (!m_connection)
    {
        return;
    }
    const TcpError error = m_connection->TakeError();
    if (error != TcpError::NONE)
    {
        m_error = error;
        m_endTold = true;
        if (m_connecting && error == TcpError::TIMED_OUT)
        {
            NotifyConnectionFailed();
        }
        else if (m_connecting)
        {
            NotifyNormalClose(); // As ns-3 tells a refused connection.
        }
        else
        {
            NotifyErrorClose();
        }
        return;
    }
    if (m_endTold || (!m_connection->HasPeerFinished() && !m_connection->IsDone()))
    {
        return;
    }
    m_endTold = true;
    NotifyNormalClose();
    if (m_sendShut)
    {
        Close();
    }
}

} // namespace ns3::net8
