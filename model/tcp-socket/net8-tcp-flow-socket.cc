// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-flow-socket.h"

namespace ns3::net8
{

Net8TcpFlowSocket::Net8TcpFlowSocket(const Net8TcpFlowSocket& other)
    : Net8TcpOptionSocket(other),
      m_sendShut(other.m_sendShut),
      m_recvShut(other.m_recvShut)
{
}

void
Net8TcpFlowSocket::TellAccepted(const Ptr<Net8TcpFlowSocket>& accepted, const Address& peer)
{
    NotifyNewConnectionCreated(accepted, peer);
}

void
Net8TcpFlowSocket::SetBacklog(const Ptr<Net8TcpBacklog>& backlog)
{
    m_backlog = backlog;
}

} // namespace ns3::net8
