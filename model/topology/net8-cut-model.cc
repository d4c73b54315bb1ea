// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cut-model.h"

#include "ns3/packet.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8CutModel);

TypeId
Net8CutModel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8CutModel")
                            .SetParent<ErrorModel>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8CutModel>();
    return tid;
}

Net8CutModel::Net8CutModel() = default;
Net8CutModel::~Net8CutModel() = default;

void
Net8CutModel::DoDispose()
{
    m_next = nullptr;
    ErrorModel::DoDispose();
}

void
Net8CutModel::SetNext(Ptr<ErrorModel> next)
{
    m_next = next;
}

Ptr<ErrorModel>
Net8CutModel::TakeNext()
{
    return std::exchange(m_next, nullptr);
}

void
Net8CutModel::Cut(bool cut)
{
    if (cut)
    {
        ++m_cuts;
    }
    else if (m_cuts > 0)
    {
        --m_cuts;
    }
}

uint64_t
Net8CutModel::GetLost() const
{
    return m_lost;
}

bool
Net8CutModel::DoCorrupt(Ptr<Packet> packet)
{
    if (m_cuts > 0)
    {
        ++m_lost;
        return true;
    }
    return m_next && m_next->IsCorrupt(packet);
}

void
Net8CutModel::DoReset()
{
    m_cuts = 0;
}

} // namespace ns3::net8
