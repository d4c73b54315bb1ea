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
/// Removed entries are discarded when they are more than one of so many: they keep their memory, of
/// which a removal costs as many looks on average.
constexpr std::size_t CLEAN_AT = 8;

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
    std::size_t first = hole * CHILDREN + 1;
    while (first + CHILDREN <= m_heap.size())
    {
        const Entry* const group = &m_heap[first];
        const Entry* const low = IsBefore(group[1], group[0]) ? group + 1 : group;
        const Entry* const high = IsBefore(group[3], group[2]) ? group + 3 : group + 2;
        const Entry* const least = IsBefore(*high, *low) ? high : low;
        if (!IsBefore(*least, entry))
        {
            m_heap[hole] = entry;
            return;
        }
        m_heap[hole] = *least;
        hole = first + static_cast<std::size_t>(least - group);
        first = hole * CHILDREN + 1;
    }
    if (first < m_heap.size())
    {
        // The last children, which are not as many and have none.
        const auto least = std::min_element(
            m_heap.begin() + static_cast<std::ptrdiff_t>(first),
            m_heap.end(),
            [this](const Entry& one, const Entry& other) { return IsBefore(one, other); });
        if (IsBefore(*least, entry))
        {
            m_heap[hole] = *least;
            hole = static_cast<std::size_t>(least - m_heap.begin());
        }
    }
    m_heap[hole] = entry;
}

bool
Net8EventHeap::Couple(Train& train, const Entry& entry)
{
    const uint32_t place = train.place;
    const bool runs = train.uid > 0 && place < m_rest.size() && m_rest[place].uid == train.uid;
    train = {.place = entry.place, .uid = m_rest[entry.place].uid};
    if (!runs || IsBefore(entry, {.at = m_rest[place].at, .place = place}))
    {
        return false;
    }
    m_rest[place].next = entry.place;
    ++m_coupled;
    return true;
}

void
Net8EventHeap::Uncouple()
{
    for (std::size_t i = 0; m_coupled > 0 && i < m_heap.size(); ++i)
    {
        const auto next = std::exchange(m_rest[m_heap[i].place].next, NONE);
        if (next != NONE)
        {
            m_heap.push_back({.at = m_rest[next].at, .place = next});
            --m_coupled;
        }
    }
}

void
Net8EventHeap::Pop()
{
    const uint32_t place = m_heap.front().place;
    const uint32_t next = m_rest[place].next;
    Free(place);
    if (next != NONE)
    {
        --m_coupled;
        Sink(0, {.at = m_rest[next].at, .place = next});
        return;
    }
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
    rest.at = entry.at;
    rest.uid = ev.key.m_uid;
    rest.node = ev.key.m_context;
    rest.next = NONE;
    auto* const train = std::exchange(m_train, nullptr);
    if (!train || !Couple(*train, entry))
    {
        m_heap.emplace_back();
        Rise(m_heap.size() - 1, entry);
    }
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
    for (const auto& rest : m_rest)
    {
        if (rest.uid > 0 && !m_removed.contains(rest.uid) && !rest.impl->IsCancelled())
        {
            pending.push_back({.at = rest.at, .uid = rest.uid, .impl = rest.impl});
        }
    }
    return pending;
}

void
Net8EventHeap::Move(Nanos by, const std::vector<uint32_t>& fixed)
{
    Uncouple();
    for (auto& entry : m_heap)
    {
        auto& rest = m_rest[entry.place];
        if (!std::ranges::binary_search(fixed, rest.uid))
        {
            entry.at += by.count();
            rest.at = entry.at;
            rest.origin.known += by;
            rest.origin.cause += by;
        }
    }
    Arrange();
    m_firstRemoved = 0;
    m_now += by.count();
    m_current.known += by;
    m_current.cause += by;
    for (auto* const mover : m_movers)
    {
        mover->Move(by);
    }
}

Net8EventHeap::Nanos
Net8EventHeap::GetEnd() const
{
    auto end = Nanos::max();
    for (const auto* const mover : m_movers)
    {
        end = std::min(end, mover->GetEnd());
    }
    return end;
}

std::vector<int64_t>
Net8EventHeap::DescribeMovers() const
{
    std::vector<int64_t> state;
    for (const auto* const mover : m_movers)
    {
        mover->Describe(state);
    }
    return state;
}

void
Net8EventHeap::Remove(const Event& ev)
{
    m_removed.insert(ev.key.m_uid);
    m_firstRemoved = std::min(m_firstRemoved, static_cast<int64_t>(ev.key.m_ts));
    if (m_removed.size() > (m_heap.size() + m_coupled) / CLEAN_AT)
    {
        Clean();
        return;
    }
    Tidy();
}

void
Net8EventHeap::Clean()
{
    Uncouple();
    std::erase_if(m_heap, [this](const Entry& entry) {
        const bool dead = m_removed.contains(m_rest[entry.place].uid);
        if (dead)
        {
            Free(entry.place);
        }
        return dead;
    });
    Arrange();
    m_removed.clear();
    m_firstRemoved = INT64_MAX;
}

void
Net8EventHeap::DiscardTop()
{
    while (!m_removed.empty() && !m_heap.empty() &&
           m_removed.erase(m_rest[m_heap.front().place].uid) > 0)
    {
        Pop();
    }
    m_firstRemoved = m_removed.empty() ? INT64_MAX : m_firstRemoved;
}

} // namespace ns3::net8
