// SPDX-License-Identifier: GPL-2.0-only
#include "net8-accept-queue.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

Net8AcceptQueue::Net8AcceptQueue()
    : m_limits(CreateObject<Net8ListenerLimits>())
{
}

Net8AcceptQueue::~Net8AcceptQueue() = default;

Ptr<Net8ListenerLimits>
Net8AcceptQueue::GetLimits() const
{
    return m_limits;
}

void
Net8AcceptQueue::Add(Ptr<Net8EndPoint> endPoint)
{
    m_endPoints.push_back(endPoint);
}

bool
Net8AcceptQueue::IsEmpty() const
{
    return m_endPoints.empty();
}

TextError
Net8AcceptQueue::Configure()
{
    return m_limits->Configure(m_endPoints);
}

void
Net8AcceptQueue::Open(const Ptr<Node>& node, TypeId protocol, Released released)
{
    m_released = std::move(released);
    for (uint32_t number = 0; number < m_endPoints.size(); ++number)
    {
        m_endPoints[number]->Open(node, protocol, [this, number] { HandleArrival(number); });
    }
}

void
Net8AcceptQueue::Close()
{
    for (const auto& endPoint : m_endPoints)
    {
        endPoint->Close();
    }
}

void
Net8AcceptQueue::Clear()
{
    m_taking = 0;
    m_held.clear();
}

void
Net8AcceptQueue::Dispose()
{
    for (const auto& endPoint : m_endPoints)
    {
        endPoint->Dispose();
    }
    m_endPoints.clear();
}

std::shared_ptr<Net8EndPoint::Arrival>
Net8AcceptQueue::Take(uint32_t number)
{
    --m_taking;
    ++m_taken;
    return m_endPoints[number]->Take();
}

void
Net8AcceptQueue::Leave()
{
    --m_taken;
    if (!m_held.empty() && HasRoom())
    {
        const uint32_t number = m_held.front();
        m_held.pop_front();
        Release(number);
    }
}

uint32_t
Net8AcceptQueue::GetWaiting() const
{
    uint32_t waiting = 0;
    for (const auto& endPoint : m_endPoints)
    {
        waiting += endPoint->GetWaiting();
    }
    return waiting;
}

uint64_t
Net8AcceptQueue::GetOverflows() const
{
    uint64_t overflows = 0;
    for (const auto& endPoint : m_endPoints)
    {
        overflows += endPoint->GetOverflows();
    }
    return overflows;
}

void
Net8AcceptQueue::HandleArrival(uint32_t number)
{
    const Time now = Simulator::Now();
    const Time release = m_limits->GetRelease(number);
    if (release == now)
    {
        Release(number);
    }
    else
    {
        Simulator::Schedule(release - now, &Net8AcceptQueue::Release, this, number);
    }
}

void
Net8AcceptQueue::Release(uint32_t number)
{
    if (!HasRoom())
    {
        m_held.push_back(number);
        return;
    }
    ++m_taking;
    m_released(number);
}

bool
Net8AcceptQueue::HasRoom() const
{
    return m_limits->HasRoom(std::size_t{m_taken} + m_taking);
}

} // namespace ns3::net8
