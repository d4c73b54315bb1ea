// SPDX-License-Identifier: GPL-2.0-only
#include "net8-threshold-queue-disc.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/object-factory.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8ThresholdQueueDisc);

TypeId
Net8ThresholdQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ThresholdQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ThresholdQueueDisc>()
            .AddAttribute("MaxSize",
                          "Room in the queue, packets or bytes.",
                          QueueSizeValue(QueueSize("1000p")),
                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize),
                          MakeQueueSizeChecker())
            .AddAttribute("Threshold",
                          "A packet that finds this much in the queue is marked, in the unit of "
                          "MaxSize.",
                          QueueSizeValue(QueueSize("65p")),
                          MakeQueueSizeAccessor(&Net8ThresholdQueueDisc::m_threshold),
                          MakeQueueSizeChecker());
    return tid;
}

Net8ThresholdQueueDisc::Net8ThresholdQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::SINGLE_INTERNAL_QUEUE)
{
}

bool
Net8ThresholdQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    if (GetCurrentSize() + item > GetMaxSize())
    {
        DropBeforeEnqueue(item, FULL);
        return false;
    }
    if (GetCurrentSize() >= m_threshold)
    {
        Mark(item, LONG);
    }
    return GetInternalQueue(0)->Enqueue(item);
}

Ptr<QueueDiscItem>
Net8ThresholdQueueDisc::DoDequeue()
{
    return GetInternalQueue(0)->Dequeue();
}

bool
Net8ThresholdQueueDisc::CheckConfig()
{
    if (GetNInternalQueues() == 0)
    {
        AddInternalQueue(
            CreateObjectWithAttributes<DropTailQueue<QueueDiscItem>>("MaxSize",
                                                                     QueueSizeValue(GetMaxSize())));
    }
    return GetNQueueDiscClasses() == 0 && GetNPacketFilters() == 0 && GetNInternalQueues() == 1;
}

void
Net8ThresholdQueueDisc::InitializeParams()
{
}

} // namespace ns3::net8
