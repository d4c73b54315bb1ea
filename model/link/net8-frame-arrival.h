// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FRAME_ARRIVAL_H
#define NET8_FRAME_ARRIVAL_H

#include "net8-pooled.h"

#include "ns3/event-impl.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The arrival of a frame at a device, as an event.
 *
 * The receiver removes headers, so it needs a packet that nobody else has. ns-3's channels copy
 * each frame when it begins to be sent, as the sender keeps it until its end and others may watch.
 * When it arrives they have mostly let go of it, and it is not copied.
 *
 * @tparam RECEIVER class of the device
 */
template <typename RECEIVER>
class Net8FrameArrival : public EventImpl, public Net8Pooled<Net8FrameArrival<RECEIVER>>
{
  public:
    /**
     * @param receiver the device
     * @param frame the frame
     */
    Net8FrameArrival(Ptr<RECEIVER> receiver, Ptr<const Packet> frame)
        : m_receiver(std::move(receiver)),
          m_frame(std::move(frame))
    {
    }

    /**
     * @param node number of the receiver's node
     * @param wait time until it arrives
     * @param receiver the device
     * @param frame the frame, which nobody changes any more
     */
    static void Schedule(uint32_t node,
                         const Time& wait,
                         const Ptr<RECEIVER>& receiver,
                         const Ptr<const Packet>& frame)
    {
        Simulator::ScheduleWithContext(node, wait, new Net8FrameArrival(receiver, frame));
    }

  protected:
    void Notify() override
    {
        const bool own = m_frame->GetReferenceCount() == 1;
        const auto frame = own ? ConstCast<Packet>(m_frame) : m_frame->Copy();
        m_frame = nullptr;
        m_receiver->Receive(frame);
    }

  private:
    Ptr<RECEIVER> m_receiver;  ///< The device.
    Ptr<const Packet> m_frame; ///< The frame; null once it has arrived.
};

} // namespace ns3::net8

#endif // NET8_FRAME_ARRIVAL_H
