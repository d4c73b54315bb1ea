// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-control.h"

#include "net8-tcp-flow-socket.h"

#include "ns3/tcp-socket-base.h"

namespace ns3::net8
{

Net8TcpControl::Admission
Net8TcpControl::SetBacklog(const Ptr<Socket>& socket, const Ptr<Net8TcpBacklog>& backlog)
{
    if (const auto machine = DynamicCast<Net8TcpFlowSocket>(socket))
    {
        machine->SetBacklog(backlog);
        return {};
    }
    if (!backlog || !DynamicCast<TcpSocketBase>(socket))
    {
        return {};
    }
    return Admission([backlog](Ptr<Socket> /* socket */, const Address& /* from */) {
        if (backlog->IsFull())
        {
            backlog->CountOverflow();
            return false;
        }
        return true;
    });
}

bool
Net8TcpControl::Abort(const Ptr<Socket>& socket)
{
    if (const auto machine = DynamicCast<Net8TcpFlowSocket>(socket))
    {
        machine->Abort();
        return true;
    }
    if (auto* other = dynamic_cast<Net8Abortable*>(PeekPointer(socket)))
    {
        other->Abort();
        return true;
    }
    const auto stock = DynamicCast<TcpSocketBase>(socket);
    if (stock)
    {
        Silence(stock);
        stock->Close();
    }
    return stock != nullptr;
}

void
Net8TcpControl::Silence(const Ptr<Socket>& socket)
{
    const auto none = MakeNullCallback<void, Ptr<Socket>>();
    socket->SetCloseCallbacks(none, none);
    socket->SetConnectCallback(none, none);
    socket->SetRecvCallback(none);
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
}

} // namespace ns3::net8
