// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_THRESHOLD_QUEUE_DISC_H
#define NET8_THRESHOLD_QUEUE_DISC_H

#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * First in, first out, with marks as DCTCP expects them (RFC 8257, section 3.1): an ECN-capable
 * packet that finds the threshold or more in the queue is marked. Packets that are not ECN-capable
 * are dropped only if there is no room.
 */
class Net8ThresholdQueueDisc : public QueueDisc
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8ThresholdQueueDisc();

    static constexpr const char* FULL = "Queue full";     ///< Why a packet is dropped.
    static constexpr const char* LONG = "Queue too long"; ///< Why a packet is marked.

  private:
    // Inherited
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    QueueSize m_threshold; ///< A packet that finds this much in the queue is marked.
};

} // namespace ns3::net8

#endif // NET8_THRESHOLD_QUEUE_DISC_H
