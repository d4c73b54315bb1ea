// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_END_H
#define NET8_ETHERNET_END_H

#include "net8-stage-clock.h"
#include "net8-stage-frame.h"

#include "ns3/net-device.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A device that can be attached to an Ethernet cable, as seen by the cable.
 */
class Net8EthernetEnd : public NetDevice
{
  public:
    /// @return where computed frames arrive
    Net8StageClock::Receiver& GetPort()
    {
        return m_port;
    }

    /**
     * Receive a frame. Called by the channel when its last bit has arrived.
     *
     * @param frame the frame, Ethernet header included
     */
    virtual void Receive(const Net8StageFrame& frame) = 0;

    /**
     * Take a frame ahead of its arrival, if nothing can happen to it until then.
     *
     * @param arrival the frame, and when it arrives
     * @return false if it has to arrive first
     */
    virtual bool TakeEarly(const Net8StageClock::Arrival& arrival) = 0;

  private:
    /**
     * Where computed frames arrive. The device is not a receiver itself, because ns-3 asks devices
     * for their class with each packet, which takes longer if a class has two bases.
     */
    class Port : public Net8StageClock::Receiver
    {
      public:
        /**
         * @param device the device
         */
        explicit Port(Net8EthernetEnd& device)
            : m_device(device)
        {
        }

        void TakeArrival(const Net8StageClock::Arrival& arrival) override
        {
            m_device.Receive(arrival.frame);
        }

      private:
        Net8EthernetEnd& m_device; ///< The device.
    };

    Port m_port{*this}; ///< Where computed frames arrive.
};

} // namespace ns3::net8

#endif // NET8_ETHERNET_END_H
