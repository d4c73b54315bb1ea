// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-node.h"

namespace ns3::net8
{

Net8StageNode::Net8StageNode(const Ptr<Net8StageClock>& clock)
    : m_clock(clock)
{
}

Net8StageNode::~Net8StageNode() = default;

bool
Net8StageNode::ForwardEarly(const Net8EthernetNetDevice& /* device */,
                            const Net8StageClock::Arrival& /* arrival */)
{
    return false;
}

const Ptr<Net8StageClock>&
Net8StageNode::GetClock() const
{
    return m_clock;
}

} // namespace ns3::net8
