// SPDX-License-Identifier: GPL-2.0-only
#include "net8-watched-scheduler.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8WatchedScheduler);

TypeId
Net8WatchedScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8WatchedScheduler")
                            .SetParent<Net8EventHeap>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8WatchedScheduler>()
                            .AddAttribute("Look",
                                          "Called between two events, now and then.",
                                          CallbackValue(),
                                          MakeCallbackAccessor(&Net8WatchedScheduler::m_look),
                                          MakeCallbackChecker());
    return tid;
}

Scheduler::Event
Net8WatchedScheduler::RemoveNext()
{
    if (--m_left == 0)
    {
        m_left = INTERVAL;
        m_look();
    }
    return Net8EventHeap::RemoveNext();
}

} // namespace ns3::net8
