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
 * Links nodes by full-duplex Ethernet and switches.
 */
class Net8EthernetHelper : public PcapHelperForDevice
{
  public:
    Net8EthernetHelper();

    /**
     * @param name an attribute of Net8EthernetNetDevice
     * @param value its value on both ends of the links made from now on
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param name an attribute of Net8EthernetChannel
     * @param value its value on the links made from now on
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param size size of the transmit queues made from now on, such as "100p"
     */
    void SetQueueSize(const std::string& size);

    /**
     * Let full device queues stop the queue disc above them. Off at first, because without a queue
     * disc the traffic-control layer would drop what the device queue should count.
     *
     * @param enable true to do so
     */
    void SetFlowControl(bool enable);

    /**
     * Lay a cable between two nodes.
     *
     * @param a one node
     * @param b the other node
     * @return the device on a, the device on b
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

    /**
     * Make a node a switch between its Ethernet devices.
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

    ObjectFactory m_deviceFactory;  ///< Makes devices.
    ObjectFactory m_channelFactory; ///< Makes cables.
    ObjectFactory m_queueFactory;   ///< Makes queues.
    bool m_flowControl{false};      ///< Whether full queues stop queue discs.
};

} // namespace ns3::net8

#endif /* NET8_ETHERNET_HELPER_H */
