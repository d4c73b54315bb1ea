// SPDX-License-Identifier: GPL-2.0-only
#include "net8-event-census.h"

#include "ns3/event-impl.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <memory>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8EventCensus);

TypeId
Net8EventCensus::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8EventCensus")
                            .SetParent<MapScheduler>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8EventCensus>()
                            .AddAttribute("Live",
                                          "Called for each event that has not been cancelled.",
                                          CallbackValue(),
                                          MakeCallbackAccessor(&Net8EventCensus::m_live),
                                          MakeCallbackChecker());
    return tid;
}

uint64_t
Net8EventCensus::Take()
{
    // The scheduler stays installed and may count again later, so it shares the number.
    const auto live = std::make_shared<uint64_t>(0);
    ObjectFactory factory("ns3::net8::Net8EventCensus");
    factory.Set("Live", CallbackValue(Callback<void>([live] { ++*live; })));
    Simulator::SetScheduler(factory);
    return *live;
}

void
Net8EventCensus::Insert(const Event& event)
{
    if (!event.impl->IsCancelled())
    {
        m_live();
    }
    MapScheduler::Insert(event);
}

} // namespace ns3::net8
