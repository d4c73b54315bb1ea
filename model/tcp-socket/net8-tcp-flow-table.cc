// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-flow-table.h"

#include "net8-tcp-flow-socket.h"

#include <utility>

namespace ns3::net8
{

Net8TcpFlowTable::Net8TcpFlowTable() = default;
Net8TcpFlowTable::~Net8TcpFlowTable() = default;

std::size_t
Net8TcpFlowTable::Hash::operator()(const Ptr<Net8TcpFlowSocket>& socket) const
{
    return operator()(socket->GetFlow());
}

bool
Net8TcpFlowTable::Equal::operator()(const Ptr<Net8TcpFlowSocket>& one,
                                    const Ptr<Net8TcpFlowSocket>& other) const
{
    return one->GetFlow() == other->GetFlow();
}

bool
Net8TcpFlowTable::Equal::operator()(const Net8TcpFlow& flow,
                                    const Ptr<Net8TcpFlowSocket>& socket) const
{
    return flow == socket->GetFlow();
}

bool
Net8TcpFlowTable::Add(const Ptr<Net8TcpFlowSocket>& socket)
{
    if (!m_sockets.insert(socket).second)
    {
        return false;
    }
    const auto port = socket->GetFlow().localPort;
    auto& block = m_ports[port / BLOCK];
    ++block.used[port % BLOCK];
    ++block.all;
    return true;
}

void
Net8TcpFlowTable::Remove(const Net8TcpFlow& flow)
{
    const auto found = m_sockets.find(flow);
    if (found == m_sockets.end())
    {
        return;
    }
    const auto block = m_ports.find(flow.localPort / BLOCK);
    --block->second.used[flow.localPort % BLOCK];
    if (--block->second.all == 0)
    {
        m_ports.erase(block);
    }
    m_last = nullptr;
    m_sockets.erase(found);
}

Ptr<Net8TcpFlowSocket>
Net8TcpFlowTable::Find(const Net8TcpFlow& flow) const
{
    if (!m_last || m_last->GetFlow() != flow)
    {
        const auto found = m_sockets.find(flow);
        m_last = found == m_sockets.end() ? nullptr : PeekPointer(*found);
    }
    return m_last;
}

void
Net8TcpFlowTable::Clear()
{
    m_last = nullptr;
    const auto sockets = std::exchange(m_sockets, {});
    m_ports.clear();
    for (const auto& socket : sockets)
    {
        socket->Forget();
    }
}

} // namespace ns3::net8
