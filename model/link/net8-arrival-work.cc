// SPDX-License-Identifier: GPL-2.0-only
#include "net8-arrival-work.h"

#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3::net8
{

void
Net8ArrivalWork::SetTime(const Ptr<RandomVariableStream>& time)
{
    const auto constant = DynamicCast<ConstantRandomVariable>(time);
    m_time = constant && constant->GetConstant() <= 0 ? nullptr : time;
}

bool
Net8ArrivalWork::IsNone() const
{
    return !m_time;
}

Time
Net8ArrivalWork::TakeIn(bool hasData)
{
    if (!m_time)
    {
        return Time(0);
    }
    const Time now = Simulator::Now();
    const Time work = hasData ? Seconds(std::max(0.0, m_time->GetValue())) : Time(0);
    m_busyUntil = std::max(m_busyUntil, now) + work;
    return m_busyUntil - now;
}

Ptr<RandomVariableStream>
Net8ArrivalWork::MakeOwn(const Ptr<RandomVariableStream>& time, int64_t stream)
{
    if (!time || DynamicCast<ConstantRandomVariable>(time))
    {
        return time;
    }
    const auto type = time->GetInstanceTypeId();
    ObjectFactory factory;
    factory.SetTypeId(type);
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto name = type.GetAttribute(i).name;
        StringValue value;
        time->GetAttribute(name, value);
        factory.Set(name, value);
    }
    auto own = factory.Create<RandomVariableStream>();
    own->SetStream(stream);
    return own;
}

} // namespace ns3::net8
