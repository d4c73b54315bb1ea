// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ROUTER_H
#define NET8_LAN_ROUTER_H

#include "net8-lan-host.h"

#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router of IPX or DECnet on a node: puts what comes from one network into frames of the next.
 *
 * Its table says by which device each network is reached. It is there from the start, as after RIP
 * or DECnet's routing messages have told everything; those are not sent. DECnet has no networks:
 * there the directory, in place of its table of nodes, says on which one a node is.
 */
class Net8LanRouter : public Object
{
  public:
    /// What became of packets.
    struct Counts
    {
        uint64_t forwarded{0};   ///< Went on.
        uint64_t tooFar{0};      ///< Had come through too many routers.
        uint64_t unreachable{0}; ///< Were for a network that it does not know, or wrong.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LanRouter();
    ~Net8LanRouter() override;

    /**
     * @param protocol what it forwards, the directory of all hosts in it
     */
    void SetProtocol(const Net8LanHost::Protocol& protocol);

    /**
     * @param device its device on a network of hosts
     * @param network that network
     */
    void AttachLan(const Ptr<NetDevice>& device, uint32_t network);

    /**
     * @param device its device on a line to another router
     */
    void AttachLine(const Ptr<NetDevice>& device);

    /**
     * @param network a network behind another router
     * @param device its device on the line that leads there
     */
    void AddRoute(uint32_t network, const Ptr<NetDevice>& device);

    /// @return what became of packets
    const Counts& GetCounts() const
    {
        return m_counts;
    }

  protected:
    void DoDispose() override;

  private:
    /// Where a network is.
    struct Route
    {
        Ptr<NetDevice> device{}; ///< Device that leads there.
        bool attached{false};    ///< It is on the network itself.
    };

    /**
     * A frame came in.
     *
     * @param device where
     * @param packet what follows the type or length
     * @param type type or length
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t type,
                 const Address& /* from */,
                 const Address& /* to */,
                 NetDevice::PacketType /* packetType */);

    Net8LanHost::Protocol m_protocol;   ///< What it forwards.
    std::map<uint32_t, Route> m_routes; ///< Routes by network.
    Counts m_counts;                    ///< What became of packets.
};

} // namespace ns3::net8

#endif // NET8_LAN_ROUTER_H
