// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_HELPER_H
#define NET8_ETHERNET_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Connects nodes by full-duplex Ethernet cables and switches.
 */
class Net8EthernetHelper : public PcapHelperForDevice
{
  public:
    Net8EthernetHelper();

    /**
     * Set an attribute of the devices created from now on.
     *
     * @param name an attribute of Net8EthernetNetDevice
     * @param value its value on both ends of a link
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the channels created from now on.
     *
     * @param name an attribute of Net8EthernetChannel
     * @param value its value
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param size size of the transmit queues created from now on, such as "100p"
     */
    void SetQueueSize(const std::string& size);

    /**
     * Let a full device queue stop the queue disc above it. Off by default, because without a queue
     * disc the traffic-control layer would drop packets that the device queue should count.
     *
     * @param enable true to enable this
     */
    void SetFlowControl(bool enable);

    /**
     * Connect two nodes by a cable.
     *
     * @param a one node
     * @param b the other node
     * @return the device on a, then the device on b
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

    /**
     * Turn a node into a switch between its Ethernet devices.
     *
     * @param node the node
     * @param ports the devices that are its ports
     * @return the bridge, to which ports can be added later
     */
    static Ptr<NetDevice> MakeSwitch(Ptr<Node> node, const NetDeviceContainer& ports);

  private:
    // Inherited
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;

    /**
     * @param node a node
     * @return a new device on it
     */
    Ptr<NetDevice> MakeDevice(Ptr<Node> node) const;

    ObjectFactory m_deviceFactory;  ///< Creates devices.
    ObjectFactory m_channelFactory; ///< Creates cables.
    ObjectFactory m_queueFactory;   ///< Creates queues.
    bool m_flowControl{false};      ///< Whether full queues stop queue discs.
};

} // namespace ns3::net8

#endif /* NET8_ETHERNET_HELPER_H */
