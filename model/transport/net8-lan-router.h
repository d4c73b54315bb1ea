// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_ROUTER_H
#define NET8_LAN_ROUTER_H

#include "net8-lan-host.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/net8-ipx-tables.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A router of IPX or DECnet on a node: puts what comes from one network into frames of the next.
 *
 * Its table says by which device each network is reached. It is there from the start, as after RIP
 * or DECnet's routing messages have told everything. DECnet has no networks: there the directory,
 * in place of its table of nodes, says on which one a node is.
 *
 * Where stations announce themselves, it does, too: by RIP and SAP of IPX, of which it learns
 * services and further networks (IpxTables), tells what is new at once and answers who looks for a
 * service; by hellos and routing messages of DECnet, in which costs are those of its table.
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
     * @param node its number, if it is of DECnet
     */
    void SetProtocol(const Net8LanHost::Protocol& protocol, uint16_t node);

    /// @return its number, if it is of DECnet
    uint16_t GetNumber() const
    {
        return m_number;
    }

    /**
     * @param device its device on a network of hosts
     * @param network that network
     */
    void AttachLan(const Ptr<NetDevice>& device, uint32_t network);

    /**
     * @param device its device on a line to another router
     * @param network the network of that line
     */
    void AttachLine(const Ptr<NetDevice>& device, uint32_t network);

    /**
     * @param network a network behind another router
     * @param device its device on the line that leads there
     * @param lines how many lines lead there
     */
    void AddRoute(uint32_t network, const Ptr<NetDevice>& device, uint32_t lines);

    /**
     * @param number another router of DECnet
     * @param lines how many lines lead there
     */
    void AddRouter(uint16_t number, uint32_t lines)
    {
        m_routers[number] = lines;
    }

    /**
     * Announce itself from time to time.
     *
     * @param first when it begins
     */
    void Announce(Time first);

    /**
     * Hear a frame that comes by another way than the node's.
     *
     * @param device where
     * @param packet what follows the type or length
     * @param type type or length
     * @param from who sent it
     * @param to whom it is for
     */
    void Hear(const Ptr<NetDevice>& device,
              const Ptr<const Packet>& packet,
              uint16_t type,
              const Address& from,
              const Address& to)
    {
        Receive(device, packet, type, from, to, NetDevice::PACKET_HOST);
    }

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
        uint32_t lines{0};       ///< Lines on the way.
    };

    /// Where it hears and tells.
    struct Port
    {
        Ptr<NetDevice> device{}; ///< The device.
        uint32_t network{0};     ///< The network on it.
        bool line{false};        ///< It leads to a router alone.
    };

    /// Tells something at a port.
    using Tell = void (Net8LanRouter::*)(uint32_t port);

    /// What it does from time to time.
    struct Habit
    {
        bool ipx{false};     ///< Of IPX, else of DECnet.
        bool onLans{false};  ///< On networks of hosts.
        bool onLines{false}; ///< On lines.
        uint32_t seconds{0}; ///< How often.
        Tell tell{nullptr};  ///< What.
    };

    /// What routers do.
    static const std::array<Habit, 5> HABITS;

    /**
     * @param device a device
     * @param network the network on it
     * @param line whether it leads to a router alone
     */
    void AddPort(const Ptr<NetDevice>& device, uint32_t network, bool line);

    /**
     * Do what is to be done now and then.
     *
     * @param habit number of what
     */
    void Follow(std::size_t habit);

    /**
     * Tell all others what is new from one port.
     *
     * @param from the port
     * @param tell what is told
     */
    void TellOthers(uint32_t from, Tell tell);

    /// @param port where networks are told by RIP
    void TellNetworks(uint32_t port);

    /// @param port where services are told by SAP
    void TellServices(uint32_t port);

    /**
     * @param port where services are told
     * @param to whom
     * @param services the services
     */
    void SendServices(uint32_t port, const IpxAddress& to, const std::vector<SapEntry>& services);

    /// @param port where a router of DECnet says hello
    void SayHello(uint32_t port);

    /// @param port where it tells how far nodes are
    void TellNodes(uint32_t port);

    /// @return cost and circuits to each node of DECnet, from number 0
    std::vector<uint16_t> MakeCosts() const;

    /**
     * @param port where
     * @param to station that is to have it
     * @param bytes the packet
     */
    void SendAt(uint32_t port, const LanAddress& to, const std::vector<uint8_t>& bytes);

    /**
     * @param port a port
     * @return the address of its device
     */
    IpxAddress GetAddress(uint32_t port) const;

    /**
     * Hear what others announce.
     *
     * @param device where
     * @param packet the packet behind the head of its frame
     */
    void Overhear(const Ptr<NetDevice>& device, const Ptr<Packet>& packet);

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

    Net8LanHost::Protocol m_protocol;       ///< What it forwards.
    uint16_t m_number{0};                   ///< Its number, if it is of DECnet.
    std::map<uint32_t, Route> m_routes;     ///< Routes by network.
    std::map<uint16_t, uint32_t> m_routers; ///< Lines to other routers of DECnet.
    std::vector<Port> m_ports;              ///< Where it hears and tells.
    std::map<uint32_t, uint32_t> m_portOf;  ///< Ports by number of the interface.
    IpxTables m_tables;                     ///< What RIP and SAP tell.
    std::array<EventId, 5> m_habits;        ///< What it does next.
    Counts m_counts;                        ///< What became of packets.
};

} // namespace ns3::net8

#endif // NET8_LAN_ROUTER_H
