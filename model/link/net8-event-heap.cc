// SPDX-License-Identifier: GPL-2.0-only
#include "net8-event-heap.h"

#include "ns3/event-impl.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8EventHeap);

namespace
{

/// The heap of this simulation.
Net8EventHeap* g_heap = nullptr;

} // namespace

TypeId
Net8EventHeap::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8EventHeap")
                            .SetParent<Scheduler>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8EventHeap>();
    return tid;
}

Net8EventHeap::Net8EventHeap()
{
    g_heap = this;
}

Net8EventHeap::~Net8EventHeap()
{
    if (g_heap == this)
    {
        g_heap = nullptr;
    }
}

Net8EventHeap*
Net8EventHeap::Get()
{
    return g_heap;
}

void
Net8EventHeap::Install()
{
    if (!g_heap)
    {
        Simulator::SetScheduler(ObjectFactory("ns3::net8::Net8EventHeap"));
    }
}

bool
Net8EventHeap::Entry::operator>(const Entry& other) const
{
    if (at != other.at)
    {
        return at > other.at;
    }
    if (origin.known != other.origin.known)
    {
        return origin.known > other.origin.known;
    }
    if (origin.cause != other.origin.cause)
    {
        return origin.cause > other.origin.cause;
    }
    return std::tie(origin.order, origin.within) >
           std::tie(other.origin.order, other.origin.within);
}

Scheduler::Event
Net8EventHeap::ToEvent(const Entry& entry)
{
    Event event;
    event.impl = entry.impl;
    event.key.m_ts = static_cast<uint64_t>(entry.at);
    event.key.m_uid = entry.uid;
    event.key.m_context = entry.node;
    return event;
}

void
Net8EventHeap::Insert(const Event& ev)
{
    const auto number = TakeNumber();
    const Origin usual{.known = Nanos(m_now),
                       .cause = m_current.known,
                       .order = number,
                       .within = number};
    const auto origin = m_place ? *std::exchange(m_place, std::nullopt) : usual;
    m_heap.push_back({.at = static_cast<int64_t>(ev.key.m_ts),
                      .origin = origin,
                      .uid = ev.key.m_uid,
                      .node = ev.key.m_context,
                      .impl = ev.impl});
    std::ranges::push_heap(m_heap, std::greater<>());
}

bool
Net8EventHeap::IsEmpty() const
{
    return m_heap.empty();
}

Scheduler::Event
Net8EventHeap::PeekNext() const
{
    return ToEvent(m_heap.front());
}

Scheduler::Event
Net8EventHeap::RemoveNext()
{
    if (m_pause)
    {
        std::exchange(m_pause, nullptr)();
    }
    std::ranges::pop_heap(m_heap, std::greater<>());
    const auto next = m_heap.back();
    m_heap.pop_back();
    m_now = next.at;
    m_current = next.origin;
    Tidy();
    return ToEvent(next);
}

std::vector<Net8EventHeap::Pending>
Net8EventHeap::GetPending() const
{
    std::vector<Pending> pending;
    for (const auto& entry : m_heap)
    {
        if (!m_removed.contains(entry.uid) && !entry.impl->IsCancelled())
        {
            pending.push_back({.at = entry.at, .uid = entry.uid, .impl = entry.impl});
        }
    }
    return pending;
}

void
Net8EventHeap::Move(Nanos by, const std::vector<uint32_t>& fixed)
{
    for (auto& entry : m_heap)
    {
        if (!std::ranges::binary_search(fixed, entry.uid))
        {
            entry.at += by.count();
            entry.origin.known += by;
            entry.origin.cause += by;
        }
    }
    std::ranges::make_heap(m_heap, std::greater<>());
    m_now += by.count();
    m_current.known += by;
    m_current.cause += by;
}

void
Net8EventHeap::Remove(const Event& ev)
{
    m_removed.insert(ev.key.m_uid);
    if (m_removed.size() > m_heap.size() / 2)
    {
        Clean();
        return;
    }
    Tidy();
}

void
Net8EventHeap::Clean()
{
    std::erase_if(m_heap, [this](const Entry& entry) { return m_removed.contains(entry.uid); });
    std::ranges::make_heap(m_heap, std::greater<>());
    m_removed.clear();
}

void
Net8EventHeap::Tidy()
{
    while (!m_removed.empty() && !m_heap.empty() && m_removed.erase(m_heap.front().uid) > 0)
    {
        std::ranges::pop_heap(m_heap, std::greater<>());
        m_heap.pop_back();
    }
}

} // namespace ns3::net8
