// SPDX-License-Identifier: GPL-2.0-only
#include "net8-event-heap.h"

#include "ns3/event-impl.h"
#include "ns3/object-factory.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8EventHeap);

namespace
{

/// Children of an entry in the heap.
constexpr std::size_t CHILDREN = 4;

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
    s_heap = this;
}

Net8EventHeap::~Net8EventHeap()
{
    if (s_heap == this)
    {
        s_heap = nullptr;
    }
}

void
Net8EventHeap::Install()
{
    if (!s_heap)
    {
        Simulator::SetScheduler(ObjectFactory("ns3::net8::Net8EventHeap"));
    }
}

void
Net8EventHeap::Rise(std::size_t hole, const Entry& entry)
{
    while (hole > 0)
    {
        const std::size_t parent = (hole - 1) / CHILDREN;
        if (!IsBefore(entry, m_heap[parent]))
        {
            break;
        }
        m_heap[hole] = m_heap[parent];
        hole = parent;
    }
    m_heap[hole] = entry;
}

void
Net8EventHeap::Sink(std::size_t hole, const Entry& entry)
{
    for (;;)
    {
        const std::size_t first = hole * CHILDREN + 1;
        const std::size_t end = std::min(first + CHILDREN, m_heap.size());
        if (first >= end)
        {
            break;
        }
        std::size_t least = first;
        for (std::size_t child = first + 1; child < end; ++child)
        {
            least = IsBefore(m_heap[child], m_heap[least]) ? child : least;
        }
        if (!IsBefore(m_heap[least], entry))
        {
            break;
        }
        m_heap[hole] = m_heap[least];
        hole = least;
    }
    m_heap[hole] = entry;
}

void
Net8EventHeap::Pop()
{
    m_free.push_back(m_heap.front().place);
    const auto last = m_heap.back();
    m_heap.pop_back();
    if (!m_heap.empty())
    {
        Sink(0, last);
    }
}

void
Net8EventHeap::Arrange()
{
    for (std::size_t i = m_heap.size(); i > 0; --i)
    {
        Sink(i - 1, Entry(m_heap[i - 1]));
    }
}

Scheduler::Event
Net8EventHeap::ToEvent(const Entry& entry) const
{
    const auto& rest = m_rest[entry.place];
    Event event;
    event.impl = rest.impl;
    event.key.m_ts = static_cast<uint64_t>(entry.at);
    event.key.m_uid = rest.uid;
    event.key.m_context = rest.node;
    return event;
}

void
Net8EventHeap::Insert(const Event& ev)
{
    const auto number = TakeNumber();
    if (m_free.empty())
    {
        m_free.push_back(static_cast<uint32_t>(m_rest.size()));
        m_rest.emplace_back();
    }
    const Entry entry{.at = static_cast<int64_t>(ev.key.m_ts), .place = m_free.back()};
    m_free.pop_back();
    auto& rest = m_rest[entry.place];
    rest.origin = m_place.value_or(
        Origin{.known = Nanos(m_now), .cause = m_current.known, .order = number, .within = number});
    m_place.reset();
    rest.impl = ev.impl;
    rest.uid = ev.key.m_uid;
    rest.node = ev.key.m_context;
    m_heap.emplace_back();
    Rise(m_heap.size() - 1, entry);
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
    if (!m_started)
    {
        m_started = true;
        m_exact = Time::GetResolution() == Time::NS;
    }
    const auto event = ToEvent(m_heap.front());
    m_now = m_heap.front().at;
    m_current = m_rest[m_heap.front().place].origin;
    Pop();
    Tidy();
    return event;
}

std::vector<Net8EventHeap::Pending>
Net8EventHeap::GetPending() const
{
    std::vector<Pending> pending;
    for (const auto& entry : m_heap)
    {
        const auto& rest = m_rest[entry.place];
        if (!m_removed.contains(rest.uid) && !rest.impl->IsCancelled())
        {
            pending.push_back({.at = entry.at, .uid = rest.uid, .impl = rest.impl});
        }
    }
    return pending;
}

void
Net8EventHeap::Move(Nanos by, const std::vector<uint32_t>& fixed)
{
    for (auto& entry : m_heap)
    {
        auto& rest = m_rest[entry.place];
        if (!std::ranges::binary_search(fixed, rest.uid))
        {
            entry.at += by.count();
            rest.origin.known += by;
            rest.origin.cause += by;
        }
    }
    Arrange();
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
    std::erase_if(m_heap, [this](const Entry& entry) {
        const bool dead = m_removed.contains(m_rest[entry.place].uid);
        if (dead)
        {
            m_free.push_back(entry.place);
        }
        return dead;
    });
    Arrange();
    m_removed.clear();
}

void
Net8EventHeap::DiscardTop()
{
    while (!m_removed.empty() && !m_heap.empty() &&
           m_removed.erase(m_rest[m_heap.front().place].uid) > 0)
    {
        Pop();
    }
}

} // namespace ns3::net8
